public import ChaveBase
public import ChavePixModel

/// The transport to an endpoint: resolves, checks the address, dials and posts, once.
public protocol WebhookTransport: Sendable {
    /// Sends a request; returns within `DeliverySchedule.attemptSeconds`, and soon after its task is cancelled.
    func send(_ request: WebhookRequest) async -> AttemptResult
}

/// One POST request of a webhook.
public struct WebhookRequest: Sendable {
    public let url: WebhookURL
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// The organisation of the endpoint; other organisations' requests do not wait for its resources.
    public let organisation: OrganisationID

    public init(
        url: WebhookURL,
        headers: [(name: String, value: String)],
        body: [UInt8],
        organisation: OrganisationID
    ) {
        self.organisation = organisation
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Creates an attempt at `now`: the frozen body with a signature of this moment.
    init(
        to url: WebhookURL,
        of organisation: OrganisationID,
        event: String,
        body: String,
        secrets: [WebhookSecret],
        bearer: String?,
        at now: Timestamp
    ) {
        let bytes = Array(body.utf8)
        var headers: [(name: String, value: String)] = [
            ("Content-Type", "application/json"), ("User-Agent", "Chave-Webhooks/1"),
            ("webhook-id", event), ("webhook-timestamp", "\(now.seconds)"),
            (
                "webhook-signature",
                WebhookSignature.header(id: event, timestamp: now, body: bytes, secrets: secrets)
            ),
        ]
        if let bearer { headers.append(("Authorization", "Bearer \(bearer)")) }
        self.init(url: url, headers: headers, body: bytes, organisation: organisation)
    }
}

extension DeliverySchedule {
    /// The time limit of a whole attempt: name, connection, headers and body of the response.
    public static let attemptSeconds: Int64 = 15
    /// The read limit of a response's body, which is discarded; a longer body is cut off.
    public static let mostAnswerBytes = 64 * 1_024
}
