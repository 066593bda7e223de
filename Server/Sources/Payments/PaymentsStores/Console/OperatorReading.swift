import ChaveBase
import PaymentsModel
import SQLPort
import Webhooks

/// The operator's queries over all organisations.
///
/// An index serves each statement, which sorts no more rows than it returns.
///
/// `CROSS JOIN` keeps SQLite from reversing a join and sorting its result.
enum OperatorReading {
    /// The statements whose plans a test reads.
    static let ofServer = [
        enrollments, enrollmentsOfStatus, enrollment, paymentIntent,
        paymentIntentsOfEnrollment, deliveries, deliveriesOfStatus, delivery, deliveriesOfObject,
        deliveriesOfTwoObjects,
        attempts, steps, told, outcomes, settlements, OperatorPaymentReading.end, OperatorPaymentReading.totalsOfSpan,
        OperatorPaymentReading.parked, OperatorPaymentReading.overdue,
    ]

    // MARK: Enrollments and payment intents

    static let enrollments = owned("enrollment", by: "enrollment_id", #"ORDER BY "r"."id" DESC LIMIT ?1"#)
    static let enrollmentsOfStatus = owned(
        "enrollment",
        by: "enrollment_any_status",
        #"AND "r"."status" = ?2 ORDER BY "r"."id" DESC LIMIT ?1"#
    )
    static let enrollment = owned("enrollment", by: "enrollment_id", #"AND "r"."id" = ?1"#)

    static let paymentIntent = owned("payment_intent", by: "payment_intent_id", #"AND "r"."id" = ?1"#)
    static let paymentIntentsOfEnrollment = owned(
        "payment_intent",
        by: "payment_intent_enrollment",
        #"AND "r"."organisation" = ?2 AND "r"."enrollment" = ?3 ORDER BY "r"."id" DESC LIMIT ?1"#
    )

    private static func owned(_ table: String, by index: String, _ condition: String) -> SQLText {
        SQLText.payments(
            """
            SELECT "r"."body", "o"."body" FROM "\(table)" AS "r" INDEXED BY "\(index)"
            CROSS JOIN "organisation" AS "o" WHERE "o"."id" = "r"."organisation" \(condition)
            """
        )
    }

    // MARK: Deliveries

    /// The newest deliveries of all statuses, merged from the newest of each status.
    static let deliveries = merged(WebhookDelivery.Status.allCases.map { #""d"."status" = '\#($0.rawValue)'"# })
    static let deliveriesOfStatus = merged([#""d"."status" = ?2"#])
    static let delivery = SQLText.payments(
        selection(#""d"."id" = ?1 AND "d"."status" IN (\#(everyStatus))"#, by: anyStatus)
    )

    /// The deliveries of one object of one organisation.
    static let deliveriesOfObject = merged([ofObject("?3")], by: "webhook_delivery_object")
    static let deliveriesOfTwoObjects = merged([ofObject("?3"), ofObject("?4")], by: "webhook_delivery_object")

    static let attempts = SQLText.payments(
        #"\#(DeliveryStatement.selectingAttempts) ORDER BY "number" DESC LIMIT ?3"#
    )

    private static let anyStatus = "webhook_delivery_any_status"
    private static let everyStatus = WebhookDelivery.Status.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    private static func ofObject(_ parameter: String) -> String {
        #""d"."organisation" = ?2 AND "d"."object_id" = \#(parameter)"#
    }

    /// Merges selections by id.
    ///
    /// SQLite merges selections that are in the order of their ids. PostgreSQL would sort every selection completely,
    /// so each selection has a limit.
    private static func merged(_ conditions: [String], by index: String = anyStatus) -> SQLText {
        let selections = conditions.map { selection($0, by: index) }
        let cut = selections.map { #"SELECT * FROM (\#($0) ORDER BY "d"."id" DESC LIMIT ?1) AS "newest""# }
        let end = "ORDER BY 1 DESC LIMIT ?1"
        return PaymentsSchema.all.text(
            sqlite: "\(selections.joined(separator: " UNION ALL ")) \(end)",
            postgres: "\(cut.joined(separator: " UNION ALL ")) \(end)"
        )
    }

    /// Selects deliveries; the id is the first column.
    ///
    /// Deliveries of an endpoint that its merchant has deleted are excluded: they do not exist for the merchant either.
    private static func selection(_ condition: String, by index: String) -> String {
        """
        SELECT \(ListedDelivery.columnList) FROM "webhook_delivery" AS "d" INDEXED BY "\(index)"
        CROSS JOIN "webhook_endpoint" AS "p" CROSS JOIN "organisation" AS "o"
        LEFT JOIN "event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        WHERE "p"."organisation" = "d"."organisation" AND "p"."id" = "d"."endpoint" AND "p"."standing" <> 'deleted'
            AND "o"."id" = "d"."organisation" AND \(condition)
        """
    }

    // MARK: The way of one object

    static let steps = SQLText.payments(
        """
        SELECT "version", "at", "actor", "action" FROM "audit_entry"
        WHERE "organisation" = ?1 AND "object_kind" = ?2 AND "object_id" = ?3 ORDER BY "version" DESC LIMIT ?4
        """
    )

    /// The events of the object itself, not of a charge that is part of it.
    static let told = SQLText.payments(
        """
        SELECT "version", "body" FROM "event" INDEXED BY "event_subject"
        WHERE "organisation" = ?1 AND "subject" = ?3 AND "object_kind" = ?2 AND "object_id" = ?3
        ORDER BY "id" DESC LIMIT ?4
        """
    )

    // MARK: Figures

    /// A row for each step, with the number of payments made in it by status.
    static let outcomes = SQLText.payments(
        """
        WITH RECURSIVE "step" ("start", "number") AS (
            SELECT CAST(?1 AS BIGINT), 1 UNION ALL SELECT "start" + ?2, "number" + 1 FROM "step" WHERE "number" < ?3)
        SELECT "start", \(PaymentOutcomes.statuses.map(count).joined(separator: ", ")) FROM "step"
        """
    )

    private static func count(of status: String) -> String {
        """
        (SELECT COUNT(*) FROM "payment_intent" INDEXED BY "payment_intent_any_status" WHERE "status" = '\(status)'
            AND "created_at" >= "step"."start" AND "created_at" < "step"."start" + ?2)
        """
    }

    /// The time from the payer's approval to the end of the newest payments, by the events that their merchants got.
    ///
    /// The conditions on types are exactly those of the indexes.
    static let settlements = SQLText.payments(
        """
        SELECT "ended"."at" - "approved"."at" FROM (
            SELECT "at", "object_id" FROM "event" INDEXED BY "event_payment_ended"
            WHERE "type" IN ('payment_intent.succeeded', 'payment_intent.failed') AND "at" >= ?1
            ORDER BY "at" DESC LIMIT ?2) AS "ended"
        CROSS JOIN "event" AS "approved" INDEXED BY "event_payment_approved"
        WHERE "approved"."object_id" = "ended"."object_id" AND "approved"."type" = 'payment_intent.processing'
        """
    )
}
