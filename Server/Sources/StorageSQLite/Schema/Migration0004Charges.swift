import SQLiteWriter

extension Migration {
    /// A charge lives inside its intent; this finds it by its own id.
    static let charges = Migration(
        name: "0004_charges",
        sql: """
            ALTER TABLE "payment_intent" ADD COLUMN "charge" TEXT;
            UPDATE "payment_intent" SET "charge" = json_extract("body", '$.charge');
            CREATE UNIQUE INDEX "payment_intent_charge" ON "payment_intent" ("charge");
            """
    )
}
