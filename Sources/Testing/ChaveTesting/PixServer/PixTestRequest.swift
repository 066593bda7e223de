/// One request that a test server has had, without anything secret or personal: no token, no body, no query.
public struct PixTestRequest: Hashable, Sendable {
    /// The route; `nil` for an address that the Payments API does not have.
    public var call: PixTestCall?
    /// `GET /payments/br/institutions/`.
    public var line: String
    /// Whether it named an idempotency key.
    public var hasIdempotencyKey: Bool
    /// What it was answered with; `nil` where there was no answer, or is none yet.
    public var status: Int?
    /// Whether the answer was that of an earlier request with the same key.
    public var isReplay = false
}
