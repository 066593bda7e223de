public import ChaveBase
public import ChavePixModel
import Hashing

/// What an organisation's audit chains held at one moment, all of them together, chained to the anchor before.
///
/// A chain alone can be rewritten from its first entry by whoever can write the file; the anchors are told in the log as they
/// are made, so that what was rewritten differs from what was told.
public struct AuditAnchor: Hashable, Sendable {
    public let organisation: OrganisationID
    /// 1 for the first.
    public let number: Int64
    public let at: Timestamp
    /// How many entries of the organisation it and those before it cover.
    public let entries: Int64
    /// Over the hashes of the entries since the anchor before, in the order of their commits.
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

    /// What an organisation's first anchor is chained to.
    package static func beginning(_ organisation: OrganisationID) -> Digest {
        Digest(ofText: "anchors/\(organisation.text)")
    }
}

/// The digest of entries as they come, one after the other.
package struct AnchorDigest {
    package private(set) var digest = Digest(ofText: "entries")
    package private(set) var count: Int64 = 0

    package init() {}

    package mutating func append(_ hash: Digest) {
        digest = Digest(of: digest.bytes + hash.bytes)
        count += 1
    }
}
