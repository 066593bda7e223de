public import ChaveBase
import ChavePixModel
public import PaymentsCore
import SQLPort

extension SQLPaymentsStore {
    public func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        let found = try await rows(IdempotencyStatement.one, [scope.half])
        return try read { try found.first.map { try IdempotencyRecord(scope: scope, columnValues: $0[...]) } }
    }

    public func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        try await write([SQLStatement(IdempotencyStatement.prune, [time, SQLValue.limit(limit)])]).first?.count ?? 0
    }

    /// Rows that another node claims at the same time are skipped, not waited for.
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

    /// A claim whose answer is lost is nobody's until its time is over, and so is a row whose id is none: it keeps no other
    /// from being worked on.
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

    /// Frees what this node holds; of a file, all that is held.
    public func releaseAll() async throws(StorageFault) {
        try await write(WorkStatement.releases.map { SQLStatement($0, pool == nil ? [] : [node]) })
    }

    /// Writes one row and waits for its sync: whether the store would take a payment now.
    public func confirmWritable(at now: Timestamp) async throws(StorageFault) {
        try await write([SQLStatement(WorkStatement.touch, [now])])
    }
}
