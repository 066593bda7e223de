import ChaveBase
import ChavePixModel
import Hashing
import PaymentsModel
import Synchronization

/// Sees every change that is stored and says what must never be.
///
/// It is told of two changes at once in either order, so it judges when it is asked.
final class CommitWitness: Sendable {
    fileprivate struct Sight {
        var object: ObjectReference
        var version: Int64
        var expected: Int64
        var head: Digest
        var status: String
        var entries: [AuditEntry]
        var events: [OutboxEvent]
        /// Of an intent's charge.
        var chargeEvents: [OutboxEvent]
        /// Of an intent, else empty.
        var endToEndID = ""
        /// Only the schedule moved.
        var isWaiting: Bool { version == expected }
    }
    private let sights = Mutex<[Sight]>([])
    /// Commits that did nothing but keep an answer.
    private let answers = Mutex(0)

    /// How many commits did nothing but keep an answer under its key.
    var answersAlone: Int { answers.withLock { $0 } }

    /// The audit's words of each commit that moved an object, in their order.
    func actions(of object: ObjectReference) -> [[String]] {
        sights.withLock { $0 }
            .filter { $0.object == object && !$0.isWaiting }
            .sorted { $0.version < $1.version }
            .map { $0.entries.map(\.action) }
    }

    func see(_ change: Change) {
        if change.writes.isEmpty, case .finish = change.idempotency { answers.withLock { $0 += 1 } }
        for write in change.writes {
            switch write {
            case .enrollment(let enrollment, let expected, _):
                let status = enrollment.status.rawValue
                let object = ObjectReference.enrollment(enrollment.id)
                note(change, object, enrollment.version, expected, enrollment.auditHead, status, "")
            case .paymentIntent(let intent, let expected, _):
                let object = ObjectReference.paymentIntent(intent.id)
                let status = intent.status.rawValue
                note(change, object, intent.version, expected, intent.auditHead, status, intent.endToEndID.text)
            case .annotatePaymentIntent(let intent, let old):
                let object = ObjectReference.paymentIntent(intent.id)
                let status = intent.status.rawValue
                note(change, object, intent.version, old.version, intent.auditHead, status, intent.endToEndID.text)
            case .organisation, .insertAPIKey, .revokeAPIKey, .insertTokenFamily, .updateTokenFamily, .insertCustomer,
                .insertBankAccount, .updateBankAccount, .insertCredential, .advanceCounter, .insertApp, .removeApp,
                .updateCustomer, .requireLiveKey, .requireKnownCustomer, .requireRoom, .requireNothingOpen,
                .eraseEnrollment,
                .erasePaymentIntent, .forgetMetadata, .insertCharges, .updateCharges:
                break
            }
        }
    }

    private func note(
        _ change: Change,
        _ object: ObjectReference,
        _ version: Int64,
        _ expected: Int64,
        _ head: Digest,
        _ status: String,
        _ endToEndID: String
    ) {
        let sight = Sight(
            object: object,
            version: version,
            expected: expected,
            head: head,
            status: status,
            entries: change.audit.filter { $0.object == object },
            events: change.events.filter { $0.object == object && $0.objectID == object.id },
            chargeEvents: change.events.filter { $0.object == object && $0.objectID != object.id },
            endToEndID: endToEndID
        )
        sights.withLock { $0.append(sight) }
    }

    /// What was not as it must be; empty when all is well.
    var complaints: [String] {
        Dictionary(grouping: sights.withLock { $0 }, by: \.object)
            .values.flatMap { sights in
                let inOrder = sights.sorted { ($0.version, $0.isWaiting ? 1 : 0) < ($1.version, $1.isWaiting ? 1 : 0) }
                return zip([nil] + inOrder.map(Optional.some), inOrder).flatMap { $1.complaints(after: $0) }
            }
    }
}

extension CommitWitness.Sight {
    /// Each version has one audit entry that follows the last; each change of status has one event.
    fileprivate func complaints(after last: CommitWitness.Sight?) -> [String] {
        var complaints: [String] = []
        func require(_ isTrue: Bool, _ what: String) {
            if !isTrue { complaints.append("\(object) at \(version): \(what)") }
        }
        require(expected == last?.version ?? 0, "made from another version than the last")
        require(endToEndID == last?.endToEndID ?? endToEndID, "another end-to-end id")
        if isWaiting {
            require(entries.isEmpty && events.isEmpty && chargeEvents.isEmpty, "words without a change")
            require(status == last?.status && head == last?.head, "a change without words")
            return complaints
        }
        // What happened before and was not stored by itself has its own version and entry.
        require(version > expected, "no further version")
        require(entries.map(\.version) == Array(expected + 1...max(version, expected + 1)), "an audit entry left out")
        require(entries.last?.hash == head, "the audit head is not its entry")
        let heads = [last?.head ?? Digest(ofText: object.description)] + entries.dropLast().map(\.hash)
        require(entries.map(\.previous) == heads, "a broken audit chain")
        require(events.count <= 1, "more than one event")
        require(events.allSatisfy { $0.version == version }, "an event of another version")
        require(status == last?.status || events.count == 1, "a status without its event")
        require(chargeEvents.map(\.type) == chargeTypes(after: last), "a charge without its event, or the reverse")
        let isOver = last.map { ["SUCCEEDED", "FAILED", "CANCELED"].contains($0.status) } ?? false
        let isRevocation = object.kind == .enrollment && last?.status == "SUCCEEDED" && status == "CANCELED"
        require(!isOver || status == last?.status || isRevocation, "\(last?.status ?? "") became \(status)")
        return complaints
    }

    /// A charge is made with its intent and ends with it.
    private func chargeTypes(after last: CommitWitness.Sight?) -> [String] {
        guard object.kind == .paymentIntent else { return [] }
        guard let last else { return ["charge.created"] }
        let ends = ["SUCCEEDED": "charge.succeeded", "FAILED": "charge.failed", "CANCELED": "charge.failed"]
        return status == last.status ? [] : ends[status].map { [$0] } ?? []
    }
}
