public import PaymentsCore
import PostgresClient
import SQLPort
import SQLiteWriter

extension SQLPaymentsStore {
    /// Takes the old versions of rows out of the database's pages.
    ///
    /// A file empties its log; what is overwritten there is overwritten. In PostgreSQL the tables are vacuumed. The server's
    /// log and its copies keep theirs for as long as whoever runs it has set; what a customer's own key had sealed is
    /// unreadable there too once that key is gone from them. A table for which it takes longer than a request may is left to
    /// the server's own vacuum, which waits for nobody and comes when enough of its rows are old: begun again it would take
    /// as long again.
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
                // One statement alone: it is a transaction of its own, and of several.
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
