import ChaveBase
public import PostgresClient
package import SQLPort
public import SQLiteWriter
public import TokenActivationCore

/// Activations in one SQLite file, for one process, or in PostgreSQL, for any number of nodes.
///
/// An acknowledged commit survives a power cut. The store encrypts nothing. It holds references, ids, a card's last
/// four digits and the wallets' device names; of secrets it holds the digests alone.
public struct SQLTokenActivationStore: TokenActivationStore {
    /// The file's name in its directory.
    public static let fileName = "token-activations.sqlite"

    package static var schema: SchemaInPostgres { ActivationSchema.all.inPostgres }

    package let batches: any BatchStore

    /// Opens or creates `token-activations.sqlite` in `directory`, and creates a missing directory.
    ///
    /// - Throws: `OpeningRefusal` when another process has the file open, `MigrationRefusal` when a newer program wrote
    ///   it.
    public init(directory: String, options: GroupCommitWriter.Options = .init()) throws {
        let path = try OwnersFile.path(of: Self.fileName, in: directory)
        batches = try FileBatches(path: path, schema: ActivationSchema.all, options: options)
    }

    /// Migrates the schema, or only checks it when `mayMigrate` is false; the caller keeps ownership of the pool.
    ///
    /// - Throws: `MigrationRefusal` when this program cannot use the schema, or `PostgresError`.
    public init(over pool: PostgresPool, mayMigrate: Bool = true) async throws {
        batches = try await PostgresBatches(over: pool, schema: ActivationSchema.all, mayMigrate: mayMigrate)
    }

    /// The file's writer; `nil` over PostgreSQL.
    package var writer: GroupCommitWriter? { (batches as? FileBatches)?.writer }

    /// `false` when the store is known to be unable to write; the property asks no database.
    public var isHealthy: Bool { batches.isHealthy }

    /// Finishes waiting work, and closes the file; a PostgreSQL pool stays open for its owner to close.
    public func close() async { await batches.close() }

    /// Commits in one round trip to PostgreSQL, or in two when the change adds to the audit.
    ///
    /// While the commit runs, no other commit extends its audit chains.
    public func commit(
        _ change: ActivationChange
    ) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        guard !change.writes.isEmpty || !change.audit.isEmpty else { return .committed }
        let held = change.held
        let holding = held.map { SQLStatement(ActivationStatement.hold, [$0]) }
        let lettingGo = held.map { SQLStatement(ActivationStatement.letGo, [$0]) }
        let writes = change.writes.map(\.statement)
        do {
            if change.audit.isEmpty {
                _ = try await batches.write(holding + writes + lettingGo)
            } else {
                let chains = Array(Set(change.audit.map(\.chain)))
                let heads = chains.map { SQLStatement(ActivationStatement.auditHead, [$0.text.utf8.blob]) }
                _ = try await batches.write(asking: holding + heads) { answers in
                    let ends = try Self.ends(of: chains, in: Array(answers.suffix(chains.count)))
                    return writes + Self.entries(change.audit, after: ends).map(\.insertion) + lettingGo
                }
            }
            return .committed
        } catch {
            switch error {
            case .unmet, .taken: return .conflict
            case .fault(let fault): throw ActivationStoreFault(underlying: fault.underlying)
            }
        }
    }

    public func removeExpired(_ ends: ActivationRetention, limit: Int) async throws(ActivationStoreFault) -> Int {
        let steps = [
            (ActivationStatement.removeKeys, ends.now), (ActivationStatement.removeOldLinks, ends.now),
            (ActivationStatement.removeRefusals, ends.refusalsBefore),
            (ActivationStatement.removeActivations, ends.activationsBefore),
        ]
        let statements = steps.map { text, time in SQLStatement(text, [time.microseconds, max(0, limit)]) }
        return try await failing { () async throws(SQLFailure) in
            try await batches.write(statements).reduce(0) { $0 + $1.count }
        }
    }

    private typealias ChainEnd = (sequence: Int64, hash: Digest)

    private static func ends(
        of chains: [ActivationAuditChain],
        in answers: [SQLAnswer]
    ) throws -> [ActivationAuditChain: ChainEnd] {
        var ends: [ActivationAuditChain: ChainEnd] = [:]
        for (chain, answer) in zip(chains, answers) {
            guard let row = answer.rows.first else { continue }
            var columns = ColumnReader(row, table: "audit_entry")
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

    func failing<Value>(
        _ body: () async throws(SQLFailure) -> Value
    ) async throws(ActivationStoreFault) -> Value {
        do {
            return try await body()
        } catch {
            throw ActivationStoreFault(underlying: error.fault.underlying)
        }
    }
}
