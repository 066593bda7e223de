public import SQLiteWriter

/// Runs batches in a file, whose only writer runs one after the other.
public struct FileBatches: BatchStore {
    package let writer: GroupCommitWriter
    private let names: SchemaNames

    /// Opens or creates the file, and migrates its tables where `options` allow it.
    ///
    /// - Throws: ``OpeningRefusal``, ``MigrationRefusal`` or SQLite's error.
    public init(path: String, schema: StoreSchema, options: GroupCommitWriter.Options = .init()) throws {
        writer = try GroupCommitWriter(
            path: path,
            migrations: schema.migrations,
            functions: schema.functions,
            options: options
        )
        names = schema.names
    }

    /// Whether the file accepts writes; reads go on when it is `false`.
    ///
    /// After a failed sync it is `false` for good; on a full disk it is `false` until there is room.
    public var isHealthy: Bool { writer.isHealthy }

    /// Finishes the waiting work and closes the file.
    public func close() async { await writer.close() }

    public func read(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer] {
        let count = statements.count { $0.text.ofFile != nil }
        return try await failing { [names] in
            try await writer.read(isOneStatement: count == 1) { try $0.answers(to: statements, names) }
        }
    }

    public func write(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer] {
        try await failing { [names] in
            try await writer.write { try $0.answers(to: statements, names) }
        }
    }

    public func writeInNoHurry(
        _ statements: [SQLStatement],
        locking row: SQLValue,
        thenAsking question: SQLStatement?
    ) async throws(SQLFailure) -> [SQLAnswer] {
        let all = statements + (question.map { [$0] } ?? [])
        return try await failing { [names] in
            try await writer.write(isInNoHurry: true) { try $0.answers(to: all, names) }
        }
    }

    public func write(
        asking questions: [SQLStatement],
        _ decide: @escaping @Sendable ([SQLAnswer]) throws -> [SQLStatement]
    ) async throws(SQLFailure) -> SQLDecision {
        try await failing { [names] in
            try await writer.write { database in
                let asked = try database.answers(to: questions, names)
                return SQLDecision(
                    asked: asked,
                    wrote: try database.answers(to: try decide(asked), names, from: questions.count)
                )
            }
        }
    }

    public func snapshot<Value: Sendable>(
        within time: Duration? = nil,
        _ work: @escaping @Sendable (any SQLSnapshot) throws -> Value
    ) async throws(SQLFailure) -> Value {
        try await failing {
            try await writer.read { database in try work(database) }
        }
    }

    /// Writes a complete copy of one moment to a file that does not exist yet.
    public func backUp(to path: String) async throws(SQLFailure) {
        try await failing { try await writer.copy(to: path) }
    }

    private func failing<Value>(_ body: () async throws -> Value) async throws(SQLFailure) -> Value {
        do {
            return try await body()
        } catch let failure as SQLFailure {
            throw failure
        } catch {
            let isUnknown = (error as? WriterFault)?.isOutcomeUnknown ?? false
            throw .fault(SQLStorageFault(underlying: error, isOutcomeUnknown: isUnknown))
        }
    }
}

extension SQLiteConnection {
    fileprivate func answers(
        to statements: [SQLStatement],
        _ names: SchemaNames,
        from first: Int = 0
    ) throws -> [SQLAnswer] {
        var answers: [SQLAnswer] = []
        answers.reserveCapacity(statements.count)
        for (place, statement) in statements.enumerated() {
            do {
                guard let answer = try answer(to: statement) else { throw SQLFailure.unmet(statement: first + place) }
                answers.append(answer)
            } catch let error as SQLiteError {
                guard let key = names.takenKey(error) else { throw error }
                throw SQLFailure.taken(key: key, statement: first + place)
            }
        }
        return answers
    }
}

extension SchemaNames {
    fileprivate func takenKey(_ error: SQLiteError) -> String? {
        let isPrimary = error.code == Self.primaryKeyTaken
        guard isPrimary || error.code == Self.uniqueKeyTaken, let message = error.message else { return nil }
        let columns = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
        return key(of: columns, isPrimary: isPrimary)
    }

    // SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE: Swift cannot import the library's own names.
    private static var primaryKeyTaken: Int32 { 1_555 }
    private static var uniqueKeyTaken: Int32 { 2_067 }
}
