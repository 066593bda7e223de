import SQLiteWriter

extension Migration {
    /// One row an hour and organisation over everything that its audit chains have grown by.
    ///
    /// `entries` is how many of the organisation's entries, in the order of their commits, the row and those before it
    /// cover; `position` is the row number of the last entry of all that was looked at.
    static let auditAnchors = Migration(
        name: "0006_audit_anchors",
        sql: """
            CREATE TABLE "audit_anchor" (
                "organisation" TEXT NOT NULL,
                "number" INTEGER NOT NULL,
                "at" INTEGER NOT NULL,
                "entries" INTEGER NOT NULL,
                "position" INTEGER NOT NULL,
                "content_digest" BLOB NOT NULL,
                "previous" BLOB NOT NULL,
                "hash" BLOB NOT NULL,
                PRIMARY KEY ("organisation", "number")
            ) STRICT;
            CREATE TRIGGER "audit_anchor_stays" BEFORE UPDATE ON "audit_anchor"
            BEGIN SELECT RAISE(ABORT, 'audit anchors never change'); END;
            CREATE TRIGGER "audit_anchor_remains" BEFORE DELETE ON "audit_anchor"
            BEGIN SELECT RAISE(ABORT, 'audit anchors never go'); END;
            """
    )
}
