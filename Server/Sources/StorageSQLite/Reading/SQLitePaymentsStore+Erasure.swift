public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter

extension SQLitePaymentsStore {
    public func customer(_ id: CustomerID) async throws(StorageFault) -> Customer? {
        try await first(#"SELECT "body" FROM "customer" WHERE "id" = ?1"#, [id.databaseValue])
    }

    /// What is at rest for good has nothing to wake up for.
    public func openEnrollments(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        try await all(
            """
            SELECT "body" FROM "enrollment"
            WHERE "organisation" = ?1 AND "customer" = ?2 AND "wake_at" IS NOT NULL ORDER BY "id"
            """,
            [organisation.databaseValue, customer.databaseValue]
        )
    }

    public func openPaymentIntents(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        try await all(
            """
            SELECT "body" FROM "payment_intent"
            WHERE "organisation" = ?1 AND "customer" = ?2 AND "status" IN ('PENDING', 'PROCESSING') ORDER BY "id"
            """,
            [organisation.databaseValue, customer.databaseValue]
        )
    }

    public func forgetOverwritten() async throws(StorageFault) -> Bool {
        do {
            return try await writer.emptyLog()
        } catch {
            throw translateRead(error)
        }
    }
}
