import ChavePixModel
import Foundation
import GRDB

/// A connection to SQLite; each text is prepared once on it.
extension Database: BankDatabase {
    func row(_ sql: String, _ arguments: BankArguments) throws -> BankRow? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments.ofSQLite).map(BankRow.sqlite)
    }

    func rows(_ sql: String, _ arguments: BankArguments) throws -> [BankRow] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments.ofSQLite).map(BankRow.sqlite)
    }

    func run(_ sql: String, _ arguments: BankArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments.ofSQLite)
    }

    func count(changedBy sql: String, _ arguments: BankArguments) throws -> Int {
        try run(sql, arguments)
        return changesCount
    }

    func sharedClock(at now: Timestamp) -> Timestamp { now }

    /// A restart finds at once what the run before it had taken.
    var leaseSeconds: Int { 0 }

    var takingRows: String { "" }

    func damage() throws -> [String] {
        var faults: [String] = []
        let integrity = try String.fetchAll(self, sql: "PRAGMA integrity_check")
        if integrity != ["ok"] { faults.append("the file is damaged: \(integrity.first ?? "no answer")") }
        let broken = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").count
        if broken != 0 { faults.append("\(broken) rows point to nothing") }
        return faults
    }
}

extension BankArguments {
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
