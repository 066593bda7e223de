public import ChaveBase
public import ChavePixModel
import Hashing

/// The content of all audit chains of an organisation at one moment, chained to the previous anchor.
///
/// An attacker who can write the file can rewrite a chain from its first entry. Therefore each new anchor is also
/// written to the log, and a rewritten chain differs from the logged anchors.
public struct AuditAnchor: Hashable, Sendable {
    public let organisation: OrganisationID
    /// The anchor's number in its organisation, from 1.
    public let number: Int64
    public let at: Timestamp
    /// The number of the organisation's entries that this anchor and all earlier anchors cover.
    public let entries: Int64
    /// The digest over the hashes of the entries since the previous anchor, in the order of their commits.
    public let contentDigest: Digest
    public let previous: Digest
    public let hash: Digest

    package init(
        organisation: OrganisationID,
        number: Int64,
        at: Timestamp,
        entries: Int64,
        contentDigest: Digest,
        previous: Digest
    ) {
        self.organisation = organisation
        self.number = number
        self.at = at
        self.entries = entries
        self.contentDigest = contentDigest
        self.previous = previous
        hash = Digest(
            ofTexts: [organisation.text, "\(number)", "\(at.microseconds)", "\(entries)"],
            contentDigest,
            previous
        )
    }

    /// The digest that an organisation's first anchor is chained to.
    package static func beginning(_ organisation: OrganisationID) -> Digest {
        Digest(ofText: "anchors/\(organisation.text)")
    }
}

/// The digest of a sequence of entries, computed one entry at a time.
package struct AnchorDigest {
    package private(set) var digest = Digest(ofText: "entries")
    package private(set) var count: Int64 = 0

    package init() {}

    package mutating func append(_ hash: Digest) {
        digest = Digest(of: digest.bytes + hash.bytes)
        count += 1
    }
}
