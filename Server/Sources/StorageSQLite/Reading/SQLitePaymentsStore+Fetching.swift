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
    /// A text with a NUL finds nothing: no row has one, and the library would look for what stands before it.
    func firstRow(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseValue]? {
        if arguments.contains(where: \.isTextWithNUL) { return nil }
        let statement = try cachedStatement(sql: sql)
        let row = try Row.fetchOne(statement, arguments: StatementArguments(values: arguments))
        return row.map { Array($0.databaseValues) }
    }

    /// A text with a NUL finds nothing here either.
    func rows(_ sql: String, _ arguments: [DatabaseValue]) throws -> [[DatabaseValue]] {
        if arguments.contains(where: \.isTextWithNUL) { return [] }
        let statement = try cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(values: arguments))
        var rows: [[DatabaseValue]] = []
        while let row = try cursor.next() { rows.append(Array(row.databaseValues)) }
        return rows
    }
}

extension DatabaseValue {
    fileprivate var isTextWithNUL: Bool {
        guard case .string(let text) = storage else { return false }
        return text.utf8.contains(0)
    }
}
