/// Something in the stored data that cannot be right.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    package var rule: Rule
    /// What it was found on: an object such as `enrollment/0190…`, a table, an event.
    package var subject: String
    /// Ids, versions and a database's words; nothing personal.
    package var detail: String

    /// So many a check collects at most.
    package static let largestReport = 1_000

    package init(rule: Rule, subject: String, detail: String) {
        self.rule = rule
        self.subject = subject
        self.detail = detail
    }

    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// SQLite finds its own file damaged; PostgreSQL looks after its files itself.
        case fileDamaged = "file_damaged"
        case parentMissing = "parent_missing"
        /// A column says something else than the record beside it.
        case columnDiffers = "column_differs"
        case recordUnreadable = "record_unreadable"
        /// An entry's hash is not that of its content.
        case auditHashWrong = "audit_hash_wrong"
        /// An entry does not follow the one before.
        case auditLinkBroken = "audit_link_broken"
        case auditVersionGap = "audit_version_gap"
        /// An object without any entry.
        case auditMissing = "audit_missing"
        /// The object does not stand where its chain ends.
        case auditHeadDiffers = "audit_head_differs"
        /// An event that tells of a version that its object never had.
        case eventWithoutChange = "event_without_change"
        /// A status that no event tells of.
        case changeWithoutEvent = "change_without_event"
        /// A delivery of an event that is not there.
        case eventMissing = "event_missing"
        /// What an anchor covers is not what it covered when it was made.
        case auditAnchorDiffers = "audit_anchor_differs"
        /// A chain or an event of an object that does not exist.
        case objectMissing = "object_missing"
    }

    package var description: String { "\(rule.rawValue) \(subject): \(detail)" }
}
