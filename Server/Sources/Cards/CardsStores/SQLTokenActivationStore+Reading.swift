public import ChaveBase
import SQLPort
public import TokenActivationCore

extension SQLTokenActivationStore {
    public func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? {
        try await rows(ActivationStatement.one, [id], Activation.init(row:)).first
    }

    public func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try await rows(ActivationStatement.standing, token.values, Activation.init(row:)).first
    }

    public func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try await rows(ActivationStatement.key, [scope.bytes.blob], IdempotencyClaim.init(row:)).first
    }

    public func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp] {
        try await rows(ActivationStatement.refusals, [card.utf8.blob, since.microseconds]) { row in
            var columns = ColumnReader(row, table: "card_refusal")
            return try columns.time()
        }
    }

    public func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        try await rows(ActivationStatement.notice, [id], PendingNotice.init(row:)).first
    }

    public func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try await rows(ActivationStatement.link, [digest.bytes.blob], SuspensionLink.init(row:)).first
    }

    public func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation] {
        // A row that cannot be read does not block the others; ``check()`` finds it.
        try await rows(ActivationStatement.due, [time.microseconds, max(0, limit)]) { try? Activation(row: $0) }
            .compactMap { $0 }
    }

    public func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        try await rows(ActivationStatement.dueNotices, [time.microseconds, max(0, limit)], PendingNotice.init(row:))
    }

    public func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        try await rows(ActivationStatement.audit, [chain.text.utf8.blob, last, max(0, limit)]) { row in
            try StoredAuditEntry(chain, row: row).entry
        }
    }

    /// The number of rows of each table, by its name; the call reads all tables.
    public func rowCounts() async throws(ActivationStoreFault) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for (table, counting) in ActivationStatement.counts {
            counts[table] = try await rows(counting, []) { row in
                var columns = ColumnReader(row, table: table)
                return try columns.integer()
            }.first
        }
        return counts
    }

    private func rows<Value>(
        _ text: SQLText,
        _ arguments: SQLArguments,
        _ read: (SQLRow) throws -> Value
    ) async throws(ActivationStoreFault) -> [Value] {
        let answers = try await failing { () async throws(SQLFailure) in
            try await batches.read([SQLStatement(text, arguments)])
        }
        do {
            return try answers.first?.rows.map(read) ?? []
        } catch {
            throw ActivationStoreFault(underlying: error)
        }
    }
}
