extension PostgresMigration {
    /// An index for each filter of each list, with the id at its end: what a filter finds is read in the list's order.
    static let listIndexes = PostgresMigration(
        name: "0007_list_indexes",
        texts: [
            """
            CREATE INDEX "enrollment_status" ON "payments"."enrollment" ("organisation", "status", "id")

            CREATE INDEX "enrollment_institution" ON "payments"."enrollment" ("organisation", "institution", "id")

            CREATE INDEX "payment_intent_status" ON "payments"."payment_intent" ("organisation", "status", "id")

            DROP INDEX "payments"."payment_intent_created"

            DROP INDEX "payments"."customer_external"

            CREATE INDEX "customer_external_id" ON "payments"."customer" ("organisation", "external_id", "id")
                WHERE "external_id" IS NOT NULL

            CREATE INDEX "webhook_delivery_type" ON "payments"."webhook_delivery" ("organisation", "type", "id")
            """
        ]
    )
}
