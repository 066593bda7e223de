public import ChaveBase
public import ChavePixModel

/// The way to an endpoint: resolves, judges the address, dials and posts, once.
public protocol WebhookTransport: Sendable {
    /// Returns within `DeliverySchedule.attemptSeconds`, and soon after its task is cancelled.
    func send(_ request: WebhookRequest) async -> AttemptResult
}

/// One POST.
public struct WebhookRequest: Sendable {
    public let url: WebhookURL
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// Whose endpoint it is: nobody else's requests wait for what it takes.
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

    /// An attempt at `now`: the frozen body under a signature of this moment.
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
    /// For all of an attempt: name, connection, headers and body of the answer.
    public static let attemptSeconds: Int64 = 15
    /// So much of an answer's body is read and thrown away; what is longer is cut off.
    public static let mostAnswerBytes = 64 * 1_024
}
