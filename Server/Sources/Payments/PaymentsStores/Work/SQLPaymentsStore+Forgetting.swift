public import PaymentsModel
import PostgresClient
import SQLPort
import SQLiteWriter

extension SQLPaymentsStore {
    /// Removes the old versions of rows from the database's pages.
    ///
    /// In a file, the store empties the log, and overwritten data there is then overwritten too. In PostgreSQL, the
    /// tables are vacuumed. The server's log and its copies keep old versions for as long as their operator has set.
    /// Data sealed with a customer's own key is unreadable there too, once that key is gone from them.
    ///
    /// A vacuum may take longer than a request may. Such a table is left to the server's own vacuum, which comes when
    /// enough of its rows are old. A repeated attempt would take as long again.
    public func forgetOverwritten() async throws(StorageFault) -> Bool {
        guard let pool else {
            do {
                return try await writer?.emptyLog() ?? true
            } catch {
                throw StorageFault(underlying: error)
            }
        }
        for table in ["customer", "customer_name", "enrollment", "credential", "payment_intent"] {
            do throws(PostgresError) {
                // The statement is sent alone: it is a transaction of its own, and even of several.
                let statement = PostgresStatement(#"VACUUM (SKIP_LOCKED) "\#(PaymentsSchema.all.name)"."\#(table)""#)
                _ = try await pool.run(PostgresBatch(.reads, [statement], bringsLimits: false))
            } catch {
                guard error.kind == .cancelled || error.kind == .deadlinePassed else {
                    throw StorageFault(underlying: error)
                }
            }
        }
        return true
    }
}
