import ChaveBase
import ChavePixModel
import ChaveWire
import Webhooks

/// The endpoint of `chave webhooks listen`.
///
/// The listener disables its endpoint when it leaves, and the next one takes it over. Deliveries so stay readable, and
/// events that came meanwhile can be sent later.
struct ListeningEndpoint {
    let resource: WebhookResource
    private let merchant: MerchantServer

    var id: WebhookID { resource.id }
    /// Since when nobody listens; `nil` when the last listener was killed, or when there was none.
    var quietSince: Timestamp? { resource.disabledAt }

    /// The note by which a listener finds the endpoint.
    private static let description = "chave webhooks listen"

    /// The endpoint of an earlier listener, best the one at this port; `nil` when there is none that is free.
    ///
    /// An endpoint that is enabled belongs to a listener that runs, unless nobody listens on its port any more.
    static func earlier(at port: Int, of merchant: MerchantServer) async throws -> ListeningEndpoint? {
        let answer = try await merchant.call("GET", "\(WebhooksCommand.path)?page_size=100")
        let free = try (answer["results"]?.array ?? []).map(WebhookResource.init(json:)).filter { known in
            guard known.description == description, let place = listenedPort(known.url) else { return false }
            return known.status == "disabled" || FreePort.problem(place) == nil
        }
        let found = free.first { $0.url == url(port) } ?? free.first
        return found.map { ListeningEndpoint(resource: $0, merchant: merchant) }
    }

    /// Makes an endpoint, which is told of everything from now on.
    static func new(
        at port: Int,
        of merchant: MerchantServer,
        _ secret: Mutexed<WebhookSecret?>
    ) async throws -> ListeningEndpoint {
        let request = CreateWebhookRequest(url: url(port), description: description)
        let made = try WebhookResource(json: try await merchant.call("POST", WebhooksCommand.path, request.json))
        secret.value = made.secret.flatMap(WebhookSecret.init(text:))
        return ListeningEndpoint(resource: made, merchant: merchant)
    }

    /// Points the endpoint to another port, with a new secret, and only then lets the server send.
    func move(to port: Int, _ secret: Mutexed<WebhookSecret?>) async throws {
        try await change(UpdateWebhookRequest(enabled: false, url: ListeningEndpoint.url(port)))
        let rotation = RotateWebhookSecretRequest(overlapSeconds: 0)
        let answer = try await merchant.call("POST", "\(path)rotate-secret/", rotation.json)
        secret.value = try WebhookResource(json: answer).secret.flatMap(WebhookSecret.init(text:))
        try await change(UpdateWebhookRequest(enabled: true))
    }

    /// Sends what was never heard since the endpoint was made, and tries now what waits.
    ///
    /// - Returns: the number of events that are sent.
    func sendMissed(at now: Timestamp) async throws -> Int64 {
        var count: Int64 = 0
        for status in [nil, "pending"] {
            let span = ResendWebhookDeliveriesRequest(from: resource.createdAt, to: now, webhook: id, status: status)
            let answer = try await merchant.call("POST", "\(WebhooksCommand.deliveriesPath)resend/", span.json)
            // Those that wait have been counted when they were made.
            if status == nil { count = try ResendResult(json: answer).count }
        }
        return count
    }

    /// Stops what the server sends; the deliveries stay.
    func close() async throws { try await change(UpdateWebhookRequest(enabled: false)) }

    private var path: String { "\(WebhooksCommand.path)\(id.text)/" }

    private func change(_ request: UpdateWebhookRequest) async throws {
        _ = try await merchant.call("PATCH", path, request.json)
    }

    private static func url(_ port: Int) -> String { "http://127.0.0.1:\(port)/" }

    /// The port of an address that a listener registered; `nil` for another address.
    private static func listenedPort(_ text: String) -> Int? {
        let start = "http://127.0.0.1:"
        guard text.hasPrefix(start), text.hasSuffix("/") else { return nil }
        return Int(text.dropFirst(start.count).dropLast())
    }
}
