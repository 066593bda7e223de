public import ChaveBase
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import PaymentsCore
public import ServiceLifecycle
public import Webhooks

/// A receiver of webhooks on loopback, like a merchant's: for the demonstration and for a terminal.
///
/// It verifies each request over the received bytes, answers 204 to a valid one and 401 to an invalid one, and hands on
/// both.
public struct WebhookReceiver: Service, CustomStringConvertible {
    /// One received request.
    public struct Arrival: Sendable {
        public let body: [UInt8]
        public let headers: [(name: String, value: String)]
        /// The reason of a refusal; `nil` when the signature proves the secret.
        public let refusal: WebhookRefusal?
    }

    public var description: String { "WebhookReceiver" }

    private let port: Int
    private let logger: Logger
    private let responder: Responder
    private let onRunning: @Sendable () async -> Void

    /// Makes a receiver; `verifier` is called for each request, since a secret is known only after the endpoint is
    /// registered.
    public init(
        port: Int,
        world: World,
        logger: Logger,
        verifier: @escaping @Sendable () -> WebhookVerifier?,
        onRunning: @escaping @Sendable () async -> Void,
        hear: @escaping @Sendable (Arrival) async -> Void
    ) {
        self.port = port
        self.logger = logger
        self.onRunning = onRunning
        responder = Responder(verifier: verifier, hear: hear, world: world)
    }

    public func run() async throws {
        let application = Application(
            responder: responder,
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: { [onRunning] _ in await onRunning() },
            logger: logger
        )
        try await application.run()
    }

    private struct Responder: HTTPResponder {
        typealias Context = BasicRequestContext

        let verifier: @Sendable () -> WebhookVerifier?
        let hear: @Sendable (Arrival) async -> Void
        let world: World

        func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
            guard request.method == .post else { return Response(status: .methodNotAllowed) }
            var request = request
            let body = Array(try await request.collectBody(upTo: 256 * 1_024).readableBytesView)
            let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
            let refusal = judge(body, headers)
            await hear(Arrival(body: body, headers: headers, refusal: refusal))
            return Response(status: refusal == nil ? .noContent : .unauthorized)
        }

        private func judge(_ body: [UInt8], _ headers: [(name: String, value: String)]) -> WebhookRefusal? {
            guard let verifier = verifier() else { return .signatureInvalid }
            do throws(WebhookRefusal) {
                try verifier.verify(
                    body,
                    header: { name in
                        let found = headers.filter { $0.name == name }
                        return found.count == 1 ? found[0].value : nil
                    },
                    at: world.now()
                )
                return nil
            } catch {
                return error
            }
        }
    }
}
