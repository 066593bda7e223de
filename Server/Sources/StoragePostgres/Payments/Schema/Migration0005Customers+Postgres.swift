extension PostgresMigration {
    /// Customers change: they are erased, and their keys are wrapped anew.
    static let customerChanges = PostgresMigration(
        name: "0005_customer_changes",
        texts: [
            """
            ALTER TABLE "payments"."customer" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1

            ALTER TABLE "payments"."customer" ADD COLUMN "erasure_at" BIGINT

            ALTER TABLE "payments"."customer" ADD COLUMN "wake_at" BIGINT

            ALTER TABLE "payments"."customer" ADD COLUMN "held_until" BIGINT

            ALTER TABLE "payments"."customer" ADD COLUMN "held_by" BIGINT

            ALTER TABLE "payments"."customer" ADD COLUMN "key_id" TEXT COLLATE "C"

            CREATE INDEX "customer_due" ON "payments"."customer" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL

            CREATE INDEX "customer_key" ON "payments"."customer" ("key_id", "id") WHERE "key_id" IS NOT NULL
            """
        ]
    )
}
