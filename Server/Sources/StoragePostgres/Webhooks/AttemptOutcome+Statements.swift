import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms
import Webhooks

extension AttemptOutcome {
    /// Ends the claim and keeps the attempt; its count is 0 when somebody else holds the delivery by now or it is gone.
    var ending: PostgresStatement {
        PostgresStatement(
            AttemptStatement.end,
            [
                organisation.bound, delivery.bound, .integer(fence), .text(status.rawValue),
                .integer(Int64(attempt.number)), .integer(isSuccess ? 0 : 1), nextAt.bound, endedAt.bound,
                attempt.at.bound, .integer(attempt.milliseconds),
                attempt.status.map { .integer(Int64($0)) } ?? .null, (attempt.failure?.rawValue).bound,
            ]
        )
    }

    /// Whether an endpoint in good health stays as it is.
    var leavesGoodHealth: Bool {
        health(after: .good) == .good && standing(after: .enabled, health: .good) == .enabled
    }

    /// The endpoint's row.
    var endpointKey: [PostgresValue] { [organisation.bound, endpoint.bound] }

    /// How the endpoint stands after this attempt, and what has to be written for that.
    ///
    /// `row` is that of `AttemptStatement.lookAt`; `nil` without one.
    func move(_ row: [PostgresValue]?) throws -> (standing: WebhookEndpoint.Standing, update: PostgresStatement?) {
        guard let values = row?[...] else { return (.disabled(.byMerchant, at: now), nil) }
        let old = try WebhookEndpoint.Standing(values.at(0), reason: values.at(1), at: values.at(2).timestamp)
        guard old == .enabled else { return (old, nil) }
        let known = EndpointHealth(failingSince: try values.at(3).timestamp, failures: try values.at(4).count)
        let health = health(after: known)
        let standing = standing(after: old, health: health)
        guard health != known || standing != old else { return (standing, nil) }
        let columns = standing.columns
        let update = PostgresStatement(
            AttemptStatement.moveEndpoint,
            endpointKey + [
                .text(columns.standing), columns.reason.bound, columns.at.bound,
                health.failingSince.bound, .integer(Int64(health.failures)),
                .integer(standing == old ? 0 : 1),
            ]
        )
        return (standing, update)
    }
}

/// The statements after an attempt, in full.
enum AttemptStatement {
    static let all = [end, requireGoodHealth, lookAt, moveEndpoint]

    /// What was resent while an attempt was under way that failed stays due.
    static let end = """
        WITH "ended" AS (
            UPDATE "payments"."webhook_delivery" SET
                "status" = CASE WHEN \(isResent) THEN 'pending' ELSE $4 END,
                "attempts" = $5, "failures" = LEAST("failures", 2147483647) + $6,
                "next_at" = CASE WHEN \(isResent) THEN "next_at" ELSE $7 END,
                "ended_at" = CASE WHEN \(isResent) THEN NULL ELSE $8::bigint END, "locked_until" = NULL
            WHERE "organisation" = $1 AND "id" = $2 AND "fence" = $3 AND "locked_until" IS NOT NULL
            RETURNING "organisation", "id"
        )
        INSERT INTO "payments"."webhook_attempt" (
            "organisation", "delivery", "number", "at", "milliseconds", "status", "failure"
        )
        SELECT "organisation", "id", $5, $9, $10, $11::bigint, $12::text FROM "ended"
        """

    private static let isResent = #"$6::bigint = 1 AND "resent_at" > $9::bigint"#

    static let requireGoodHealth = """
        SELECT 1 / COUNT(*) FROM "payments"."webhook_endpoint"
        WHERE "organisation" = $1 AND "id" = $2 AND "standing" = 'enabled' AND "failing_since" IS NULL
            AND "failures" = 0
        """

    /// Held until the commit: two attempts that end at once are counted one after the other.
    static let lookAt = """
        SELECT "standing", "disabled_reason", "disabled_at", "failing_since", "failures"
        FROM "payments"."webhook_endpoint" WHERE "organisation" = $1 AND "id" = $2 FOR NO KEY UPDATE
        """

    static let moveEndpoint = """
        UPDATE "payments"."webhook_endpoint" SET
            "standing" = $3, "disabled_reason" = $4, "disabled_at" = $5, "failing_since" = $6, "failures" = $7,
            "version" = "version" + $8
        WHERE "organisation" = $1 AND "id" = $2
        """
}
