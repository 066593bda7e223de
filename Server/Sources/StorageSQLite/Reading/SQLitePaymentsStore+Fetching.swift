import GRDB
import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    /// The first row that `sql` finds, decoded on the caller's side.
    func first<Record: StoredRecord>(
        _ sql: String,
        _ arguments: [DatabaseValue]
    ) async throws(StorageFault) -> Record? {
        do {
            let values = try await writer.read { try $0.firstRow(sql, arguments) }
            return try values.map { try Record(columnValues: $0[...]) }
        } catch {
            throw translateRead(error)
        }
    }

    /// All rows that `sql` finds, decoded on the caller's side.
    func all<Record: StoredRecord>(
        _ sql: String,
        _ arguments: [DatabaseValue]
    ) async throws(StorageFault) -> [Record] {
        do {
            let rows = try await writer.read { try $0.rows(sql, arguments) }
            return try rows.map { try Record(columnValues: $0[...]) }
        } catch {
            throw translateRead(error)
        }
    }
}

extension Database {
    func firstRow(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseValue]? {
        let statement = try cachedStatement(sql: sql)
        let row = try Row.fetchOne(statement, arguments: StatementArguments(values: arguments))
        return row.map { Array($0.databaseValues) }
    }

    func rows(_ sql: String, _ arguments: [DatabaseValue]) throws -> [[DatabaseValue]] {
        let statement = try cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(values: arguments))
        var rows: [[DatabaseValue]] = []
        while let row = try cursor.next() { rows.append(Array(row.databaseValues)) }
        return rows
    }
}
