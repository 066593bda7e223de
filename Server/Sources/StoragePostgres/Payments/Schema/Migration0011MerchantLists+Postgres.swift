import StoredForms

extension PostgresMigration {
    /// What merchants look for: payments by their amount and by what was noted of them, and events; beside SQLite's step
    /// of the same name.
    static let merchantLists = PostgresMigration(
        name: "0011_merchant_lists",
        texts: [
            """
            ALTER TABLE "payments"."payment_intent" ADD COLUMN "amount" BIGINT NOT NULL DEFAULT 0

            ALTER TABLE "payments"."payment_intent" ADD COLUMN "amount_band" BIGINT NOT NULL DEFAULT 0

            UPDATE "payments"."payment_intent" SET "amount" = ("body"::jsonb ->> 'amount')::BIGINT

            UPDATE "payments"."payment_intent" SET "amount_band" = \(AmountBand.sql)

            CREATE INDEX "payment_intent_amount" ON "payments"."payment_intent" ("organisation", "amount", "id")

            CREATE INDEX "payment_intent_amount_band" ON "payments"."payment_intent" (
                "organisation", "amount_band", "id", "amount")

            CREATE TABLE "payments"."payment_intent_metadata" (
                "organisation" TEXT COLLATE "C" NOT NULL,
                "entry" BYTEA NOT NULL,
                "intent" TEXT COLLATE "C" NOT NULL,
                PRIMARY KEY ("organisation", "entry", "intent"),
                FOREIGN KEY ("organisation", "intent") REFERENCES "payments"."payment_intent" ("organisation", "id")
            )

            CREATE INDEX "event_type" ON "payments"."event" ("organisation", "type", "id")

            CREATE INDEX "event_subject" ON "payments"."event" ("organisation", "subject", "id")
            """
        ]
    )
}
