public import ChavePixModel
import GRDB
public import PaymentsCore
import StoredForms

extension SQLitePaymentsStore {
    public func paymentIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(
            #"SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "id" = ?2"#,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent? {
        try await first(#"SELECT "body" FROM "payment_intent" WHERE "id" = ?1"#, [id.databaseValue])
    }

    public func paymentIntent(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(
            """
            SELECT "body" FROM (
                SELECT "id", "body" FROM "payment_intent" WHERE "institution" = ?1 AND "consent_id" = ?2
                UNION ALL
                SELECT "id", "body" FROM "payment_intent" WHERE "institution" = ?1 AND "bank_payment_id" = ?2
            ) AS "found" ORDER BY "id" DESC LIMIT 1
            """,
            [institution.databaseValue, bankID.databaseValue]
        )
    }

    public func paymentIntents(
        _ query: PaymentIntentQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<PaymentIntent> {
        try await page(query.list(of: organisation), query.page)
    }

    public func paymentIntent(
        charge: ChargeID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(
            #"SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "charge" = ?2"#,
            [organisation.databaseValue, charge.databaseValue]
        )
    }

    public func paymentIntent(
        keeping externalID: String,
        ofDevicesFor payer: CustomerID?,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        let values = [organisation.databaseValue, externalID.databaseValue]
        guard let payer else { return try await first(KeptExternalID.ofMerchant, values) }
        return try await first(KeptExternalID.ofDevices, values + [payer.databaseValue])
    }

    public func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent] {
        try await all(
            """
            SELECT "body" FROM "payment_intent"
            WHERE "enrollment" = ?1 AND "status" IN ('PENDING', 'PROCESSING') ORDER BY "id"
            """,
            [enrollment.databaseValue]
        )
    }

    public func authorisationContext(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> AuthorisationContext? {
        try await first(
            AuthorisationContext.selection,
            [organisation.databaseValue, id.databaseValue]
        )
    }
}

/// Each is one look at the unique index that keeps the id.
private enum KeptExternalID {
    static let ofMerchant = """
        SELECT "body" FROM "payment_intent" INDEXED BY "payment_intent_external"
        WHERE "organisation" = ?1 AND "external_id" = ?2 AND "device" IS NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')
        """

    static let ofDevices = """
        SELECT "body" FROM "payment_intent" INDEXED BY "payment_intent_device_external"
        WHERE "organisation" = ?1 AND "external_id" = ?2 AND "customer" = ?3 AND "device" IS NOT NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')
        """
}

extension PaymentIntentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<PaymentIntent> {
        var list = ListQuery<PaymentIntent>("payment_intent", of: organisation.databaseValue)
        list.require("id", is: only?.databaseValue)
        list.require("end_to_end_id", is: endToEndID?.databaseValue)
        list.require("external_id", is: externalID?.databaseValue, by: "payment_intent_any_external")
        list.require("enrollment", is: enrollment?.databaseValue, by: "payment_intent_enrollment")
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("customer", is: customer?.databaseValue, by: "payment_intent_customer")
        list.requireNamed(
            by: metadataEntries.map(\.databaseValue),
            in: "payment_intent_metadata",
            "intent",
            of: organisation.databaseValue
        )
        list.require("amount", is: amount?.centavos.databaseValue, by: "payment_intent_amount")
        list.requireAmount(from: amountFrom, to: amountTo, by: "payment_intent_amount_band")
        list.require("status", is: status?.databaseValue, by: "payment_intent_status")
        if let statuses {
            list.require("status", isOneOf: Set(statuses.map(\.rawValue)), by: "payment_intent_status")
        }
        list.requireCreated(from: createdFrom, to: createdTo)
        return list
    }
}

extension AuthorisationContext {
    /// One statement, so that all of it is as of one moment.
    fileprivate static let selection = """
        SELECT \(PaymentIntent.columnList(of: "i")), \(Enrollment.columnList(of: "e")),
            \(BankAccount.columnList(of: "b")), \(Customer.columnList(of: "c")),
            \(EnrolledCredential.columnList(of: "k"))
        FROM "payment_intent" AS "i"
        JOIN "enrollment" AS "e" ON "e"."organisation" = "i"."organisation" AND "e"."id" = "i"."enrollment"
        JOIN "bank_account" AS "b" ON "b"."organisation" = "i"."organisation" AND "b"."id" = "i"."beneficiary"
        JOIN "customer" AS "c" ON "c"."organisation" = "i"."organisation" AND "c"."id" = "i"."customer"
        LEFT JOIN "credential" AS "k" ON "k"."organisation" = "i"."organisation" AND "k"."enrollment" = "i"."enrollment"
        WHERE "i"."organisation" = ?1 AND "i"."id" = ?2
        """
}
