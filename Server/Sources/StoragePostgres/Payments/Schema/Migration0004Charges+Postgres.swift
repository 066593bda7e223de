extension PostgresMigration {
    /// A charge lives inside its intent; this finds it by its own id.
    static let charges = PostgresMigration(
        name: "0004_charges",
        texts: [
            """
            ALTER TABLE "payments"."payment_intent" ADD COLUMN "charge" TEXT COLLATE "C"

            CREATE UNIQUE INDEX "payment_intent_charge" ON "payments"."payment_intent" ("charge")
            """
        ]
    )
}
