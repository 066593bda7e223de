import GRDB
import SQLiteWriter
import StoredForms

/// A file's contents as a check of all of them reads it.
struct FileSnapshot: SnapshotReader {
    static let placeOfEntry = "rowid"

    let database: Database

    func damages() throws -> [StoreFinding] {
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let orphans = try database.rows("PRAGMA foreign_key_check", []).map { row in
            let table = String.fromDatabaseValue(row[0]) ?? "?"
            let number = Int64.fromDatabaseValue(row[1]) ?? 0
            return StoreFinding(rule: .parentMissing, subject: table, detail: "row \(number) refers to nothing")
        }
        return lines.map { StoreFinding(rule: .fileDamaged, subject: "database", detail: $0) } + orphans
    }

    func each(_ sql: String, _ body: (ArraySlice<DatabaseValue>) throws -> Void) throws {
        let cursor = try Row.fetchCursor(database, sql: sql)
        while let row = try cursor.next() { try body(Array(row.databaseValues)[...]) }
    }

    func first(_ sql: String, _ texts: [String]) throws -> ArraySlice<DatabaseValue>? {
        try database.firstRow(sql, texts.map(\.databaseValue))?[...]
    }
}
