import PaymentsModel
import SQLPort

extension SQLPaymentsStore {
    /// The first row that the statement finds.
    func first<Record: StoredRecord>(
        _ text: SQLText,
        _ arguments: SQLArguments
    ) async throws(StorageFault) -> Record? {
        let found = try await rows(text, arguments)
        return try read { try found.first.map { try Record(columnValues: $0[...]) } }
    }

    /// All rows that the statement finds.
    func all<Record: StoredRecord>(
        _ text: SQLText,
        _ arguments: SQLArguments = []
    ) async throws(StorageFault) -> [Record] {
        let found = try await rows(text, arguments)
        return try read { try found.map { try Record(columnValues: $0[...]) } }
    }

    func rows(_ text: SQLText, _ arguments: SQLArguments = []) async throws(StorageFault) -> [[SQLValue]] {
        try await answers([SQLStatement(text, arguments)]).first?.rows.map(\.values) ?? []
    }

    /// Whether the statement finds a row.
    func finds(_ text: SQLText, _ arguments: SQLArguments = []) async throws(StorageFault) -> Bool {
        try await answers([SQLStatement(text, arguments)]).first?.rows.isEmpty == false
    }

    /// Runs all statements in one round trip.
    func answers(_ statements: [SQLStatement]) async throws(StorageFault) -> [SQLAnswer] {
        do {
            return try await batches.read(statements)
        } catch {
            throw StorageFault(error)
        }
    }

    /// Writes statements without a demand.
    @discardableResult
    func write(_ statements: [SQLStatement]) async throws(StorageFault) -> [SQLAnswer] {
        do {
            return try await batches.write(statements)
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
