extension PostgresMigration {
    /// Indexes for what the operator sees of all organisations together, and the passes to pages that were used up.
    static let operatorIndexes = PostgresMigration(
        name: "0008_operator_indexes",
        texts: [
            """
            CREATE INDEX "enrollment_any_status" ON "payments"."enrollment" ("status", "id")

            CREATE INDEX "payment_intent_any_status" ON "payments"."payment_intent" ("status", "created_at", "id")

            CREATE INDEX "webhook_delivery_any_status" ON "payments"."webhook_delivery" ("status", "id")

            CREATE INDEX "event_payment_approved" ON "payments"."event" ("object_id", "at", "type")
                WHERE "type" = 'payment_intent.processing'

            CREATE INDEX "event_payment_ended" ON "payments"."event" ("at", "object_id", "type")
                WHERE "type" IN ('payment_intent.succeeded', 'payment_intent.failed')

            CREATE TABLE "payments"."spent_pass" (
                "digest" BYTEA NOT NULL PRIMARY KEY,
                "ends_at" BIGINT NOT NULL
            )

            CREATE INDEX "spent_pass_end" ON "payments"."spent_pass" ("ends_at")
            """
        ]
    )
}
