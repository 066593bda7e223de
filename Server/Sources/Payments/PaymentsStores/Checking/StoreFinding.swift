/// An error in the stored data.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    package var rule: Rule
    /// The subject of the finding: an object such as `enrollment/0190…`, a table, an event.
    package var subject: String
    /// Ids, versions and a database's messages; nothing personal.
    package var detail: String

    /// The largest number of findings that a check collects.
    package static let largestReport = 1_000

    package init(rule: Rule, subject: String, detail: String) {
        self.rule = rule
        self.subject = subject
        self.detail = detail
    }

    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// SQLite reports damage in its own file; PostgreSQL checks its files itself.
        case fileDamaged = "file_damaged"
        case parentMissing = "parent_missing"
        /// A column differs from the record beside it.
        case columnDiffers = "column_differs"
        case recordUnreadable = "record_unreadable"
        /// An entry's hash does not match its content.
        case auditHashWrong = "audit_hash_wrong"
        /// An entry does not follow the previous one.
        case auditLinkBroken = "audit_link_broken"
        case auditVersionGap = "audit_version_gap"
        /// An object without any entry.
        case auditMissing = "audit_missing"
        /// The object does not agree with the end of its chain.
        case auditHeadDiffers = "audit_head_differs"
        /// An event reports a version that its object never had.
        case eventWithoutChange = "event_without_change"
        /// A status that no event reports.
        case changeWithoutEvent = "change_without_event"
        /// A delivery of an event that does not exist.
        case eventMissing = "event_missing"
        /// The entries that an anchor covers have changed since it was made.
        case auditAnchorDiffers = "audit_anchor_differs"
        /// A chain or an event of an object that does not exist.
        case objectMissing = "object_missing"
    }

    package var description: String { "\(rule.rawValue) \(subject): \(detail)" }
}
