public import ChaveBase
public import ChavePixModel

/// A tenant: a merchant or an initiator's client.
///
/// It sees only what is its own.
public struct Organisation: Hashable, Sendable, Codable {
    public let id: OrganisationID
    public var name: String
    public let createdAt: Timestamp
    /// Whether its server may hand over a callback without naming the enrollment of the person's own session.
    ///
    /// Off, unless somebody who knows what it costs turns it on: then a callback that one person got to open in another
    /// person's session finishes the first one's enrollment there.
    public var unboundCallbacks: Bool

    public init(id: OrganisationID, name: String, createdAt: Timestamp, unboundCallbacks: Bool = false) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.unboundCallbacks = unboundCallbacks
    }
}
