import StorageSQLite

/// A database that was opened for one piece of work.
protocol OpenedStore: Sendable {
    func close() async
}

extension SQLitePaymentsStore: OpenedStore {}
extension SQLiteRecordStore: OpenedStore {}

extension DataDirectory {
    /// Closes the store after `body`, also where it throws.
    static func closing<Store: OpenedStore, Value>(
        _ store: Store,
        after body: (Store) async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}
