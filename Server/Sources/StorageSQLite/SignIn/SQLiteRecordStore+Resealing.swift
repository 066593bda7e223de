import GRDB
import SQLiteWriter
public import SignInCore

extension SQLiteRecordStore: ResealableRecordStore {
    public func everyRecord(
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [SignInCore.StoredRecord] {
        // No key stands before three empty texts.
        let key = last ?? RecordKey(tenant: "", kind: "", id: "")
        let arguments = key.values + [limit.bounded]
        let rows = try await asking { try $0.rows(RecordStatement.every, arguments) }
        return rows.map { row in
            SignInCore.StoredRecord(
                key: RecordKey(
                    tenant: String(blob: row[0]),
                    kind: String.fromDatabaseValue(row[1]) ?? "",
                    id: String(blob: row[2])
                ),
                version: Int64.fromDatabaseValue(row[3]) ?? 0,
                bytes: [UInt8](blob: row[4])
            )
        }
    }

    public func rewrite(_ records: [SignInCore.StoredRecord]) async throws(RecordStoreFault) -> Int {
        do {
            return try await writer.write { database in
                let statement = try database.cachedStatement(sql: RecordStatement.rewrite)
                var count = 0
                for record in records {
                    let row = record.key.values + [record.version.databaseValue, record.bytes.blob]
                    try statement.execute(arguments: StatementArguments(row))
                    count += database.changesCount
                }
                return count
            }
        } catch {
            throw RecordStoreFault(underlying: withoutValues(error))
        }
    }
}
