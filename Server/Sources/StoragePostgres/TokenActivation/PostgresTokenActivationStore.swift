import ChavePixModel
public import PostgresClient
public import TokenActivationCore

/// Activations in PostgreSQL, for any number of nodes.
///
/// A commit takes one round trip, or two where it adds to the audit, whose chain nobody else extends meanwhile.
public struct PostgresTokenActivationStore: TokenActivationStore {
    static let schema = PostgresSchema(name: "token_activations", migrations: [.tokenActivations])

    let pool: PostgresPool

    /// Brings the schema up to date, or only looks at it where `mayMigrate` is false; the pool stays the caller's.
    ///
    /// - Throws: ``PostgresSchemaRefusal`` when the schema is none that this program can use, or `PostgresError`.
    public init(over pool: PostgresPool, mayMigrate: Bool = true) async throws {
        self.pool = pool
        if mayMigrate { try await Self.schema.apply(over: pool) } else { try await Self.schema.require(over: pool) }
    }

    public func commit(
        _ change: ActivationChange
    ) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        guard !change.writes.isEmpty || !change.audit.isEmpty else { return .committed }
        let commit = ActivationCommit(change)
        do {
            if change.audit.isEmpty {
                let statements = commit.holding + commit.steps + commit.lettingGo
                _ = try await pool.runRetrying(PostgresBatch(.writes, statements))
            } else {
                try await append(change.audit, with: commit)
            }
            return .committed
        } catch {
            if let error = error as? PostgresError, ActivationCommit.isConflict(error) { return .conflict }
            throw ActivationStoreFault(underlying: error)
        }
    }

    public func removeExpired(
        _ ends: ActivationRetention,
        limit: Int
    ) async throws(ActivationStoreFault) -> Int {
        let steps = [
            (ActivationStatement.removeKeys, ends.now), (ActivationStatement.removeOldLinks, ends.now),
            (ActivationStatement.removeRefusals, ends.refusalsBefore),
            (ActivationStatement.removeActivations, ends.activationsBefore),
        ]
        let statements = steps.map { sql, time in
            PostgresStatement(sql, [.integer(time.microseconds), .limit(limit)])
        }
        return try await answers(PostgresBatch(.writes, statements)).reduce(0) { $0 + $1.count }
    }

    /// Holds the chains, looks where they end, and stores the writes with the entries that follow.
    private func append(_ facts: [ActivationAuditFact], with commit: ActivationCommit) async throws {
        let chains = Array(Set(facts.map(\.chain)))
        let looking = chains.map { chain in
            PostgresStatement(ActivationStatement.auditHead, [.bytes(chain.text.utf8Bytes)])
        }
        try await pool.retrying { left in
            try await pool.transaction(within: left) { transaction in
                let answers = try await transaction.run(commit.holding + looking)
                let ends = try Self.ends(of: chains, in: Array(answers.suffix(chains.count)))
                let entries = Self.entries(facts, after: ends)
                let adding = entries.map { PostgresStatement(ActivationStatement.addAudit, $0.values) }
                let statements = commit.steps + adding + commit.lettingGo
                _ = try await transaction.commit(PostgresBatch(.writes, statements))
            }
        }
    }

    private typealias ChainEnd = (sequence: Int64, hash: ActivationDigest)

    private static func ends(
        of chains: [ActivationAuditChain],
        in answers: [PostgresRows]
    ) throws(PostgresError) -> [ActivationAuditChain: ChainEnd] {
        var ends: [ActivationAuditChain: ChainEnd] = [:]
        for (chain, answer) in zip(chains, answers) {
            guard let row = answer.rows.first else { continue }
            var columns = ActivationColumns(row)
            ends[chain] = (try columns.integer(), try columns.digest())
        }
        return ends
    }

    private static func entries(
        _ facts: [ActivationAuditFact],
        after ends: [ActivationAuditChain: ChainEnd]
    ) -> [ActivationAuditEntry] {
        var ends = ends
        return facts.map { fact in
            let entry = ActivationAuditEntry(fact, after: ends[fact.chain])
            ends[fact.chain] = (entry.sequence, entry.hash)
            return entry
        }
    }

    func answers(_ batch: PostgresBatch) async throws(ActivationStoreFault) -> [PostgresRows] {
        do {
            return try await pool.runRetrying(batch)
        } catch {
            throw ActivationStoreFault(underlying: error)
        }
    }
}
