public import ChaveBase
public import ChavePixModel
import Hashing

/// A merchant's key for HTTP Basic.
///
/// The password itself is shown once and never stored.
public struct APIKey: Hashable, Sendable, Codable {
    public let id: APIKeyID
    public let organisation: OrganisationID
    public let label: String
    public let role: APIKeyRole
    /// SHA-256 of the 64 random characters; a slow hash buys nothing against 384 bits of randomness.
    public let passwordDigest: Digest
    public let createdAt: Timestamp
    public var revokedAt: Timestamp?
    public private(set) var version: Int64
    public private(set) var auditHead: Digest

    public init(
        id: APIKeyID,
        organisation: OrganisationID,
        label: String,
        role: APIKeyRole = .standard,
        passwordDigest: Digest,
        createdAt: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.label = label
        self.role = role
        self.passwordDigest = passwordDigest
        self.createdAt = createdAt
        version = 0
        auditHead = Digest(ofText: ObjectReference.apiKey(id).description)
    }

    /// The next version, chained to this one.
    fileprivate mutating func advance(at now: Timestamp, actor: String, action: String) -> AuditEntry {
        version += 1
        let facts = [role.rawValue, label].map { Array($0.utf8) }
        let entry = AuditEntry(
            organisation: organisation,
            object: .apiKey(id),
            version: version,
            at: now,
            actor: actor,
            action: action,
            contentDigest: Digest(ofParts: facts + [passwordDigest.bytes]),
            previous: auditHead
        )
        auditHead = entry.hash
        return entry
    }
}

extension APIKey {
    /// The largest number of API keys that an organisation may have at a time, not counting revoked ones.
    public static let largestCount = 100

    package static let tooMany = "An organisation has \(largestCount) API keys at most. Revoke one first."
}

extension Change {
    /// Inserts a new key with its audit row.
    ///
    /// The change ends in a conflict when the organisation already has ``APIKey/largestCount`` keys.
    public mutating func insert(_ key: APIKey, actor: String) {
        var key = key
        audit.append(key.advance(at: key.createdAt, actor: actor, action: "created"))
        writes.append(.insertAPIKey(key))
    }

    /// Revokes a key, with its audit row.
    ///
    /// The change ends in a conflict when another caller has already revoked the key.
    public mutating func revoke(_ key: APIKey, at now: Timestamp, actor: String) {
        var key = key
        audit.append(key.advance(at: now, actor: actor, action: "revoked"))
        key.revokedAt = now
        writes.append(.revokeAPIKey(key))
    }
}
