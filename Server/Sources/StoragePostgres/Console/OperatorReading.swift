import PaymentsCore
import StoredForms
import Webhooks

/// What the operator asks of all organisations: an index serves each statement, which sorts no more than it answers.
enum OperatorReading {
    static let statements = [
        enrollments, enrollmentsOfStatus, enrollment, paymentIntents, paymentIntentsOfStatus, paymentIntent,
        paymentIntentsOfEnrollment, deliveries, deliveriesOfStatus, delivery, deliveries(of: 1), deliveries(of: 2),
        attempts, steps, told, outcomes, settlements,
    ]

    // MARK: Enrollments and payment intents

    static let enrollments = owned("enrollment", #"ORDER BY "r"."id" DESC LIMIT $1"#)
    static let enrollmentsOfStatus = owned(
        "enrollment",
        #"WHERE "r"."status" = $2 ORDER BY "r"."id" DESC LIMIT $1"#
    )
    static let enrollment = owned("enrollment", #"WHERE "r"."id" = $1"#)

    static let paymentIntents = owned("payment_intent", #"ORDER BY "r"."id" DESC LIMIT $1"#)
    static let paymentIntentsOfStatus = owned(
        "payment_intent",
        #"WHERE "r"."status" = $2 ORDER BY "r"."created_at" DESC, "r"."id" DESC LIMIT $1"#
    )
    static let paymentIntent = owned("payment_intent", #"WHERE "r"."id" = $1"#)
    static let paymentIntentsOfEnrollment = owned(
        "payment_intent",
        #"WHERE "r"."organisation" = $2 AND "r"."enrollment" = $3 ORDER BY "r"."id" DESC LIMIT $1"#
    )

    private static func owned(_ table: String, _ condition: String) -> String {
        """
        SELECT "r"."body", "o"."body" FROM "payments"."\(table)" AS "r"
        JOIN "payments"."organisation" AS "o" ON "o"."id" = "r"."organisation" \(condition)
        """
    }

    // MARK: Deliveries

    /// The newest of each status, of which the newest are the answer.
    static let deliveries = merged(WebhookDelivery.Status.allCases.map { #""d"."status" = '\#($0.rawValue)'"# })
    static let deliveriesOfStatus = merged([#""d"."status" = $2"#])
    static let delivery = selection(#""d"."id" = $1 AND "d"."status" IN (\#(everyStatus))"#)

    /// Of so many ids of objects of one organisation.
    static func deliveries(of objects: Int) -> String {
        merged((0..<objects).map { #""d"."organisation" = $2 AND "d"."object_id" = $\#($0 + 3)"# })
    }

    static let attempts = """
        SELECT \(WebhookAttempt.columnList) FROM "payments"."webhook_attempt"
        WHERE "organisation" = $1 AND "delivery" = $2 ORDER BY "number" DESC LIMIT $3
        """

    private static let everyStatus = WebhookDelivery.Status.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// The id is the first column.
    private static func merged(_ conditions: [String]) -> String {
        let selections = conditions.map {
            #"SELECT * FROM (\#(selection($0)) ORDER BY "d"."id" DESC LIMIT $1) AS "newest""#
        }
        return selections.joined(separator: " UNION ALL ") + " ORDER BY 1 DESC LIMIT $1"
    }

    /// Without those whose endpoint its merchant has deleted: they do not exist for the merchant either.
    private static func selection(_ condition: String) -> String {
        """
        SELECT \(ListedDelivery.columnList) FROM "payments"."webhook_delivery" AS "d"
        JOIN "payments"."webhook_endpoint" AS "p"
            ON "p"."organisation" = "d"."organisation" AND "p"."id" = "d"."endpoint" AND "p"."standing" <> 'deleted'
        JOIN "payments"."organisation" AS "o" ON "o"."id" = "d"."organisation"
        LEFT JOIN "payments"."event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        WHERE \(condition)
        """
    }

    // MARK: The way of one object

    static let steps = """
        SELECT "version", "at", "actor", "action" FROM "payments"."audit_entry"
        WHERE "organisation" = $1 AND "object_kind" = $2 AND "object_id" = $3 ORDER BY "version" DESC LIMIT $4
        """

    /// Of the object itself, not of a charge that is part of it.
    static let told = """
        SELECT "version", "body" FROM "payments"."event"
        WHERE "organisation" = $1 AND "object_kind" = $2 AND "object_id" = $3 AND "subject" = $3
        ORDER BY "position" DESC LIMIT $4
        """

    // MARK: Figures

    /// A row for each step, with how many payments made in it stand in each status.
    static let outcomes = """
        SELECT "step"."start", \(PaymentOutcomes.statuses.map(count).joined(separator: ", ")) FROM (
            SELECT $1 + "n" * $2 AS "start" FROM generate_series(0::bigint, $3 - 1) AS "number" ("n")) AS "step"
        ORDER BY "step"."start"
        """

    private static func count(of status: String) -> String {
        """
        (SELECT COUNT(*) FROM "payments"."payment_intent" WHERE "status" = '\(status)'
            AND "created_at" >= "step"."start" AND "created_at" < "step"."start" + $2)
        """
    }

    /// How long the newest payments took from the payer's approval to their end, both as their merchants were told.
    ///
    /// The conditions on types are those of the indexes.
    static let settlements = """
        SELECT "ended"."at" - "approved"."at" FROM (
            SELECT "at", "object_id" FROM "payments"."event"
            WHERE "type" IN ('payment_intent.succeeded', 'payment_intent.failed') AND "at" >= $1
            ORDER BY "at" DESC LIMIT $2) AS "ended"
        JOIN "payments"."event" AS "approved"
            ON "approved"."object_id" = "ended"."object_id" AND "approved"."type" = 'payment_intent.processing'
        """
}
