public import ChaveBase
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import PaymentsCore
public import ServiceLifecycle
public import Webhooks

/// A receiver of webhooks on loopback, as a merchant would have one: for the demonstration and for a terminal.
///
/// It verifies each request over the bytes as they came, answers 204 when it believes it and 401 when it does not, and
/// hands both on.
public struct WebhookReceiver: Service, CustomStringConvertible {
    /// What came.
    public struct Arrival: Sendable {
        public let body: [UInt8]
        public let headers: [(name: String, value: String)]
        /// `nil`: the signature is that of who knows the secret.
        public let refusal: WebhookRefusal?
    }

    public var description: String { "WebhookReceiver" }

    private let port: Int
    private let logger: Logger
    private let responder: Responder
    private let onRunning: @Sendable () async -> Void

    /// `verifier` is asked for each request, since a secret is known only once the endpoint is registered.
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
