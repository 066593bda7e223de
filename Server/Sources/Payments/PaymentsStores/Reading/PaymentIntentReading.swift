public import ChavePixModel
public import PaymentsModel
import SQLPort

/// The statements that read payment intents, in full.
enum PaymentIntentReading {
    static let own = SQLText.payments(#"SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "id" = ?2"#)
    static let any = SQLText.payments(#"SELECT "body" FROM "payment_intent" WHERE "id" = ?1"#)
    static let ofBank = SQLText.payments(
        """
        SELECT "body" FROM (
            SELECT "id", "body" FROM "payment_intent" WHERE "institution" = ?1 AND "consent_id" = ?2
            UNION ALL
            SELECT "id", "body" FROM "payment_intent" WHERE "institution" = ?1 AND "bank_payment_id" = ?2
            UNION ALL
            SELECT "i"."id", "i"."body" FROM "scheduled_charge" AS "c"
            JOIN "payment_intent" AS "i" ON "i"."organisation" = "c"."organisation" AND "i"."id" = "c"."intent"
            WHERE "c"."institution" = ?1 AND "c"."bank_payment_id" = ?2
        ) AS "found" ORDER BY "id" DESC LIMIT 1
        """
    )
    static let ofCharge = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "charge" = ?2
        UNION ALL
        SELECT "i"."body" FROM "scheduled_charge" AS "c"
        JOIN "payment_intent" AS "i" ON "i"."organisation" = "c"."organisation" AND "i"."id" = "c"."intent"
        WHERE "c"."organisation" = ?1 AND "c"."id" = ?2
        """
    )

    /// Finds several intents; `?2` has the ids in one value.
    static let several = PaymentsSchema.all.text(
        sqlite: """
            SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "id" IN (\(IDList.ofSQLite("?2")))
            """,
        postgres: """
            SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "id" = ANY (\(IDList.ofPostgres("?2")))
            """
    )

    // Each is one look-up in the unique index that reserves the external id.

    static let keepingMerchants = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent" INDEXED BY "payment_intent_external"
        WHERE "organisation" = ?1 AND "external_id" = ?2 AND "device" IS NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED', 'SUCCEEDED')
        """
    )
    static let keepingDevices = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent" INDEXED BY "payment_intent_device_external"
        WHERE "organisation" = ?1 AND "external_id" = ?2 AND "customer" = ?3 AND "device" IS NOT NULL
            AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED', 'SUCCEEDED')
        """
    )

    static let openOfEnrollment = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent"
        WHERE "enrollment" = ?1 AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED') ORDER BY "id"
        """
    )
    static let openOfOwnEnrollment = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent" INDEXED BY "payment_intent_open"
        WHERE "organisation" = ?1 AND "enrollment" = ?2 AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED')
            AND "status" <> 'SCHEDULED'
        ORDER BY "id"
        """
    )
    static let openOfCustomer = SQLText.payments(
        """
        SELECT "body" FROM "payment_intent"
        WHERE "organisation" = ?1 AND "customer" = ?2 AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED') ORDER BY "id"
        """
    )

    static let enrolled = SQLText.payments(
        """
        SELECT \(PaymentIntent.columnList(of: "i")), \(Enrollment.columnList(of: "e")) FROM "payment_intent" AS "i"
        LEFT JOIN "enrollment" AS "e" ON "e"."organisation" = "i"."organisation" AND "e"."id" = "i"."enrollment"
        WHERE "i"."organisation" = ?1 AND "i"."id" = ?2
        """
    )

    static let basisOfID = basis(#""c"."id" = ?2"#)
    static let basisOfIdentifier = basis(#""c"."identifier_index" = ?2"#)

    /// Always one row, with null for each missing object.
    private static func basis(_ customer: String) -> SQLText {
        .payments(
            """
            SELECT \(Customer.columnList(of: "c")), \(Enrollment.columnList(of: "e")), \(BankAccount.columnList(of: "b"))
            FROM (SELECT 1) AS "asked"
            LEFT JOIN "customer" AS "c" ON "c"."organisation" = ?1 AND \(customer)
            LEFT JOIN "enrollment" AS "e" ON "e"."organisation" = ?1 AND "e"."id" = ?3
            LEFT JOIN "bank_account" AS "b" ON "b"."organisation" = ?1 AND "b"."id" = ?4
            """
        )
    }

    /// One statement, so that all of it is as of one moment.
    static let authorisation = SQLText.payments(
        """
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
    )
}

