package import ChaveBase
package import ChavePixModel

/// The entries that each organisation's audit chains have gained since the newest anchor.
///
/// Pure: the reader of the entries appends them in the order of their positions.
package struct AuditGrowth {
    private var last: [OrganisationID: AuditAnchor] = [:]
    private var grown: [OrganisationID: AnchorDigest] = [:]
    /// The position of the last entry that was read.
    package private(set) var position: Int64

    /// - Parameters:
    ///   - newest: the newest anchor of each organisation that has one.
    ///   - position: the position of the last entry that these anchors cover.
    package init(after newest: [AuditAnchor], position: Int64) {
        for anchor in newest { last[anchor.organisation] = anchor }
        self.position = position
    }

    package mutating func append(_ hash: Digest, of organisation: OrganisationID, at position: Int64) {
        grown[organisation, default: AnchorDigest()].append(hash)
        self.position = position
    }

    /// One new anchor for each organisation with new entries, in the order of the organisations' ids.
    package func anchors(at now: Timestamp) -> [AuditAnchor] {
        grown.sorted { $0.key.text < $1.key.text }.map { organisation, digest in
            let before = last[organisation]
            return AuditAnchor(
                organisation: organisation,
                number: (before?.number ?? 0) + 1,
                at: now,
                entries: (before?.entries ?? 0) + digest.count,
                contentDigest: digest.digest,
                previous: before?.hash ?? AuditAnchor.beginning(organisation)
            )
        }
    }
}
