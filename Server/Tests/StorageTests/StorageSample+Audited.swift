import PaymentsModel
import ServerTestSupport

extension StorageSample {
    /// An enrollment and an intent with their audit chains and events.
    var audited: Change {
        var change = foundation
        change.writes.removeLast()
        let enrollmentEntry = entry(.enrollment(id(1)))
        var enrollment = enrollment()
        enrollment.auditHead = enrollmentEntry.hash
        let first = entry(.paymentIntent(id(1)))
        let second = entry(.paymentIntent(id(1)), version: 2, after: first.hash)
        var intent = intent()
        intent.version = 2
        intent.auditHead = second.hash
        change.writes += [
            .enrollment(enrollment, expected: 0, schedule: .never),
            .paymentIntent(intent, expected: 0, schedule: .never),
        ]
        change.audit = [enrollmentEntry, first, second]
        change.events = [
            event("enrolled", of: .enrollment(id(1))),
            event("made", of: .paymentIntent(id(1)), type: "payment_intent.created"),
        ]
        return change
    }
}
