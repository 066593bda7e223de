import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort
import Webhooks

/// The statements after an attempt, in full.
enum AttemptStatement {
    /// Ends the claim; an unmet demand means that another worker holds the delivery by now, or that it is deleted.
    ///
    /// A delivery that was resent during a failing attempt remains due.
    static let end = ofHeld(ending, .changesRow)

    /// Ends the claim when the endpoint is in good health, so that its row does not change.
    static let endInGoodHealth = ofHeld(ending, and: isInGoodHealth, .changesRow)

    /// Ends the claim after a successful first attempt, when the endpoint is in good health.
    ///
    /// The attempt is stored in the delivery's own row.
    static let endAtOnce = ofHeld(
        """
        \(ending), "first_at" = ?9, "first_milliseconds" = ?11, "first_status" = ?12
        """,
        and: isInGoodHealth,
        .changesRow
    )

    private static let isInGoodHealth = """
         AND EXISTS (
            SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = ?1 AND "e"."id" = ?10
                AND "e"."standing" = 'enabled' AND "e"."failing_since" IS NULL AND "e"."failures" = 0)
        """

    /// Limits a statement to a delivery that is held under the fence `?3`; in a file, memory checks this.
    private static func ofHeld(
        _ statement: String,
        and condition: String = "",
        _ demand: SQLDemand = .nothing
    ) -> SQLText {
        let row = #"WHERE "organisation" = ?1 AND "id" = ?2"#
        return PaymentsSchema.all.text(
            sqlite: "\(statement) \(row)\(condition)",
            postgres: #"\#(statement) \#(row) AND "fence" = ?3 AND "locked_until" IS NOT NULL\#(condition)"#,
            demand
        )
    }

    private static let ending = """
        UPDATE "webhook_delivery" SET
            "status" = CASE WHEN \(isResent) THEN 'pending' ELSE ?4 END, "attempts" = ?5,
            "failures" = CASE WHEN "failures" > 2147483646 THEN 2147483647 ELSE "failures" END + ?6,
            "next_at" = CASE WHEN \(isResent) THEN "next_at" ELSE ?7 END,
            "ended_at" = CASE WHEN \(isResent) THEN NULL ELSE CAST(?8 AS BIGINT) END, "locked_until" = NULL
        """

    private static let isResent = #"?6 = 1 AND "resent_at" > ?9"#

    static let keep = SQLText.payments(
        """
        INSERT INTO "webhook_attempt" (
            "organisation", "delivery", "number", "at", "milliseconds", "status", "failure"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    )

    /// Locks the endpoint until the commit, so that two attempts that end at once are counted one after the other.
    static let lookAt = PaymentsSchema.all.text(
        """
        SELECT "standing", "disabled_reason", "disabled_at", "failing_since", "failures" FROM "webhook_endpoint"
        WHERE "organisation" = ?1 AND "id" = ?2
        """,
        holding: .alone
    )

    static let moveEndpoint = SQLText.payments(
        """
        UPDATE "webhook_endpoint" SET
            "standing" = ?3, "disabled_reason" = ?4, "disabled_at" = ?5, "failing_since" = ?6, "failures" = ?7,
            "version" = "version" + ?8
        WHERE "organisation" = ?1 AND "id" = ?2
        """
    )

    // MARK: A delivery that was held and cannot be read
    //
    // It is parked with an attempt that shows the reason, under the fence of its claim; in a file, while memory holds
    // it. The columns are bound as they were read, whatever they hold.

    private static let counted = #"CASE WHEN "attempts" > 2147483646 THEN 2147483647 ELSE "attempts" END + 1"#

    static let keepDamaged = ofHeld(
        """
        INSERT INTO "webhook_attempt" ("organisation", "delivery", "number", "at", "milliseconds", "failure")
        SELECT "organisation", "id", \(counted), ?4, 0, ?5 FROM "webhook_delivery"
        """,
        and: " ON CONFLICT DO NOTHING"
    )

    static let park = ofHeld(
        """
        UPDATE "webhook_delivery" SET
            "status" = 'parked', "attempts" = \(counted), "next_at" = NULL, "ended_at" = ?4, "locked_until" = NULL
        """
    )

    /// The statements whose plans a test reads.
    static let ofServer = [end, endInGoodHealth, endAtOnce, keep, lookAt, moveEndpoint, keepDamaged, park]
}

extension AttemptOutcome {
    private var endValues: [SQLValue] {
        [
            organisation.bound, delivery.bound, fence.bound, status.rawValue.bound, attempt.number.bound,
            (isSuccess ? 0 : 1).bound, nextAt.bound, endedAt.bound, attempt.at.bound,
        ]
    }

    /// Ends the claim.
    var end: SQLStatement { SQLStatement(AttemptStatement.end, values: endValues) }

    /// Ends the claim when the endpoint is in good health, and stores the attempt.
    var endInGoodHealth: [SQLStatement] {
        guard isSuccess, attempt.number == 1 else {
            return [SQLStatement(AttemptStatement.endInGoodHealth, values: endValues + [endpoint.bound]), keeping]
        }
        let first = [endpoint.bound, attempt.milliseconds.bound, attempt.status.bound]
        return [SQLStatement(AttemptStatement.endAtOnce, values: endValues + first)]
    }

    /// Stores the attempt.
    var keeping: SQLStatement {
        SQLStatement(
            AttemptStatement.keep,
            [
                organisation, delivery, attempt.number, attempt.at, attempt.milliseconds, attempt.status,
                attempt.failure?.rawValue,
            ]
        )
    }

    /// Whether an endpoint in good health does not change.
    var leavesGoodHealth: Bool {
        health(after: .good) == .good && standing(after: .enabled, health: .good) == .enabled
    }

    /// The endpoint's standing after this attempt, and the necessary update.
    ///
    /// Without a change there is no update: a healthy endpoint is not written for each delivery. `row` is the row of
    /// ``AttemptStatement/lookAt``.
    func move(_ row: SQLRow?) throws -> (standing: WebhookEndpoint.Standing, update: SQLStatement?) {
        guard let values = row?.values[...] else { return (.disabled(.byMerchant, at: now), nil) }
        let old = try WebhookEndpoint.Standing(values.at(0), reason: values.at(1), at: values.at(2).timestamp)
        guard old == .enabled else { return (old, nil) }
        let known = EndpointHealth(failingSince: try values.at(3).timestamp, failures: try values.at(4).count)
        let health = health(after: known)
        let standing = standing(after: old, health: health)
        guard health != known || standing != old else { return (standing, nil) }
        let columns = standing.columns
        let update = SQLStatement(
            AttemptStatement.moveEndpoint,
            [
                organisation, endpoint, columns.standing, columns.reason, columns.at, health.failingSince,
                health.failures, standing == old ? 0 : 1,
            ]
        )
        return (standing, update)
    }
}
