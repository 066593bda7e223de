import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms
import Webhooks

extension WebhookEndpoint {
    func insertions() throws -> [Step] {
        let insertion = Step(
            sql: """
                INSERT INTO "webhook_endpoint" (
                    "organisation", "id", "version", "url", "standing", "disabled_reason", "disabled_at",
                    "failing_since", "failures", "wants_all", "body"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                """,
            arguments: [organisation.databaseValue, id.databaseValue, version.databaseValue, url.databaseValue]
                + standing.columnValues + [
                    bound(health.failingSince?.databaseValue), Int64(health.failures).databaseValue,
                    wantsAll, try RecordText.encode(self),
                ]
        )
        return [insertion] + choices
    }

    /// One that is enabled now and was not begins in good health; else its health is the worker's.
    func updates() throws -> [Step] {
        let update = Step(
            sql: """
                UPDATE "webhook_endpoint" SET
                    "failing_since" = CASE WHEN ?5 = 'enabled' AND "standing" <> 'enabled' THEN NULL
                        ELSE "failing_since" END,
                    "failures" = CASE WHEN ?5 = 'enabled' AND "standing" <> 'enabled' THEN 0 ELSE "failures" END,
                    "version" = ?3, "url" = ?4, "standing" = ?5, "disabled_reason" = ?6, "disabled_at" = ?7,
                    "wants_all" = ?8, "body" = ?9
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3 - 1 AND "standing" <> 'deleted'
                """,
            arguments: [organisation.databaseValue, id.databaseValue, version.databaseValue, url.databaseValue]
                + standing.columnValues + [wantsAll, try RecordText.encode(self)],
            isGuarded: true
        )
        let removal = Step(
            sql: #"DELETE FROM "webhook_choice" WHERE "organisation" = ?1 AND "endpoint" = ?2"#,
            arguments: [organisation.databaseValue, id.databaseValue]
        )
        return [update, removal] + choices
    }

    private var wantsAll: DatabaseValue { Int64(events == nil ? 1 : 0).databaseValue }

    private var choices: [Step] {
        (events ?? []).map { type in
            Step(
                sql: #"INSERT INTO "webhook_choice" ("organisation", "endpoint", "type") VALUES (?1, ?2, ?3)"#,
                arguments: [organisation.databaseValue, id.databaseValue, type.databaseValue]
            )
        }
    }
}

extension WebhookEndpoint.Standing {
    /// The three columns that hold it.
    var columnValues: [DatabaseValue] {
        let columns = columns
        return [
            columns.standing.databaseValue, bound(columns.reason?.databaseValue), bound(columns.at?.databaseValue),
        ]
    }
}
