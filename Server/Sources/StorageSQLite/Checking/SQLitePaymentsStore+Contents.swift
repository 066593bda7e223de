import GRDB
public import PaymentsCore
import SQLiteWriter

extension SQLitePaymentsStore {
    /// Whether anything is stored that only the server's field key opens.
    public func holdsSealedFields() async throws(StorageFault) -> Bool {
        try await holds(#"EXISTS (SELECT 1 FROM "customer") OR EXISTS (SELECT 1 FROM "idempotency")"#)
    }

    public func holdsEnrollments() async throws(StorageFault) -> Bool {
        try await holds(#"EXISTS (SELECT 1 FROM "enrollment")"#)
    }

    /// One of all customers who are not erased, of whatever organisation; never for a request.
    public func anyCustomer() async throws(StorageFault) -> Customer? {
        try await first(#"SELECT \#(Customer.columnList) FROM "customer" WHERE "key_id" IS NOT NULL LIMIT 1"#, [])
    }

    private func holds(_ condition: String) async throws(StorageFault) -> Bool {
        do {
            return try await writer.read { try Bool.fetchOne($0, sql: "SELECT \(condition)") ?? false }
        } catch {
            throw translateRead(error)
        }
    }
}
