extension PaymentsSchema {
    // The record of a scheduled charge is in its intent. The columns here serve lists, uniqueness, and the look-up by the
    // names that a bank or a merchant knows.
    static let scheduledCharges = [
        """
        CREATE TABLE "scheduled_charge" (
            "organisation" UUID NOT NULL,
            "id" UUID NOT NULL,
            "intent" UUID NOT NULL,
            "number" INTEGER NOT NULL,
            "status" TEXT NOT NULL,
            "customer" UUID NOT NULL,
            "institution" UUID NOT NULL,
            "end_to_end_id" TEXT NOT NULL,
            "bank_payment_id" TEXT,
            "created_at" INTEGER NOT NULL,
            "amount" INTEGER NOT NULL,
            "amount_band" INTEGER NOT NULL,
            PRIMARY KEY ("organisation", "id"),
            FOREIGN KEY ("organisation", "intent") REFERENCES "payment_intent" ("organisation", "id")
        )
        """,
        #"CREATE UNIQUE INDEX "scheduled_charge_id" ON "scheduled_charge" ("id")"#,
        #"CREATE UNIQUE INDEX "scheduled_charge_end_to_end" ON "scheduled_charge" ("end_to_end_id")"#,
        #"CREATE INDEX "scheduled_charge_intent" ON "scheduled_charge" ("organisation", "intent", "id")"#,
        #"CREATE INDEX "scheduled_charge_customer" ON "scheduled_charge" ("organisation", "customer", "id")"#,
        #"CREATE INDEX "scheduled_charge_status" ON "scheduled_charge" ("organisation", "status", "id")"#,
        #"CREATE INDEX "scheduled_charge_amount" ON "scheduled_charge" ("organisation", "amount", "id")"#,
        """
        CREATE INDEX "scheduled_charge_amount_band"
            ON "scheduled_charge" ("organisation", "amount_band", "id", "amount")
        """,
        """
        CREATE INDEX "scheduled_charge_bank_payment" ON "scheduled_charge" ("institution", "bank_payment_id")
            WHERE "bank_payment_id" IS NOT NULL
        """,
    ]
}
