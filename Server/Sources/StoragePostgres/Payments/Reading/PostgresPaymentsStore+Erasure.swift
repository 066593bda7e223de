public import ChavePixModel
public import PaymentsCore
import PostgresClient

extension PostgresPaymentsStore {
    public func customer(_ id: CustomerID) async throws(StorageFault) -> Customer? {
        try await first(#"SELECT "body" FROM "payments"."customer" WHERE "id" = $1"#, [id.bound])
    }

    /// What is at rest for good has nothing to wake up for.
    public func openEnrollments(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        try await all(
            """
            SELECT "body" FROM "payments"."enrollment"
            WHERE "organisation" = $1 AND "customer" = $2 AND "wake_at" IS NOT NULL ORDER BY "id"
            """,
            [organisation.bound, customer.bound]
        )
    }

    public func openPaymentIntents(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        try await all(
            """
            SELECT "body" FROM "payments"."payment_intent"
            WHERE "organisation" = $1 AND "customer" = $2 AND "status" IN ('PENDING', 'PROCESSING') ORDER BY "id"
            """,
            [organisation.bound, customer.bound]
        )
    }

    public func customers(
        wrappedOtherwiseThan keyID: String,
        limit: Int
    ) async throws(StorageFault) -> [Customer] {
        try await all(
            """
            SELECT "body" FROM "payments"."customer"
            WHERE "key_id" IS NOT NULL AND ("key_id" < $1 OR "key_id" > $1) LIMIT $2
            """,
            [keyID.bound, .limit(limit)]
        )
    }

    /// Takes the old versions of rows out of the tables' pages.
    ///
    /// The server's log and its copies keep theirs for as long as whoever runs it has set; what a customer's own key had
    /// sealed is unreadable there too once that key is gone from them.
    ///
    /// A table for which it takes longer than a request may is left to the server's own, which waits for nobody and comes
    /// when enough of its rows are old: begun again it would take as long again.
    public func forgetOverwritten() async throws(StorageFault) -> Bool {
        for table in ["customer", "customer_name", "enrollment", "credential", "payment_intent"] {
            do throws(PostgresError) {
                // One statement alone: it is a transaction of its own, and of several.
                let statement = PostgresStatement(#"VACUUM (SKIP_LOCKED) "payments"."\#(table)""#)
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
