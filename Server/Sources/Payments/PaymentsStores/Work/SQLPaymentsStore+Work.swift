public import ChaveBase
import ChavePixModel
public import PaymentsModel
import SQLPort

extension SQLPaymentsStore {
    public func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        let found = try await rows(IdempotencyStatement.one, [scope.half])
        return try read { try found.first.map { try IdempotencyRecord(scope: scope, columnValues: $0[...]) } }
    }

    public func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        try await write([SQLStatement(IdempotencyStatement.prune, [time, SQLValue.limit(limit)])]).first?.count ?? 0
    }

    /// Skips rows that another node claims at the same time, without waiting.
    public func claimDue(
        at now: Timestamp,
        plannedUntil: Timestamp,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        let tooLong = heldUntil.adding(seconds: 60)
        return try await claim(WorkStatement.due, [plannedUntil, SQLValue.limit(limit), now, tooLong], heldUntil)
    }

    public func claimStranded(
        beyond horizon: PlanHorizon,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        let bounds: SQLArguments = [horizon.ofWork, SQLValue.limit(limit), horizon.ofChecks]
        return try await claim(WorkStatement.stranded, bounds, heldUntil)
    }

    /// Claims rows; a claim whose response is lost belongs to no worker until its time is over.
    ///
    /// The same is true for a row whose id is invalid: it blocks no other row.
    private func claim(
        _ text: SQLText,
        _ bounds: SQLArguments,
        _ heldUntil: Timestamp
    ) async throws(StorageFault) -> [ObjectReference] {
        let hold = [heldUntil.bound, node.bound]
        let found: [SQLRow]
        if pool != nil {
            found = try await write([SQLStatement(text, values: bounds.values + hold)]).first?.rows ?? []
        } else {
            do {
                let claimed = try await batches.write(asking: [SQLStatement(text, bounds)]) { answers in
                    try (answers.first?.rows ?? []).map { row in
                        let values = row.values[...]
                        return SQLStatement(
                            WorkStatement.hold(try values.at(0).string),
                            values: [try values.at(1)] + hold
                        )
                    }
                }
                found = claimed.asked.first?.rows ?? []
            } catch {
                throw StorageFault(error)
            }
        }
        return found.compactMap { try? ObjectReference(columnValues: $0.values[...]) }
    }

    /// Releases the holds of this node; in a file, all holds.
    public func releaseAll() async throws(StorageFault) {
        try await write(WorkStatement.releases.map { SQLStatement($0, pool == nil ? [] : [node]) })
    }

    /// Checks whether the store would accept a payment now: writes one row and waits for its sync.
    public func confirmWritable(at now: Timestamp) async throws(StorageFault) {
        try await write([SQLStatement(WorkStatement.touch, [now])])
    }
}
