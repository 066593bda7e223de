public import ChaveBase
public import PaymentsModel

extension PaymentsStore {
    /// What is due at `now` by a clock that nobody has put back.
    public func claimDue(
        at now: Timestamp,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        try await claimDue(at: now, plannedUntil: now, heldUntil: heldUntil, limit: limit)
    }
}
