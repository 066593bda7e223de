extension PostgresMigration {
    /// One row an hour and organisation over everything that its audit chains have grown by.
    ///
    /// `entries` is how many of the organisation's entries, in the order of their positions, the row and those before it
    /// cover; `position` is that of the last entry of all that was looked at.
    static let auditAnchors = PostgresMigration(
        name: "0006_audit_anchors",
        texts: [
            """
            CREATE TABLE "payments"."audit_anchor" (
                "organisation" TEXT COLLATE "C" NOT NULL,
                "number" BIGINT NOT NULL,
                "at" BIGINT NOT NULL,
                "entries" BIGINT NOT NULL,
                "position" BIGINT NOT NULL,
                "content_digest" BYTEA NOT NULL,
                "previous" BYTEA NOT NULL,
                "hash" BYTEA NOT NULL,
                PRIMARY KEY ("organisation", "number")
            )

            CREATE TRIGGER "audit_anchor_stays" BEFORE UPDATE ON "payments"."audit_anchor"
                FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"()

            CREATE TRIGGER "audit_anchor_remains" BEFORE DELETE ON "payments"."audit_anchor"
                FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"()
            """
        ]
    )
}
