import SQLPort
import Webhooks

/// The statements over endpoints, in full.
enum EndpointStatement {
    static let requireFree = SQLText.payments(
        """
        SELECT 1 FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "url" = ?2 AND "standing" <> 'deleted'
        """,
        .findsNone
    )

    static let requireFreeForThis = SQLText.payments(
        """
        SELECT 1 FROM "webhook_endpoint"
        WHERE "organisation" = ?1 AND "id" <> ?2 AND "url" = ?3 AND "standing" <> 'deleted'
        """,
        .findsNone
    )

    static let requireFewer = SQLText.payments(
        """
        SELECT 1 WHERE ?2 > (
            SELECT COUNT(*) FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "standing" <> 'deleted')
        """,
        .findsRow
    )

    static let insert = SQLText.payments(
        """
        INSERT INTO "webhook_endpoint" (
            "organisation", "id", "version", "url", "standing", "disabled_reason", "disabled_at", "wants_all", "body",
            "failing_since", "failures"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    )

    /// Updates an endpoint; one that becomes enabled begins in good health, otherwise only the worker changes its
    /// health.
    static let update = SQLText.payments(
        """
        UPDATE "webhook_endpoint" SET
            "failing_since" = CASE WHEN ?5 = 'enabled' AND "standing" <> 'enabled' THEN NULL ELSE "failing_since" END,
            "failures" = CASE WHEN ?5 = 'enabled' AND "standing" <> 'enabled' THEN 0 ELSE "failures" END,
            "version" = ?3, "url" = ?4, "standing" = ?5, "disabled_reason" = ?6, "disabled_at" = ?7,
            "wants_all" = ?8, "body" = ?9
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3 - 1 AND "standing" <> 'deleted'
        """,
        .changesRow
    )

    static let forgetChoices = SQLText.payments(
        #"DELETE FROM "webhook_choice" WHERE "organisation" = ?1 AND "endpoint" = ?2"#
    )

    static let choose = SQLText.payments(
        #"INSERT INTO "webhook_choice" ("organisation", "endpoint", "type") VALUES (?1, ?2, ?3)"#
    )

    static let delete = SQLText.payments(
        """
        UPDATE "webhook_endpoint" SET "standing" = 'deleted', "version" = "version" + 1
        WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" <> 'deleted'
        """
    )

    static let one = SQLText.payments(
        """
        SELECT \(WebhookEndpoint.columnList) FROM "webhook_endpoint"
        WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" <> 'deleted'
        """
    )

    /// The statements whose plans a test reads.
    static let ofServer = [
        AccessStatement.holdOrganisation, requireFree, requireFreeForThis, requireFewer, insert, update, forgetChoices,
        choose, delete, one,
    ]
}
