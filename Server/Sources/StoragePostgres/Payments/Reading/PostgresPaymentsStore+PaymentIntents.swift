public import ChavePixModel
public import PaymentsCore
import StoredForms

extension PostgresPaymentsStore {
    public func paymentIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(
            #"SELECT "body" FROM "payments"."payment_intent" WHERE "organisation" = $1 AND "id" = $2"#,
            [organisation.bound, id.bound]
        )
    }

    public func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent? {
        try await first(#"SELECT "body" FROM "payments"."payment_intent" WHERE "id" = $1"#, [id.bound])
    }

    public func paymentIntent(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(
            """
            SELECT "body" FROM (
                SELECT "id", "body" FROM "payments"."payment_intent" WHERE "institution" = $1 AND "consent_id" = $2
                UNION ALL
                SELECT "id", "body" FROM "payments"."payment_intent"
                WHERE "institution" = $1 AND "bank_payment_id" = $2
            ) AS "found" ORDER BY "id" DESC LIMIT 1
            """,
            [institution.bound, bankID.bound]
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
            #"SELECT "body" FROM "payments"."payment_intent" WHERE "organisation" = $1 AND "charge" = $2"#,
            [organisation.bound, charge.bound]
        )
    }

    public func paymentIntent(
        keeping externalID: String,
        ofDevicesFor payer: CustomerID?,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        let values = [organisation.bound, externalID.bound]
        guard let payer else { return try await first(KeptExternalID.ofMerchant, values) }
        return try await first(KeptExternalID.ofDevices, values + [payer.bound])
    }

    public func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent] {
        try await all(
            """
            SELECT "body" FROM "payments"."payment_intent"
            WHERE "enrollment" = $1 AND "status" IN ('PENDING', 'PROCESSING') ORDER BY "id"
            """,
            [enrollment.bound]
        )
    }

    public func authorisationContext(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> AuthorisationContext? {
        try await first(AuthorisationContext.selection, [organisation.bound, id.bound])
    }
}

/// Each is one look at the unique index that keeps the id.
private enum KeptExternalID {
    static let ofMerchant = """
        SELECT "body" FROM "payments"."payment_intent"
        WHERE "organisation" = $1 AND "external_id" = $2 AND "device" IS NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')
        """

    static let ofDevices = """
        SELECT "body" FROM "payments"."payment_intent"
        WHERE "organisation" = $1 AND "external_id" = $2 AND "customer" = $3 AND "device" IS NOT NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SUCCEEDED')
        """
}

extension PaymentIntentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<PaymentIntent> {
        var list = ListQuery<PaymentIntent>("payment_intent", of: organisation)
        list.require("id", is: only)
        list.require("end_to_end_id", is: endToEndID)
        list.require("external_id", is: externalID)
        list.require("enrollment", is: enrollment)
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("customer", is: customer)
        list.require("status", is: status)
        for entry in metadataEntries {
            list.requireID(
                in: """
                    SELECT "intent" FROM "payments"."payment_intent_metadata" WHERE "organisation" = ? AND "entry" = ?
                    """,
                organisation,
                entry
            )
        }
        list.require("amount", is: amount?.centavos)
        list.requireAmount(from: amountFrom, to: amountTo, isServed: isOfFew)
        if let statuses { list.require("status", isOneOf: Set(statuses.map(\.rawValue))) }
        list.requireCreated(from: createdFrom, to: createdTo)
        return list
    }
}

extension PaymentIntentQuery {
    /// Whether another filter than the amount leaves few rows, whose index is read.
    private var isOfFew: Bool {
        only != nil || endToEndID != nil || externalID != nil || enrollment != nil || device != nil || customer != nil
            || !metadataEntries.isEmpty || amount != nil
    }
}

extension AuthorisationContext {
    /// One statement, so that all of it is as of one moment.
    static let selection = """
        SELECT \(PaymentIntent.columnList(of: "i")), \(Enrollment.columnList(of: "e")),
            \(BankAccount.columnList(of: "b")), \(Customer.columnList(of: "c")),
            \(EnrolledCredential.columnList(of: "k"))
        FROM "payments"."payment_intent" AS "i"
        JOIN "payments"."enrollment" AS "e"
            ON "e"."organisation" = "i"."organisation" AND "e"."id" = "i"."enrollment"
        JOIN "payments"."bank_account" AS "b"
            ON "b"."organisation" = "i"."organisation" AND "b"."id" = "i"."beneficiary"
        JOIN "payments"."customer" AS "c"
            ON "c"."organisation" = "i"."organisation" AND "c"."id" = "i"."customer"
        LEFT JOIN "payments"."credential" AS "k"
            ON "k"."organisation" = "i"."organisation" AND "k"."enrollment" = "i"."enrollment"
        WHERE "i"."organisation" = $1 AND "i"."id" = $2
        """
}
