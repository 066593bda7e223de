/// The steps in full; beside SQLite's of the same names.
///
/// Where SQLite numbers the rows of a table by itself and a query reads that number, the column has SQLite's name for it.
/// What is compared or sorted is compared by bytes.
extension PostgresBankSchema {
    static let holderPages = Step(
        name: "0002_holder_pages",
        statements: [
            """
            CREATE TABLE "bank"."holder_session" (
                "digest" BYTEA NOT NULL PRIMARY KEY,
                "ispb" TEXT COLLATE "C" NOT NULL,
                "cpf" TEXT COLLATE "C" NOT NULL,
                "expires_at" BIGINT NOT NULL
            )
            """,
            #"CREATE INDEX "holder_session_due" ON "bank"."holder_session" ("expires_at")"#,
            """
            CREATE INDEX "enrollment_open_of_holder" ON "bank"."enrollment" ("ispb", "cpf", "rowid")
                WHERE "status" NOT IN ('REJECTED', 'REVOKED')
            """,
            """
            CREATE INDEX "enrollment_ended_of_holder" ON "bank"."enrollment" ("ispb", "cpf", "changed_at", "rowid")
                WHERE "status" IN ('REJECTED', 'REVOKED')
            """,
            #"CREATE INDEX "payment_of_debtor" ON "bank"."payment" ("debtor", "rowid")"#,
        ]
    )

    static let refusals = Step(
        name: "0003_refusals",
        statements: [
            #"ALTER TABLE "bank"."consent" ADD COLUMN "payment_refusal" TEXT COLLATE "C""#,
            """
            CREATE INDEX "consent_refused_of_holder" ON "bank"."consent" ("ispb", "cpf", "changed_at")
                WHERE "reason" <> 'TEMPO_EXPIRADO_AUTORIZACAO' OR "payment_refusal" IS NOT NULL
            """,
        ]
    )

    static let notificationClaims = Step(
        name: "0004_notification_claims",
        statements: [
            #"ALTER TABLE "bank"."notification" ADD COLUMN "claim" BYTEA"#,
            #"ALTER TABLE "bank"."notification" ADD COLUMN "claimed_until" BIGINT"#,
            """
            CREATE INDEX "notification_of_claim" ON "bank"."notification" ("claim") WHERE "claim" IS NOT NULL
            """,
        ]
    )
}
