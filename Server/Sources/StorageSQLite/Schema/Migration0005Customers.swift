import SQLiteWriter

extension Migration {
    /// Customers change: they are erased, and their keys are wrapped anew.
    ///
    /// `erasure_at` is when somebody asked for it; `key_id` names the server's key that wraps the customer's own.
    static let customerChanges = Migration(
        name: "0005_customer_changes",
        sql: """
            ALTER TABLE "customer" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
            ALTER TABLE "customer" ADD COLUMN "erasure_at" INTEGER;
            ALTER TABLE "customer" ADD COLUMN "wake_at" INTEGER;
            ALTER TABLE "customer" ADD COLUMN "held_until" INTEGER;
            ALTER TABLE "customer" ADD COLUMN "key_id" TEXT;
            UPDATE "customer" SET "key_id" = json_extract("body", '$.key.keyID');
            CREATE INDEX "customer_due" ON "customer" ("wake_at", "held_until") WHERE "wake_at" IS NOT NULL;
            CREATE INDEX "customer_key" ON "customer" ("key_id", "id") WHERE "key_id" IS NOT NULL;
            """
    )
}
