public import ChavePixModel
import PostgresClient
public import TokenActivationCore

extension PostgresTokenActivationStore {
    public func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? {
        // No id that was ever stored holds one, and PostgreSQL does not take it.
        guard !id.utf8.contains(0) else { return nil }
        return try await rows(ActivationStatement.one, [.text(id)], Activation.init(row:)).first
    }

    public func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try await rows(ActivationStatement.standing, token.values, Activation.init(row:)).first
    }

    public func claim(_ scope: ActivationDigest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try await rows(ActivationStatement.key, [.bytes(scope.bytes)], IdempotencyClaim.init(row:)).first
    }

    public func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp] {
        let values: [PostgresValue] = [.bytes(card.utf8Bytes), .integer(since.microseconds)]
        return try await rows(ActivationStatement.refusals, values) { row throws(PostgresError) -> Timestamp in
            var columns = ActivationColumns(row)
            return try columns.time()
        }
    }

    public func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        guard !id.utf8.contains(0) else { return nil }
        return try await rows(ActivationStatement.notice, [.text(id)], PendingNotice.init(row:)).first
    }

    public func link(_ digest: ActivationDigest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try await rows(ActivationStatement.link, [.bytes(digest.bytes)], SuspensionLink.init(row:)).first
    }

    public func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation] {
        let values: [PostgresValue] = [.integer(time.microseconds), .limit(limit)]
        let question = PostgresStatement(ActivationStatement.due, values)
        let answer = try await answers(PostgresBatch(.reads, [question])).first
        // Others are due too; ``check()`` finds what cannot be read.
        return (answer?.rows ?? []).compactMap { try? Activation(row: $0) }
    }

    public func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        let values: [PostgresValue] = [.integer(time.microseconds), .limit(limit)]
        return try await rows(ActivationStatement.dueNotices, values, PendingNotice.init(row:))
    }

    public func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        let values: [PostgresValue] = [.bytes(chain.text.utf8Bytes), .integer(last), .limit(limit)]
        return try await rows(ActivationStatement.audit, values) { row throws(PostgresError) -> ActivationAuditEntry in
            try ActivationAuditEntry(chain, row: row)
        }
    }

    private func rows<Value>(
        _ sql: String,
        _ values: [PostgresValue],
        _ read: ([PostgresValue]) throws(PostgresError) -> Value
    ) async throws(ActivationStoreFault) -> [Value] {
        let answer = try await answers(PostgresBatch(.reads, [PostgresStatement(sql, values)])).first ?? PostgresRows()
        do throws(PostgresError) {
            var found: [Value] = []
            for row in answer.rows { found.append(try read(row)) }
            return found
        } catch {
            throw ActivationStoreFault(underlying: error)
        }
    }
}
