import ChavePixModel
import PaymentsCore
import Synchronization

/// Sees every change that is stored and writes down what must never be.
final class CommitWitness: Sendable {
    fileprivate struct Seen {
        var heads: [ObjectReference: Digest] = [:]
        var versions: [ObjectReference: Int64] = [:]
        var statuses: [ObjectReference: String] = [:]
        var endToEndIDs: [PaymentIntentID: EndToEndID] = [:]
        var complaints: [String] = []
    }
    private let seen = Mutex(Seen())

    var complaints: [String] { seen.withLock(\.complaints) }

    func see(_ change: Change) {
        seen.withLock { seen in
            for write in change.writes {
                switch write {
                case .enrollment(let enrollment, let expected, _):
                    let object = ObjectReference.enrollment(enrollment.id)
                    let status = enrollment.status.rawValue
                    seen.judge(object, enrollment.version, expected, enrollment.auditHead, status, change)
                case .paymentIntent(let intent, let expected, _):
                    let object = ObjectReference.paymentIntent(intent.id)
                    let status = intent.status.rawValue
                    seen.judge(object, intent.version, expected, intent.auditHead, status, change)
                    let known = seen.endToEndIDs[intent.id] ?? intent.endToEndID
                    if known != intent.endToEndID { seen.complaints.append("\(object): another end-to-end id") }
                    seen.endToEndIDs[intent.id] = intent.endToEndID
                case .organisation, .insertAPIKey, .revokeAPIKey, .insertTokenFamily, .updateTokenFamily,
                    .insertCustomer, .insertBankAccount, .updateBankAccount, .insertCredential, .advanceCounter:
                    break
                }
            }
        }
    }
}

extension CommitWitness.Seen {
    /// Each version has one audit entry that follows the last; each change of status has one event.
    fileprivate mutating func judge(
        _ object: ObjectReference,
        _ version: Int64,
        _ expected: Int64,
        _ head: Digest,
        _ status: String,
        _ change: Change
    ) {
        let entries = change.audit.filter { $0.object == object }
        let events = change.events.filter { $0.object == object }
        defer { (heads[object], versions[object], statuses[object]) = (head, version, status) }
        if expected != versions[object] ?? 0 { complaints.append("\(object): read \(expected), not the last version") }
        if version == expected {
            // Only the schedule moved.
            if !entries.isEmpty || !events.isEmpty { complaints.append("\(object): words without a change") }
            if status != statuses[object] || head != heads[object] { complaints.append("\(object): a silent change") }
            return
        }
        let first = Digest(ofText: object.description)
        if version != expected + 1 { complaints.append("\(object): version \(version) after \(expected)") }
        if entries.map(\.version) != [version] || entries.first?.hash != head
            || entries.first?.previous != heads[object] ?? first
        {
            complaints.append("\(object): the audit chain is broken at \(version)")
        }
        if events.count > 1 { complaints.append("\(object): \(events.count) events at \(version)") }
        if status != statuses[object], events.map(\.version) != [version] {
            complaints.append("\(object): \(statuses[object] ?? "nothing") to \(status) without its event")
        }
        let isOver = statuses[object].map { ["SUCCEEDED", "FAILED", "CANCELED"].contains($0) } ?? false
        let isRevocation = object.kind == .enrollment && statuses[object] == "SUCCEEDED" && status == "CANCELED"
        if isOver, status != statuses[object], !isRevocation {
            complaints.append("\(object): \(statuses[object] ?? "") became \(status)")
        }
    }
}
