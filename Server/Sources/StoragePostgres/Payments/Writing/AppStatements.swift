import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension RegisteredApp {
    /// Who adds an app has the organisation until the commit: two that count at once would both find room.
    func insertions() throws -> [PostgresStatement] {
        let turn = PostgresStatement(
            #"SELECT 1 FROM "payments"."organisation" WHERE "id" = $1 FOR NO KEY UPDATE"#,
            [organisation.bound]
        )
        let room = PostgresStatement(
            """
            SELECT 1 / (CASE WHEN COUNT(*) < $2 THEN 1 ELSE 0 END) FROM "payments"."app"
            WHERE "organisation" = $1 AND "removed_at" IS NULL
            """,
            [organisation.bound, Int64(RegisteredApp.largestCount).bound]
        )
        let row = PostgresStatement(
            """
            INSERT INTO "payments"."app" ("organisation", "id", "platform", "app_id", "removed_at", "body")
            VALUES ($1, $2, $3, $4, NULL, $5)
            """,
            [organisation.bound, id.bound, platform.rawValue.bound, appID.bound, try RecordText.encode(self)]
        )
        return [turn, room, row]
            + callbackURLs.map { url in
                PostgresStatement(
                    #"INSERT INTO "payments"."app_callback" ("organisation", "url", "app") VALUES ($1, $2, $3)"#,
                    [organisation.bound, url.bound, id.bound]
                )
            }
    }

    private static let removing = PostgresStatement.guarding(
        """
        UPDATE "payments"."app" SET "removed_at" = $3, "body" = $4
        WHERE "organisation" = $1 AND "id" = $2 AND "removed_at" IS NULL
        """
    )

    func removal() throws -> [PostgresStatement] {
        [
            PostgresStatement(
                Self.removing,
                [organisation.bound, id.bound, removedAt.bound, try RecordText.encode(self)]
            ),
            PostgresStatement(
                #"DELETE FROM "payments"."app_callback" WHERE "organisation" = $1 AND "app" = $2"#,
                [organisation.bound, id.bound]
            ),
        ]
    }
}
