import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms
import Webhooks

/// A change of an endpoint as statements, each with what its failure means.
struct EndpointChange {
    private(set) var statements: [PostgresStatement] = []
    private var refusals: [EndpointRefusal] = []

    /// A new endpoint; two at once are one after the other, so that both are counted.
    init(inserting endpoint: WebhookEndpoint, atMost limit: Int) throws {
        let organisation = endpoint.organisation.bound
        add(EndpointStatement.holdOrganisation, [organisation])
        add(EndpointStatement.requireFree, [organisation, .text(endpoint.url)], orElse: .urlTaken)
        add(EndpointStatement.requireFewer, [organisation, .limit(limit)], orElse: .tooMany)
        add(
            EndpointStatement.insert,
            try endpoint.columnValues + [
                endpoint.health.failingSince.bound, .integer(Int64(endpoint.health.failures)),
            ]
        )
        addChoices(of: endpoint)
    }

    /// What a merchant changes.
    init(updating endpoint: WebhookEndpoint) throws {
        let key: [PostgresValue] = [endpoint.organisation.bound, endpoint.id.bound]
        add(EndpointStatement.requireFreeForThis, key + [.text(endpoint.url)], orElse: .urlTaken)
        add(EndpointStatement.update, try endpoint.columnValues)
        add(EndpointStatement.forgetChoices, key)
        addChoices(of: endpoint)
    }

    /// What the caller is told.
    func refusal(for error: PostgresError) -> EndpointRefusal {
        switch error.kind {
        case .conditionFailed:
            guard let place = error.statement, refusals.indices.contains(place) else { break }
            return refusals[place]
        // Somebody else took the URL between the question and the row.
        case .uniqueViolation: return error.constraint == "webhook_endpoint_url" ? .urlTaken : .conflict
        default: break
        }
        return .fault(StorageFault(error))
    }

    private mutating func addChoices(of endpoint: WebhookEndpoint) {
        for type in (endpoint.events ?? []).sorted() {
            let values: [PostgresValue] = [endpoint.organisation.bound, endpoint.id.bound, .text(type)]
            add(EndpointStatement.choose, values)
        }
    }

    private mutating func add(
        _ sql: String,
        _ values: [PostgresValue],
        orElse refusal: EndpointRefusal = .conflict
    ) {
        statements.append(PostgresStatement(sql, values))
        refusals.append(refusal)
    }
}

extension WebhookEndpoint {
    /// `$1` to `$9` of what writes it.
    fileprivate var columnValues: [PostgresValue] {
        get throws {
            let standing = standing.columns
            return [
                organisation.bound, id.bound, .integer(version), .text(url), .text(standing.standing),
                standing.reason.bound, standing.at.bound, .integer(events == nil ? 1 : 0),
                .text(try RecordText.encode(self)),
            ]
        }
    }
}

/// The statements over endpoints, in full.
enum EndpointStatement {
    static let all = [
        holdOrganisation, requireFree, requireFreeForThis, requireFewer, insert, update, forgetChoices, choose, delete,
        one,
    ]

    /// Held until the commit; what refers to the organisation goes on beside it.
    static let holdOrganisation = """
        SELECT 1 FROM "payments"."organisation" WHERE "id" = $1 FOR NO KEY UPDATE
        """

    static let requireFree = """
        SELECT 1 / (CASE WHEN EXISTS (
            SELECT 1 FROM "payments"."webhook_endpoint"
            WHERE "organisation" = $1 AND "url" = $2 AND "standing" <> 'deleted') THEN 0 ELSE 1 END)
        """

    static let requireFreeForThis = """
        SELECT 1 / (CASE WHEN EXISTS (
            SELECT 1 FROM "payments"."webhook_endpoint"
            WHERE "organisation" = $1 AND "id" <> $2 AND "url" = $3 AND "standing" <> 'deleted') THEN 0 ELSE 1 END)
        """

    static let requireFewer = """
        SELECT 1 / (CASE WHEN (
            SELECT COUNT(*) FROM "payments"."webhook_endpoint"
            WHERE "organisation" = $1 AND "standing" <> 'deleted') < $2 THEN 1 ELSE 0 END)
        """

    static let insert = """
        INSERT INTO "payments"."webhook_endpoint" (
            "organisation", "id", "version", "url", "standing", "disabled_reason", "disabled_at", "wants_all", "body",
            "failing_since", "failures"
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """

    /// One that is enabled now and was not begins in good health; else its health is the worker's.
    static let update = """
        WITH "done" AS (
            UPDATE "payments"."webhook_endpoint" SET
                "failing_since" = CASE WHEN $5 = 'enabled' AND "standing" <> 'enabled' THEN NULL
                    ELSE "failing_since" END,
                "failures" = CASE WHEN $5 = 'enabled' AND "standing" <> 'enabled' THEN 0 ELSE "failures" END,
                "version" = $3, "url" = $4, "standing" = $5, "disabled_reason" = $6, "disabled_at" = $7,
                "wants_all" = $8, "body" = $9
            WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3 - 1 AND "standing" <> 'deleted' RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """

    static let forgetChoices = """
        DELETE FROM "payments"."webhook_choice" WHERE "organisation" = $1 AND "endpoint" = $2
        """

    static let choose = """
        INSERT INTO "payments"."webhook_choice" ("organisation", "endpoint", "type") VALUES ($1, $2, $3)
        """

    static let delete = """
        UPDATE "payments"."webhook_endpoint" SET "standing" = 'deleted', "version" = "version" + 1
        WHERE "organisation" = $1 AND "id" = $2 AND "standing" <> 'deleted'
        """

    static let one = """
        SELECT \(WebhookEndpoint.columnList) FROM "payments"."webhook_endpoint"
        WHERE "organisation" = $1 AND "id" = $2 AND "standing" <> 'deleted'
        """
}
