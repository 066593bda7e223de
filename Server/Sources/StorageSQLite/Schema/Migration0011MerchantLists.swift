import SQLiteWriter
import StoredForms

extension Migration {
    /// What merchants look for: payments by their amount and by what was noted of them, and events.
    ///
    /// A list is read in the order of its ids. So a span of amounts is found by its bands (``AmountBand``), and a note by
    /// a row that holds its digest. The notes of a payment made before this step are found once they change.
    static let merchantLists = Migration(
        name: "0011_merchant_lists",
        sql: """
            ALTER TABLE "payment_intent" ADD COLUMN "amount" INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE "payment_intent" ADD COLUMN "amount_band" INTEGER NOT NULL DEFAULT 0;
            UPDATE "payment_intent" SET "amount" = json_extract("body", '$.amount');
            UPDATE "payment_intent" SET "amount_band" = \(AmountBand.sql);
            CREATE INDEX "payment_intent_amount" ON "payment_intent" ("organisation", "amount", "id");
            CREATE INDEX "payment_intent_amount_band" ON "payment_intent" (
                "organisation", "amount_band", "id", "amount");

            CREATE TABLE "payment_intent_metadata" (
                "organisation" TEXT NOT NULL,
                "entry" BLOB NOT NULL,
                "intent" TEXT NOT NULL,
                PRIMARY KEY ("organisation", "entry", "intent"),
                FOREIGN KEY ("organisation", "intent") REFERENCES "payment_intent" ("organisation", "id")
            ) STRICT;

            CREATE INDEX "event_type" ON "event" ("organisation", "type", "id");
            CREATE INDEX "event_subject" ON "event" ("organisation", "subject", "id");
            """
    )
}
