import SQLiteWriter

extension Migration {
    /// An index for each filter of each list, with the id at its end: what a filter finds is read in the list's order.
    ///
    /// Lists find what was created in a span of time by its ids, so the index of that time alone is read by nobody.
    static let listIndexes = Migration(
        name: "0007_list_indexes",
        sql: """
            CREATE INDEX "enrollment_status" ON "enrollment" ("organisation", "status", "id");
            CREATE INDEX "enrollment_institution" ON "enrollment" ("organisation", "institution", "id");
            CREATE INDEX "payment_intent_status" ON "payment_intent" ("organisation", "status", "id");
            DROP INDEX "payment_intent_created";
            DROP INDEX "customer_external";
            CREATE INDEX "customer_external_id" ON "customer" ("organisation", "external_id", "id")
                WHERE "external_id" IS NOT NULL;
            CREATE INDEX "webhook_delivery_type" ON "webhook_delivery" ("organisation", "type", "id");
            """
    )
}
