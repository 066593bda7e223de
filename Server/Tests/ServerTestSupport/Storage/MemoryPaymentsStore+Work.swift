public import ChaveBase
import ChavePixModel
public import PaymentsModel

extension MemoryPaymentsStore {
    public func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        maintain { tables in
            let old = tables.idempotency.values.filter { $0.createdAt < time }
                .sorted { $0.createdAt < $1.createdAt }
                .prefix(max(0, limit))
            for record in old { tables.idempotency[record.scope] = nil }
            return old.count
        }
    }

    public func claimDue(
        at now: Timestamp,
        plannedUntil: Timestamp,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        maintain { tables in
            let due = tables.due(at: now, plannedUntil, heldUntil.adding(seconds: 60)).prefix(max(0, limit))
            for (_, reference) in due { tables.hold(reference, until: heldUntil) }
            return due.map(\.reference)
        }
    }

    public func claimStranded(
        beyond horizon: PlanHorizon,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        maintain { tables in
            let stranded = tables.stranded(beyond: horizon).prefix(max(0, limit))
            for (_, reference) in stranded { tables.hold(reference, until: heldUntil) }
            return stranded.map(\.reference)
        }
    }

    public func releaseAll() async throws(StorageFault) {
        maintain { tables in
            for id in tables.enrollments.keys { tables.enrollments[id]?.schedule.heldUntil = nil }
            for id in tables.intents.keys { tables.intents[id]?.schedule.heldUntil = nil }
            for id in tables.customerSchedules.keys { tables.customerSchedules[id]?.heldUntil = nil }
            for scope in tables.idempotency.keys { tables.idempotency[scope]?.heldUntil = nil }
        }
    }
}

extension MemoryTables {
    /// What needs work and is held by nobody, the longest due first.
    fileprivate func due(
        at now: Timestamp,
        _ plannedUntil: Timestamp,
        _ tooLong: Timestamp
    ) -> [(wakeAt: Timestamp?, reference: ObjectReference)] {
        planned { schedule, _ in
            guard let wakeAt = schedule.wakeAt, wakeAt <= plannedUntil else { return false }
            return schedule.heldUntil.map { $0 <= now || $0 > tooLong } ?? true
        }
    }

    /// What is planned too far ahead and held by nobody, the nearest first.
    fileprivate func stranded(beyond horizon: PlanHorizon) -> [(wakeAt: Timestamp?, reference: ObjectReference)] {
        planned { schedule, isUsable in
            guard let wakeAt = schedule.wakeAt, schedule.heldUntil == nil else { return false }
            return wakeAt > (isUsable ? horizon.ofChecks : horizon.ofWork)
        }
    }

    private func planned(
        _ isWanted: (Change.Schedule, _ isUsable: Bool) -> Bool
    ) -> [(wakeAt: Timestamp?, reference: ObjectReference)] {
        let ofEnrollments = enrollments.values.filter { isWanted($0.schedule, $0.object.status == .succeeded) }
            .map { ($0.schedule.wakeAt, ObjectReference.enrollment($0.object.id)) }
        let ofIntents = intents.values.filter { isWanted($0.schedule, false) }
            .map { ($0.schedule.wakeAt, ObjectReference.paymentIntent($0.object.id)) }
        let ofCustomers = customerSchedules.filter { isWanted($0.value, false) }
            .map { ($0.value.wakeAt, ObjectReference.customer($0.key)) }
        let found: [(wakeAt: Timestamp?, reference: ObjectReference)] = ofEnrollments + ofIntents + ofCustomers
        return found.sorted {
            let (mine, theirs) = ($0.wakeAt?.microseconds ?? .min, $1.wakeAt?.microseconds ?? .min)
            return mine == theirs ? $0.reference.idText < $1.reference.idText : mine < theirs
        }
    }

    fileprivate mutating func hold(_ reference: ObjectReference, until time: Timestamp) {
        switch reference {
        case .enrollment(let id): enrollments[id]?.schedule.heldUntil = time
        case .paymentIntent(let id): intents[id]?.schedule.heldUntil = time
        case .customer(let id): customerSchedules[id]?.heldUntil = time
        case .bankAccount, .app, .apiKey: break
        }
    }
}
