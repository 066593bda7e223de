/// What a network calls a token.
public struct TokenReference: Hashable, Sendable {
    /// Unique at its network.
    public let id: String
    /// The wallet that asked for the token, 11 digits; `nil` where the payload did not say.
    public let requestorID: String?

    public init(id: String, requestorID: String?) {
        self.id = id
        self.requestorID = requestorID
    }
}
