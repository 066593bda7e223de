import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension RegisteredApp {
    func insertion() throws -> [Step] {
        let room = Step(
            sql: """
                SELECT 1 WHERE ?2 > (
                    SELECT COUNT(*) FROM "app" WHERE "organisation" = ?1 AND "removed_at" IS NULL
                )
                """,
            arguments: [organisation.databaseValue, RegisteredApp.largestCount.databaseValue],
            isQuestion: true
        )
        let row = Step(
            sql: """
                INSERT INTO "app" ("organisation", "id", "platform", "app_id", "removed_at", "body")
                VALUES (?1, ?2, ?3, ?4, NULL, ?5)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, platform.rawValue.databaseValue, appID.databaseValue,
                try RecordText.encode(self),
            ]
        )
        return [room, row]
            + callbackURLs.map { url in
                Step(
                    sql: #"INSERT INTO "app_callback" ("organisation", "url", "app") VALUES (?1, ?2, ?3)"#,
                    arguments: [organisation.databaseValue, url.databaseValue, id.databaseValue]
                )
            }
    }

    func removal() throws -> [Step] {
        [
            Step(
                sql: """
                    UPDATE "app" SET "removed_at" = ?3, "body" = ?4
                    WHERE "organisation" = ?1 AND "id" = ?2 AND "removed_at" IS NULL
                    """,
                arguments: [
                    organisation.databaseValue, id.databaseValue, bound(removedAt?.databaseValue),
                    try RecordText.encode(self),
                ],
                isGuarded: true
            ),
            Step(
                sql: #"DELETE FROM "app_callback" WHERE "organisation" = ?1 AND "app" = ?2"#,
                arguments: [organisation.databaseValue, id.databaseValue]
            ),
        ]
    }
}
