import SQLiteWriter

extension Migration {
    /// Indexes for what the operator sees of all organisations together, and the passes to pages that were used up.
    ///
    /// Lists by status, newest first; payments by how they stand and when they were made; and from each payment's
    /// approval to its end. The two over events hold one row each of a payment, and no row of anything else.
    static let operatorIndexes = Migration(
        name: "0008_operator_indexes",
        sql: """
            CREATE INDEX "enrollment_any_status" ON "enrollment" ("status", "id");
            CREATE INDEX "payment_intent_any_status" ON "payment_intent" ("status", "created_at", "id");
            CREATE INDEX "webhook_delivery_any_status" ON "webhook_delivery" ("status", "id");
            CREATE INDEX "event_payment_approved" ON "event" ("object_id", "at", "type")
                WHERE "type" = 'payment_intent.processing';
            CREATE INDEX "event_payment_ended" ON "event" ("at", "object_id", "type")
                WHERE "type" IN ('payment_intent.succeeded', 'payment_intent.failed');

            CREATE TABLE "spent_pass" (
                "digest" BLOB NOT NULL PRIMARY KEY,
                "ends_at" INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX "spent_pass_end" ON "spent_pass" ("ends_at");
            """
    )
}
