public import ChaveBase
public import SQLiteWriter

/// A connection to SQLite, which prepares each text once.
extension SQLiteConnection: SQLDatabase {
    public func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow? {
        try statement(sql).firstRow(arguments.values)
    }

    public func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
        try statement(sql).rows(arguments.values)
    }

    public func answers(to questions: [SQLQuestion]) throws -> [[SQLRow]] {
        try questions.map { try rows($0.sql, $0.arguments) }
    }

    public func run(_ sql: String, _ arguments: SQLArguments) throws { try statement(sql).run(arguments.values) }

    public func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int {
        try run(sql, arguments)
        return changesCount
    }

    public func sharedClock(at now: Timestamp) -> Timestamp { now }

    /// 0 seconds: after a restart the process can at once take the work of the previous run.
    public var leaseSeconds: Int { 0 }

    public var takingRows: String { "" }
}

extension SQLiteConnection: SQLSnapshot {
    public func rows(_ statement: SQLStatement) throws -> [SQLRow] {
        guard let text = statement.text.ofFile else { return [] }
        return try self.statement(text).rows(statement.values)
    }

    public func forEachRow(_ statement: SQLStatement, _ body: (SQLRow) throws -> Void) throws {
        guard let sql = statement.text.sqlite else { return }
        // A separate prepared statement: `body` may run the same query at the same time.
        try prepare(sql).forEachRow(statement.values, body)
    }

    public func damage() throws -> [SQLDamage] {
        let lines = try texts(of: "PRAGMA integrity_check").compactMap { $0 }.filter { $0 != "ok" }
        let orphans = try prepare("PRAGMA foreign_key_check").rows([]).map { row in
            var columns = ColumnReader(row, table: "foreign_key_check")
            return SQLDamage.orphan(table: try columns.text(), row: try columns.optionalInteger())
        }
        return lines.map(SQLDamage.file) + orphans
    }
}

extension SQLiteConnection {
    /// Runs one statement of a batch and checks its demand.
    ///
    /// - Returns: `nil` where the statement does not meet its demand.
    /// - Throws: `SQLiteError`.
    func answer(to asked: SQLStatement) throws -> SQLAnswer? {
        guard let text = asked.text.ofFile else { return SQLAnswer() }
        let statement = try statement(text)
        switch asked.text.demand {
        case .nothing:
            let changesBefore = totalChangesCount
            let rows = try statement.rows(asked.values)
            return SQLAnswer(rows: rows, count: totalChangesCount == changesBefore ? 0 : changesCount)
        case .changesRow:
            try statement.run(asked.values)
            return changesCount > 0 ? SQLAnswer(count: changesCount) : nil
        case .findsRow, .holdsRow: return try statement.findsRow(asked.values) ? SQLAnswer() : nil
        case .findsNone: return try statement.findsRow(asked.values) ? nil : SQLAnswer()
        }
    }
}

extension SQLiteStatement {
    fileprivate func run(_ values: [SQLValue]) throws {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    fileprivate func findsRow(_ values: [SQLValue]) throws -> Bool {
        defer { reset() }
        try bind(values)
        return try step()
    }

    fileprivate func firstRow(_ values: [SQLValue]) throws -> SQLRow? {
        defer { reset() }
        try bind(values)
        return try step() ? row() : nil
    }

    fileprivate func rows(_ values: [SQLValue]) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        try forEachRow(values) { rows.append($0) }
        return rows
    }

    fileprivate func forEachRow(_ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        defer { reset() }
        try bind(values)
        while try step() { try body(row()) }
    }

    private func bind(_ values: [SQLValue]) throws {
        guard values.count == parameterCount else {
            throw SQLParameterCount(expected: parameterCount, found: values.count)
        }
        makeRoom(for: values.reduce(0) { $0 + $1.size })
        for (place, value) in values.enumerated() {
            switch value {
            case .null: try bindNull(at: place + 1)
            case .integer(let number): try bind(number, at: place + 1)
            case .text(let text): try bind(KeptText.written(text), at: place + 1)
            case .bytes(let bytes): try bind(bytes, at: place + 1)
            case .id(let high, let low): try bind(high: high, low: low, at: place + 1)
            case .fraction(let number): try bind(number, at: place + 1)
            }
        }
    }

    /// A copy of the statement's current row.
    private func row() throws -> SQLRow {
        SQLRow(
            source: .sqlite(
                try (0..<columnCount).map { column in
                    switch kind(at: column) {
                    case .null: .null
                    case .integer: .integer(integer(at: column))
                    case .fraction: .fraction(fraction(at: column))
                    case .text: .text(KeptText.read(try text(at: column)))
                    case .bytes:
                        try halves(at: column).map { .id(high: $0.high, low: $0.low) } ?? .bytes(bytes(at: column))
                    }
                }
            )
        )
    }
}

extension SQLValue {
    /// The bytes that the bound value needs, without the marks in a text.
    fileprivate var size: Int {
        switch self {
        case .null, .integer, .fraction: 0
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .id: 16
        }
    }
}

/// A statement received more or fewer values than it has parameters: a programming error.
struct SQLParameterCount: Error, Hashable {
    let expected: Int
    let found: Int
}