extension SQLPaymentsStore {
    public func paymentIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(PaymentIntentReading.own, [organisation, id])
    }

    public func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent? {
        try await first(PaymentIntentReading.any, [id])
    }

    public func paymentIntent(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(PaymentIntentReading.ofBank, [institution, bankID])
    }

    public func paymentIntents(
        _ query: PaymentIntentQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<PaymentIntent> {
        try await page(query.list(of: organisation), query.page)
    }

    public func paymentIntents(
        _ ids: Set<PaymentIntentID>,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        try await all(PaymentIntentReading.several, [organisation, IDList.value(ids)])
    }

    public func paymentIntent(
        charge: ChargeID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        try await first(PaymentIntentReading.ofCharge, [organisation, charge])
    }

    public func paymentIntent(
        keeping externalID: String,
        ofDevicesFor payer: CustomerID?,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        guard let payer else {
            return try await first(PaymentIntentReading.keepingMerchants, [organisation, externalID])
        }
        return try await first(PaymentIntentReading.keepingDevices, [organisation, externalID, payer])
    }

    public func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent] {
        try await all(PaymentIntentReading.openOfEnrollment, [enrollment])
    }

    public func openPaymentIntents(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        try await all(PaymentIntentReading.openOfCustomer, [organisation, customer])
    }

    public func enrolledIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> EnrolledIntent? {
        try await first(PaymentIntentReading.enrolled, [organisation, id])
    }

    public func basis(
        _ query: IntentBasisQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> IntentBasis {
        let open = SQLStatement(PaymentIntentReading.openOfOwnEnrollment, [organisation, query.enrollment])
        let counted = query.room?.questions ?? []
        let found = try await answers([query.question(of: organisation)] + counted + (query.wantsOpen ? [open] : []))
        return try read {
            var joined = JoinedRecords(found[0].rows.first?.values ?? [])
            let openRows = found.dropFirst(1 + counted.count).flatMap(\.rows)
            return IntentBasis(
                customer: try joined.next(),
                enrollment: try joined.next(),
                beneficiary: try joined.next(),
                open: try openRows.map { try PaymentIntent(columnValues: $0.values[...]) },
                full: query.room?.fullBound(found.dropFirst())
            )
        }
    }

    public func authorisationContext(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> AuthorisationContext? {
        try await first(PaymentIntentReading.authorisation, [organisation, id])
    }
}

extension IntentBasisQuery {
    fileprivate func question(of organisation: OrganisationID) -> SQLStatement {
        switch customer {
        case .id(let id):
            SQLStatement(PaymentIntentReading.basisOfID, [organisation, id, enrollment, beneficiary])
        case .identifierIndex(let index):
            SQLStatement(PaymentIntentReading.basisOfIdentifier, [organisation, index, enrollment, beneficiary])
        }
    }
}

extension PaymentIntentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<PaymentIntent> {
        var list = ListQuery<PaymentIntent>("payment_intent", of: organisation)
        if let endToEndID {
            list.requireID(
                """
                COALESCE((SELECT "p"."id" FROM "payment_intent" AS "p"
                        WHERE "p"."organisation" = ? AND "p"."end_to_end_id" = ?),
                    (SELECT "c"."intent" FROM "scheduled_charge" AS "c"
                        WHERE "c"."organisation" = ? AND "c"."end_to_end_id" = ?))
                """,
                organisation,
                endToEndID,
                organisation,
                endToEndID
            )
        }
        list.require("external_id", is: externalID, by: "payment_intent_any_external")
        list.require("enrollment", is: enrollment, by: "payment_intent_enrollment")
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("customer", is: customer, by: "payment_intent_customer")
        list.requireNamed(by: metadataEntries, in: "payment_intent_metadata", "intent", of: organisation)
        list.require("amount", is: amount?.centavos, by: "payment_intent_amount")
        list.requireAmount(from: amountFrom, to: amountTo, by: "payment_intent_amount_band")
        list.require("status", is: status, by: "payment_intent_status")
        list.requireCreated(from: createdFrom, to: createdTo)
        return list
    }
}
