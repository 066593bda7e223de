package import PaymentsCore

extension Change {
    /// Whether there is nothing to store.
    package var isEmpty: Bool { writes.isEmpty && events.isEmpty && audit.isEmpty && idempotency == nil }
}

extension IdempotencyRecord {
    /// What `body` holds: the columns beside it say the rest.
    package var withoutProgress: IdempotencyRecord {
        var record = self
        record.heldUntil = nil
        record.outcome = nil
        return record
    }
}
