public import ChavePixModel
import Foundation
public import GRDB

/// A connection to SQLite; each text is prepared once on it.
extension Database: SQLDatabase {
    public func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow? {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments.values.ofSQLite)
        return try cursor.next().map(SQLRow.init)
    }

    public func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
        try rows(sql, arguments.values)
    }

    public func run(_ sql: String, _ arguments: SQLArguments) throws { try run(sql, arguments.values) }

    public func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int {
        try run(sql, arguments)
        return changesCount
    }

    public func sharedClock(at now: Timestamp) -> Timestamp { now }

    /// A restart finds at once what the run before it had taken.
    public var leaseSeconds: Int { 0 }

    public var takingRows: String { "" }
}

extension Database: SQLSnapshot {
    public func rows(_ statement: SQLStatement) throws -> [SQLRow] {
        guard let sql = statement.text.sqlite else { return [] }
        return try rows(sql, statement.values)
    }

    public func forEachRow(_ statement: SQLStatement, _ body: (SQLRow) throws -> Void) throws {
        guard let sql = statement.text.sqlite else { return }
        // A statement of its own: `body` may ask the same question meanwhile.
        let cursor = try Row.fetchCursor(makeStatement(sql: sql), arguments: statement.values.ofSQLite)
        while let row = try cursor.next() { try body(SQLRow(row)) }
    }

    public func damage() throws -> [SQLDamage] {
        let lines = try String.fetchAll(self, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").map { row in
            SQLDamage.orphan(table: row[0] as String? ?? "?", row: row[1] as Int64? ?? 0)
        }
        return lines.map(SQLDamage.file) + orphans
    }
}

extension Database {
    /// Runs one statement of a batch; what its demand says is found out here.
    ///
    /// - Returns: `nil` where the demand is not met.
    func answer(to statement: SQLStatement) throws -> SQLAnswer? {
        guard let sql = statement.text.sqlite else { return SQLAnswer() }
        switch statement.text.demand {
        case .nothing:
            guard try cachedStatement(sql: sql).columnCount > 0 else {
                try run(sql, statement.values)
                return SQLAnswer(count: changesCount)
            }
            let changesBefore = totalChangesCount
            let rows = try rows(sql, statement.values)
            return SQLAnswer(rows: rows, count: totalChangesCount == changesBefore ? 0 : changesCount)
        case .changesRow:
            try run(sql, statement.values)
            return changesCount > 0 ? SQLAnswer(count: changesCount) : nil
        case .findsRow, .holdsRow: return try findsRow(sql, statement.values) ? SQLAnswer() : nil
        case .findsNone: return try findsRow(sql, statement.values) ? nil : SQLAnswer()
        }
    }

    private func findsRow(_ sql: String, _ values: [SQLValue]) throws -> Bool {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: values.ofSQLite).next() != nil
    }

    private func run(_ sql: String, _ values: [SQLValue]) throws {
        try cachedStatement(sql: sql).execute(arguments: values.ofSQLite)
    }

    private func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: values.ofSQLite)
        while let row = try cursor.next() { rows.append(SQLRow(row)) }
        return rows
    }
}

extension SQLRow {
    /// Copies the row that the cursor stands on.
    fileprivate init(_ row: Row) {
        source = .sqlite(
            (0..<row.count).map { index in
                switch (row[index] as DatabaseValue).storage {
                case .null: .null
                case .int64(let number): .integer(number)
                case .string(let text): .text(text)
                case .blob(let data): .bytes([UInt8](data))
                case .double(let number): .fraction(number)
                }
            }
        )
    }
}

extension [SQLValue] {
    fileprivate var ofSQLite: StatementArguments {
        // By the optional type: for any other kind of value the library makes a key path for each of them.
        let values: [(any DatabaseValueConvertible)?] = map { value in
            switch value {
            case .null: nil
            case .integer(let number): number.databaseValue
            case .text(let text): KeptText.written(text).databaseValue
            case .bytes(let bytes): Data(bytes).databaseValue
            case .fraction(let number): number.databaseValue
            }
        }
        return StatementArguments(values)
    }
}
