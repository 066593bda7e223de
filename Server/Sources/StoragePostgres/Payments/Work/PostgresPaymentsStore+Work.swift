public import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore {
    public func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        try await first(
            #"SELECT "body", "held_until", "outcome" FROM "payments"."idempotency" WHERE "scope" = $1"#,
            [scope.bound]
        )
    }

    public func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        let pruning = PostgresStatement(WorkStatement.prune, [time.bound, .limit(limit)])
        return try await answers(.writes, [pruning]).first?.count ?? 0
    }

    /// What another node claims at the same time is passed over and not waited for.
    public func claimDue(
        at now: Timestamp,
        plannedUntil: Timestamp,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        let tooLong = heldUntil.adding(seconds: 60)
        return try await claim(
            WorkStatement.due,
            [plannedUntil.bound, .limit(limit), heldUntil.bound, node.bound, now.bound, tooLong.bound]
        )
    }

    public func claimStranded(
        beyond horizon: PlanHorizon,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        try await claim(
            WorkStatement.stranded,
            [horizon.ofWork.bound, .limit(limit), heldUntil.bound, node.bound, horizon.ofChecks.bound]
        )
    }

    /// A claim whose answer is lost is nobody's until its time is over, and so is a row whose id is none: it keeps no other
    /// from being worked on.
    private func claim(_ sql: String, _ values: [PostgresValue]) async throws(StorageFault) -> [ObjectReference] {
        let found = try await answers(.writes, [PostgresStatement(sql, values)]).first?.rows ?? []
        return found.compactMap { try? ObjectReference(columnValues: $0[...]) }
    }

    /// Frees what this node holds.
    ///
    /// What other nodes hold is theirs, and what a dead one held is free once its time is over: nobody can tell a dead
    /// node from one that stands still, so only time ends what it holds.
    public func releaseAll() async throws(StorageFault) {
        _ = try await answers(.writes, WorkStatement.releases.map { PostgresStatement($0, [node.bound]) })
    }

    /// Writes one row and waits for its sync: whether the store would take a payment now.
    public func confirmWritable(at now: Timestamp) async throws(StorageFault) {
        _ = try await answers(.writes, [PostgresStatement(WorkStatement.touch, [now.bound])])
    }
}
