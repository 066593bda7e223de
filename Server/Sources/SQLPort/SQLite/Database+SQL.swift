public import ChavePixModel
import Foundation
public import GRDB

/// A connection to SQLite; each text is prepared once on it.
extension Database: SQLDatabase {
    public func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments.ofSQLite).map { SQLRow(source: .sqlite($0)) }
    }

    public func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments.ofSQLite).map { SQLRow(source: .sqlite($0)) }
    }

    public func run(_ sql: String, _ arguments: SQLArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments.ofSQLite)
    }

    public func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int {
        try run(sql, arguments)
        return changesCount
    }

    public func sharedClock(at now: Timestamp) -> Timestamp { now }

    /// A restart finds at once what the run before it had taken.
    public var leaseSeconds: Int { 0 }

    public var takingRows: String { "" }

    public func damage() throws -> [String] {
        var faults: [String] = []
        let integrity = try String.fetchAll(self, sql: "PRAGMA integrity_check")
        if integrity != ["ok"] { faults.append("the file is damaged: \(integrity.first ?? "no answer")") }
        let broken = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").count
        if broken != 0 { faults.append("\(broken) rows point to nothing") }
        return faults
    }
}

extension SQLArguments {
    fileprivate var ofSQLite: StatementArguments {
        StatementArguments(
            values.map { value in
                switch value {
                case .null: DatabaseValue.null
                case .integer(let number): number.databaseValue
                case .text(let text): KeptText.written(text).databaseValue
                case .bytes(let bytes): Data(bytes).databaseValue
                }
            }
        )
    }
}
