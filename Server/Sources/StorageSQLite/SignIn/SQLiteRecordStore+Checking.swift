import GRDB
import SQLiteWriter
public import SignInCore

extension SQLiteRecordStore {
    /// What is wrong with the file and its references; empty when it is sound.
    public func check() async throws(RecordStoreFault) -> [String] {
        try await looking { database in
            let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            let orphans = try database.rows("PRAGMA foreign_key_check", []).map { row in
                let table = String.fromDatabaseValue(row[0]) ?? "?"
                return "row \(Int64.fromDatabaseValue(row[1]) ?? 0) of \(table) refers to nothing"
            }
            return (lines + orphans).map { "sign-in: \($0)" }
        }
    }

    /// The record that was inserted first and the one that was inserted last, of those that are there.
    public func oldestAndNewest() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] {
        try await looking { database in
            try ["ASC", "DESC"].compactMap { order in
                let sql = """
                    SELECT "rowid", "tenant", "kind", "id", "version", "body" FROM "record"
                    ORDER BY "rowid" \(order) LIMIT 1
                    """
                return try database.firstRow(sql, []).map { RecordRow.read($0).record }
            }
        }
    }

    /// How many records there are of each kind; reads them all.
    public func recordCounts() async throws(RecordStoreFault) -> [String: Int64] {
        try await looking { database in
            let sql = #"SELECT "kind", COUNT(*) FROM "record" GROUP BY "kind""#
            return try database.rows(sql, []).reduce(into: [:]) { counts, row in
                counts[String.fromDatabaseValue(row[0]) ?? "?"] = Int64.fromDatabaseValue(row[1]) ?? 0
            }
        }
    }

    /// How many connections work now, and how many wait for work.
    public var connections: (used: Int, idle: Int) { writer.connections }

    private func looking<Answer: Sendable>(
        _ question: @escaping @Sendable (Database) throws -> Answer
    ) async throws(RecordStoreFault) -> Answer {
        do {
            return try await writer.read(question)
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }
}

private enum RecordRow {
    /// Row, tenant, kind, id, version and body.
    static func read(_ row: [DatabaseValue]) -> (row: Int64, record: SignInCore.StoredRecord) {
        let key = RecordKey(
            tenant: String(blob: row[1]),
            kind: String.fromDatabaseValue(row[2]) ?? "",
            id: String(blob: row[3])
        )
        let version = Int64.fromDatabaseValue(row[4]) ?? 0
        let record = SignInCore.StoredRecord(key: key, version: version, bytes: [UInt8](blob: row[5]))
        return (Int64.fromDatabaseValue(row[0]) ?? 0, record)
    }
}
