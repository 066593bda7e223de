public import ChaveBase
public import ChavePixModel
import Hashing

/// One link of an object's audit chain: ids and digests only, nothing personal.
public struct AuditEntry: Hashable, Sendable, Codable {
    public let organisation: OrganisationID
    public let object: ObjectReference
    /// The object's version that this entry led to.
    public let version: Int64
    public let at: Timestamp
    public let actor: String
    public let action: String
    /// The digest of the object as stored at this version.
    public let contentDigest: Digest
    public let previous: Digest
    public let hash: Digest

    public init(
        organisation: OrganisationID,
        object: ObjectReference,
        version: Int64,
        at: Timestamp,
        actor: String,
        action: String,
        contentDigest: Digest,
        previous: Digest
    ) {
        self.organisation = organisation
        self.object = object
        self.version = version
        self.at = at
        self.actor = actor
        self.action = action
        self.contentDigest = contentDigest
        self.previous = previous
        hash = Digest(
            ofTexts: [organisation.text, "\(object)", "\(version)", "\(at.microseconds)", actor, action],
            contentDigest,
            previous
        )
    }
}
