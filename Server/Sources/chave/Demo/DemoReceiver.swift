import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import ServerHost
import Synchronization
import Webhooks

/// The receiver of the demonstration's merchant: an endpoint on a free port, registered over the API.
final class DemoReceiver: Sendable {
    private let arrivals = Mutex<[WebhookReceiver.Arrival]>([])
    private let secret = Mutex<WebhookSecret?>(nil)
    let port: Int

    init(port: Int) { self.port = port }

    func service(world: World, logger: Logger, onRunning: @escaping @Sendable () async -> Void) -> WebhookReceiver {
        WebhookReceiver(
            port: port,
            world: world,
            logger: logger,
            verifier: { self.secret.withLock { $0 }.map { WebhookVerifier(secrets: [$0]) } },
            onRunning: onRunning,
            hear: { arrival in self.arrivals.withLock { $0.append(arrival) } }
        )
    }

    /// Registers the endpoint for events at the server.
    func register(with shop: MerchantServer) async throws -> WebhookID {
        let json = try await shop.call("POST", "/payments/br/webhooks/", ["url": .string("http://127.0.0.1:\(port)/")])
        let endpoint = try WebhookResource(json: json)
        guard let secret = endpoint.secret.flatMap(WebhookSecret.init(text:)) else {
            throw CommandFailure("The server gave the endpoint no secret.")
        }
        self.secret.withLock { $0 = secret }
        return endpoint.id
    }

    /// The valid events of an object that came, after the event `type` has come or `seconds` have passed.
    func events(of object: String, until type: String, seconds: Int = 5) async -> [WebhookEvent] {
        for _ in 0..<(seconds * 50) {
            let found = believed.filter { $0.objectID == object }
            if found.contains(where: { $0.type == type }) { return found }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return believed.filter { $0.objectID == object }
    }

    var refusedCount: Int { arrivals.withLock { $0.count { $0.refusal != nil } } }

    private var believed: [WebhookEvent] {
        arrivals.withLock { $0 }.filter { $0.refusal == nil }.compactMap { arrival in
            (try? JSONValue(parsing: arrival.body)).flatMap { try? WebhookEvent(json: $0) }
        }
    }
}
