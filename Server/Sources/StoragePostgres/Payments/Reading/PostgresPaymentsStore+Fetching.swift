import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore {
    /// The first row that `sql` finds.
    func first<Record: StoredRecord>(
        _ sql: String,
        _ values: [PostgresValue]
    ) async throws(StorageFault) -> Record? {
        let found = try await rows(sql, values)
        return try read { try found.first.map { try Record(columnValues: $0[...]) } }
    }

    /// All rows that `sql` finds.
    func all<Record: StoredRecord>(
        _ sql: String,
        _ values: [PostgresValue] = []
    ) async throws(StorageFault) -> [Record] {
        let found = try await rows(sql, values)
        return try read { try found.map { try Record(columnValues: $0[...]) } }
    }

    func rows(_ sql: String, _ values: [PostgresValue] = []) async throws(StorageFault) -> [[PostgresValue]] {
        guard !values.contains(where: \.isNowhere) else { return [] }
        return try await answers(.reads, [PostgresStatement(sql, values)]).first?.rows ?? []
    }

    func answers(
        _ effect: PostgresBatch.Effect,
        _ statements: [PostgresStatement]
    ) async throws(StorageFault) -> [PostgresRows] {
        do {
            return try await pool.runRetrying(PostgresBatch(effect, statements))
        } catch {
            throw StorageFault(error)
        }
    }

    func read<Value>(_ body: () throws -> Value) throws(StorageFault) -> Value {
        do {
            return try body()
        } catch {
            throw StorageFault(underlying: error)
        }
    }
}
