public import PostgresClient

/// Runs batches in PostgreSQL, each as one transaction in one round trip; other nodes may share the tables.
public struct PostgresBatches: BatchStore {
    package let pool: PostgresPool
    private let unhurried: UnhurriedBatches

    /// Uses the caller's pool, which several stores share and which the caller closes.
    public init(over pool: PostgresPool) {
        self.pool = pool
        unhurried = UnhurriedBatches { statements in
            do throws(SQLFailure) {
                return .success(try await Self.answers(.writes, statements, from: pool))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Migrates the tables, or only checks them where `mayMigrate` is `false`.
    ///
    /// - Throws: `MigrationRefusal` when this program cannot use the schema, or `PostgresError`.
    public init(over pool: PostgresPool, schema: StoreSchema, mayMigrate: Bool) async throws {
        self.init(over: pool)
        if mayMigrate {
            try await schema.inPostgres.apply(over: pool)
        } else {
            try await schema.inPostgres.require(over: pool)
        }
    }

    /// `false` from a failed connection attempt until the next success.
    public var isHealthy: Bool { pool.isReachable }

    public func read(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer] {
        try await Self.answers(.reads, statements, from: pool)
    }

    public func write(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer] {
        try await Self.answers(.writes, statements, from: pool)
    }

    public func writeInNoHurry(
        _ statements: [SQLStatement],
        locking row: SQLValue,
        thenAsking question: SQLStatement?
    ) async throws(SQLFailure) -> [SQLAnswer] {
        try await unhurried.write(statements, locking: row, thenAsking: question)
    }

    public func write(
        asking questions: [SQLStatement],
        _ decide: @escaping @Sendable ([SQLAnswer]) throws -> [SQLStatement]
    ) async throws(SQLFailure) -> SQLDecision {
        do {
            return try await pool.retrying { [pool] left in
                try await pool.transaction(within: left) { transaction in
                    let asked = SentStatements(questions)
                    let found: [SQLAnswer]
                    do throws(PostgresError) {
                        found = asked.answers(try await transaction.run(asked.statements))
                    } catch {
                        throw asked.retriable(error)
                    }
                    let written = SentStatements(try decide(found), from: questions.count)
                    do throws(PostgresError) {
                        let wrote = written.answers(try await transaction.commit(.init(.writes, written.statements)))
                        return SQLDecision(asked: found, wrote: wrote)
                    } catch {
                        throw written.retriable(error)
                    }
                }
            }
        } catch let failure as SQLFailure {
            throw failure
        } catch let error as PostgresError {
            throw SQLFailure(error, statement: nil)
        } catch {
            throw .fault(SQLStorageFault(underlying: error))
        }
    }

    public func snapshot<Value: Sendable>(
        within time: Duration? = nil,
        _ work: @escaping @Sendable (any SQLSnapshot) throws -> Value
    ) async throws(SQLFailure) -> Value {
        do {
            return try await pool.blockingTransaction(.reads, opening: PostgresSnapshot.opening, within: time) {
                try work(PostgresSnapshot($0))
            }
        } catch let error as PostgresError {
            throw SQLFailure(error, statement: nil)
        } catch {
            throw .fault(SQLStorageFault(underlying: error))
        }
    }

    public func close() async {}

    private static func answers(
        _ effect: PostgresBatch.Effect,
        _ statements: [SQLStatement],
        from pool: PostgresPool
    ) async throws(SQLFailure) -> [SQLAnswer] {
        let sent = SentStatements(statements)
        guard !sent.statements.isEmpty else { return sent.answers([]) }
        do {
            return sent.answers(try await pool.runRetrying(PostgresBatch(effect, sent.statements)))
        } catch {
            throw sent.failure(error)
        }
    }
}

/// The statements of a batch that go to the server; statements for SQLite alone stay out.
private struct SentStatements {
    private(set) var statements: [PostgresStatement] = []
    private var places: [Int] = []
    private let demands: [SQLDemand]

    private let first: Int

    init(_ batch: [SQLStatement], from first: Int = 0) {
        self.first = first
        demands = batch.map(\.text.demand)
        for (place, statement) in batch.enumerated() {
            guard let sent = statement.ofPostgres else { continue }
            statements.append(sent)
            places.append(place)
        }
    }

    /// One answer for each statement of the batch.
    func answers(_ found: [PostgresRows]) -> [SQLAnswer] {
        var answers = demands.map { _ in SQLAnswer() }
        for (place, rows) in zip(places, found) {
            // A demand's quotient is not a row for the caller.
            let values = demands[place] == .nothing ? rows.rows : []
            answers[place] = SQLAnswer(rows: values.map { SQLRow(source: .postgres($0)) }, count: rows.count)
        }
        return answers
    }

    func failure(_ error: PostgresError) -> SQLFailure {
        SQLFailure(error, statement: error.statement.flatMap { places.indices.contains($0) ? first + places[$0] : nil })
    }

    /// Leaves a passing failure unchanged, for a retry.
    func retriable(_ error: PostgresError) -> any Error { error.mayBeRetried ? error : failure(error) }
}

extension SQLFailure {
    /// Translates the error; `statement` is the failed statement's place in the batch.
    init(_ error: PostgresError, statement: Int?) {
        switch (error.kind, statement) {
        // Only a demand divides, and the statement's place proves that the server ran it.
        case (.conditionFailed, let statement?): self = .unmet(statement: statement)
        case (.uniqueViolation, _): self = .taken(key: error.constraint ?? "", statement: statement)
        default:
            self = .fault(
                SQLStorageFault(
                    underlying: error,
                    isOutcomeUnknown: error.isOutcomeUnknown,
                    isAbandoned: error.kind == .abandoned
                )
            )
        }
    }
}
