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

/// A merchant's key for HTTP Basic.
///
/// The password itself is shown once and never stored.
public struct APIKey: Hashable, Sendable, Codable {
    public let id: APIKeyID
    public let organisation: OrganisationID
    public var label: String
    /// SHA-256 of the 64 random characters; a slow hash buys nothing against 384 bits of randomness.
    public let passwordDigest: Digest
    public let createdAt: Timestamp
    public var revokedAt: Timestamp?

    public init(
        id: APIKeyID,
        organisation: OrganisationID,
        label: String,
        passwordDigest: Digest,
        createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.organisation = organisation
        self.label = label
        self.passwordDigest = passwordDigest
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
