import ChaveBase
import ChavePixModel
import PaymentsModel

/// Compares an organisation's entries with its anchors, in the order of the entries' commits.
///
/// Pure: the caller reads the entries, calls `entry` for each, then `end`.
struct AnchorCheck {
    private struct Line {
        var anchors: ArraySlice<(anchor: AuditAnchor, hash: Digest)>
        var previous: Digest
        var number: Int64 = 0
        var grown = AnchorDigest()
        var count: Int64 = 0
        var hasDiffered = false
    }

    private var lines: [OrganisationID: Line] = [:]
    private(set) var findings: [StoreFinding] = []

    /// - Parameter anchors: the anchors in the order of their numbers, each with its stored hash.
    init(_ anchors: [(anchor: AuditAnchor, hash: Digest)]) {
        for (organisation, own) in Dictionary(grouping: anchors, by: { $0.anchor.organisation }) {
            lines[organisation] = Line(anchors: own[...], previous: AuditAnchor.beginning(organisation))
        }
    }

    mutating func entry(of organisation: OrganisationID, hash: Digest) {
        guard var line = lines[organisation] else { return }
        line.grown.append(hash)
        line.count += 1
        while let next = line.anchors.first, next.anchor.entries <= line.count {
            compare(next, &line, organisation)
            line.anchors = line.anchors.dropFirst()
        }
        lines[organisation] = line
    }

    /// Ends the check after the last entry: reports an anchor that covers entries that do not exist.
    mutating func end() {
        for (organisation, line) in lines.sorted(by: { $0.key < $1.key }) {
            guard let next = line.anchors.first, !line.hasDiffered else { continue }
            report(
                organisation,
                next.anchor.number,
                "it covers \(next.anchor.entries) entries, \(line.count) are there"
            )
        }
    }

    private mutating func compare(
        _ next: (anchor: AuditAnchor, hash: Digest),
        _ line: inout Line,
        _ organisation: OrganisationID
    ) {
        let anchor = next.anchor
        let holds =
            anchor.hash == next.hash && anchor.previous == line.previous && anchor.number == line.number + 1
            && anchor.entries == line.count && anchor.contentDigest == line.grown.digest
        // One finding is enough: every anchor after the first wrong one is chained to it.
        if !holds && !line.hasDiffered {
            line.hasDiffered = true
            report(organisation, anchor.number, "the entries that it covers are others than when it was made")
        }
        line.previous = next.hash
        line.number = anchor.number
        line.grown = AnchorDigest()
    }

    private mutating func report(_ organisation: OrganisationID, _ number: Int64, _ detail: String) {
        let subject = "organisation/\(organisation.text)"
        findings.append(
            StoreFinding(rule: .auditAnchorDiffers, subject: subject, detail: "anchor \(number): \(detail)")
        )
    }
}
