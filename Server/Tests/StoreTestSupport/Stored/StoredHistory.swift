/// Much history in PostgreSQL, written at once: what plans are read over.
package enum StoredHistory {
    /// Tables that grow with the history; of the others there are few rows.
    package static let tables = ["webhook_delivery", "webhook_attempt", "event", "audit_entry", "payment_intent"]

    /// Statements that fill the tables with so many rows each, for two organisations that have accounts, enrollments
    /// and endpoints, and have them analysed.
    ///
    /// Ids are in the order of their numbers, as those of a time are.
    package static func filling(_ size: Int) -> [String] {
        let rows = [events(size / 2), deliveries, attempts, audit, intents(size / 2)]
        return rows + tables.map { #"ANALYZE "payments"."\#($0)""# }
    }

    private static func id(_ number: String) -> String { "lpad(to_hex(\(number)), 32, '0')::uuid" }

    /// Of the organisation of `e`.
    private static func ownID(first: Character) -> String {
        """
        ('\(first)' || lpad(to_hex("n"), 15, '0') || right(replace("e"."organisation"::text, '-', ''), 16))::uuid
        """
    }

    private static func events(_ count: Int) -> String {
        """
        INSERT INTO "payments"."event" (
            "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
        SELECT "o"."id", \(id(#""n""#)), 'payment_intent', \(id(#""n" / 4"#)), "n" % 4, "n" * 1000, '{}',
            (ARRAY['payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded',
                'charge.created'])["n" % 4 + 1], \(id(#""n" / 4"#))
        FROM generate_series(1, \(count)) AS "s" ("n") CROSS JOIN "payments"."organisation" AS "o"
        """
    }

    private static let deliveries = """
        INSERT INTO "payments"."webhook_delivery" (
            "organisation", "id", "endpoint", "event", "type", "object_id", "position", "created_at", "status",
            "attempts", "failures", "next_at", "fence", "ended_at")
        SELECT "v"."organisation",
            (lpad(to_hex("v"."position"), 16, '0') || left(replace("e"."id"::text, '-', ''), 16))::uuid, "e"."id",
            "v"."id", "v"."type", "v"."subject", "v"."position", "v"."at",
            CASE WHEN "v"."version" <> 3 THEN 'delivered' WHEN "v"."at" % 64000 = 3000 THEN 'parked'
                ELSE 'pending' END,
            1, 0, CASE WHEN "v"."version" = 3 AND "v"."at" % 64000 <> 3000 THEN "v"."at" END, 1,
            CASE WHEN "v"."version" <> 3 OR "v"."at" % 64000 = 3000 THEN "v"."at" END
        FROM "payments"."event" AS "v" JOIN "payments"."webhook_endpoint" AS "e"
            ON "e"."organisation" = "v"."organisation"
        """

    private static let attempts = """
        INSERT INTO "payments"."webhook_attempt" (
            "organisation", "delivery", "number", "at", "milliseconds", "status")
        SELECT "organisation", "id", 1, "created_at", 5, 204 FROM "payments"."webhook_delivery"
        """

    private static let audit = """
        INSERT INTO "payments"."audit_entry" (
            "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest",
            "previous", "hash")
        SELECT "organisation", "object_kind", "object_id", "version", "at", 'a', 'a', ''::bytea, ''::bytea,
            ''::bytea
        FROM "payments"."event"
        """

    private static func intents(_ count: Int) -> String {
        """
        INSERT INTO "payments"."payment_intent" (
            "organisation", "id", "version", "status", "customer", "enrollment", "beneficiary", "institution",
            "end_to_end_id", "created_at", "consent_id", "bank_payment_id", "external_id", "charge", "body",
            "amount", "amount_band")
        SELECT "e"."organisation", \(ownID(first: "0")), 1,
            CASE WHEN "n" % 100 = 0 THEN 'PENDING' WHEN "n" % 9 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END,
            "e"."customer", "e"."id", "b"."id", \(id(#""n" % 3"#)), 'E' || "n" || "e"."organisation", "n" * 4000,
            'consent' || "n", 'payment' || "n", 'order' || "n", \(ownID(first: "c")), '{}', 100, 7
        FROM generate_series(1, \(count)) AS "s" ("n") CROSS JOIN "payments"."enrollment" AS "e"
        JOIN "payments"."bank_account" AS "b" ON "b"."organisation" = "e"."organisation"
        """
    }
}
