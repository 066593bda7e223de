public import ChaveBase
public import ChavePixModel

/// A tenant: a merchant or an initiator's client.
///
/// An organisation sees only its own objects.
public struct Organisation: Hashable, Sendable, Codable {
    public let id: OrganisationID
    public var name: String
    public let createdAt: Timestamp
    /// Whether the merchant's server may submit a callback without naming the enrollment of the person's own session.
    ///
    /// Off by default: only an operator who accepts the risk turns it on. When on, a person can have a callback opened
    /// in another person's session, and that session then finishes the first person's enrollment.
    public var unboundCallbacks: Bool

    public init(id: OrganisationID, name: String, createdAt: Timestamp, unboundCallbacks: Bool = false) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.unboundCallbacks = unboundCallbacks
    }
}
