import GRDB
import SQLiteWriter

/// A connection to SQLite; each text is prepared once on it.
extension Database: CardsDatabase {
    func rows(_ sql: String, _ arguments: CardsArguments) throws -> [CardsRow] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments.ofSQLite).map { row in
            CardsRow(zip(row.columnNames, row.databaseValues.map(CardsValue.init)))
        }
    }

    func run(_ sql: String, _ arguments: CardsArguments) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments.ofSQLite)
        return changesCount
    }

    func damage() throws -> [String] {
        var faults: [String] = []
        let integrity = try String.fetchAll(self, sql: "PRAGMA integrity_check")
        if integrity != ["ok"] { faults.append("the file is damaged: \(integrity.first ?? "no answer")") }
        let broken = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").count
        if broken != 0 { faults.append("\(broken) rows point to nothing") }
        return faults
    }
}

/// A file's one writer takes one after the other.
extension GroupCommitWriter: CardsStore {
    func change<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value {
        try await write { (database: Database) in try work(database) }
    }

    func look<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value {
        try await read { (database: Database) in try work(database) }
    }
}

extension CardsValue {
    /// No column has a number with a fraction, or bytes: they are read as what no column may hold.
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .int64(let number): .integer(number)
            case .string(let text): .text(text)
            case .null, .double, .blob: .null
            }
    }
}

extension CardsArguments {
    fileprivate var ofSQLite: StatementArguments {
        StatementArguments(
            values.map { value in
                switch value {
                case .null: DatabaseValue.null
                case .integer(let number): number.databaseValue
                case .text(let text): text.databaseValue
                }
            }
        )
    }
}
