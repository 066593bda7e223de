public import ChavePixModel
public import PaymentsCore

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
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        maintain { tables in
            let due = tables.due(at: now).prefix(max(0, limit))
            for (_, reference) in due { tables.hold(reference, until: heldUntil) }
            return due.map(\.reference)
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
    fileprivate func due(at now: Timestamp) -> [(wakeAt: Timestamp?, reference: ObjectReference)] {
        let ofEnrollments = enrollments.values.filter { $0.isDue(at: now) }
            .map { ($0.schedule.wakeAt, ObjectReference.enrollment($0.object.id)) }
        let ofIntents = intents.values.filter { $0.isDue(at: now) }
            .map { ($0.schedule.wakeAt, ObjectReference.paymentIntent($0.object.id)) }
        let ofCustomers = customerSchedules.filter { MemoryTables.isDue($0.value, at: now) }
            .map { ($0.value.wakeAt, ObjectReference.customer($0.key)) }
        let due: [(wakeAt: Timestamp?, reference: ObjectReference)] = ofEnrollments + ofIntents + ofCustomers
        return due.sorted {
            let (mine, theirs) = ($0.wakeAt?.microseconds ?? .min, $1.wakeAt?.microseconds ?? .min)
            return mine == theirs ? $0.reference.idText < $1.reference.idText : mine < theirs
        }
    }

    fileprivate mutating func hold(_ reference: ObjectReference, until time: Timestamp) {
        switch reference {
        case .enrollment(let id): enrollments[id]?.schedule.heldUntil = time
        case .paymentIntent(let id): intents[id]?.schedule.heldUntil = time
        case .customer(let id): customerSchedules[id]?.heldUntil = time
        case .bankAccount, .app: break
        }
    }
}
