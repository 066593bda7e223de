package import ChavePixModel

/// Events, endpoints and deliveries at rest.
package enum StoredWebhooks {
    /// How the store calls its endpoints where it counts them.
    package static let endpoints = "webhook_endpoint"

    // MARK: Events

    package static let losingEvents = StoredSQL.ofPayments { #"DELETE FROM \#($0)"event""# }

    package static func losingEvent(_ id: String) -> StoredSQL {
        .ofPayments { #"DELETE FROM \#($0)"event" WHERE "id" = '\#(id)'"# }
    }

    static let losingEventsOfIntents = StoredSQL.ofPayments {
        #"DELETE FROM \#($0)"event" WHERE "object_kind" = 'payment-intent'"#
    }

    /// Nothing may do so: events never change.
    package static let emptyingEvents = StoredSQL.ofPayments { #"UPDATE \#($0)"event" SET "body" = ''"# }

    /// Nothing may do so: events never change.
    package static let redatingEvents = StoredSQL.ofPayments { #"UPDATE \#($0)"event" SET "at" = 0"# }

    /// An event of a version that its object never had.
    static let forgingEvent = StoredSQL(
        sqlite: """
            INSERT INTO "event" (
                "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
            SELECT "organisation", 'forged', "object_kind", "object_id", 9, "at", "body", "type", "subject"
            FROM "event" LIMIT 1
            """,
        postgres: """
            INSERT INTO "payments"."event" (
                "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
            SELECT "organisation", 'forged', "object_kind", "object_id", 9, "at", "body", "type", "subject"
            FROM "payments"."event" LIMIT 1
            """
    )

    /// So many events of versions that their object never had; in PostgreSQL alone.
    package static func forgingEvents(_ count: Int) -> StoredSQL {
        StoredSQL(
            sqlite: StoredSQL.missing,
            postgres: """
                INSERT INTO "payments"."event" (
                    "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
                SELECT "organisation", 'forged' || "n", "object_kind", "object_id", 9 + "n", "at", "body", "type", "subject"
                FROM (SELECT * FROM "payments"."event" LIMIT 1) AS "e" CROSS JOIN generate_series(1, \(count)) AS "n"
                """
        )
    }

    // MARK: Endpoints

    /// The endpoint's record becomes one from which no endpoint can be read.
    package static func garbling(_ endpoint: WebhookID) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"webhook_endpoint" SET "body" = '{}' WHERE "id" = '\#(endpoint.text)'"# }
    }

    /// The endpoint's id becomes a text that is no id, with its deliveries.
    package static func garblingID(of endpoint: WebhookID) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"webhook_delivery" SET "endpoint" = 'x' WHERE "endpoint" = '\(endpoint.text)';
            UPDATE \(before)"webhook_endpoint" SET "id" = 'x' WHERE "id" = '\(endpoint.text)';
            """
        }
    }

    // MARK: Deliveries

    /// The counts of an event's deliveries and of every endpoint become the largest that a column holds.
    package static func exhaustingCounts(ofEvent event: String) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"webhook_delivery"
            SET "attempts" = \(Int64.max), "failures" = \(Int64.max), "fence" = \(Int64.max)
            WHERE "event" = '\(event)';
            UPDATE \(before)"webhook_endpoint" SET "failures" = \(Int64.max), "failing_since" = 1
            """
        }
    }

    /// The organisation's one delivery becomes one that cannot be read, down to its id.
    package static func garblingDelivery(of organisation: OrganisationID) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"webhook_delivery" SET "attempts" = 0, "event" = 'x', "object_id" = 'y', "created_at" = 1,
                "id" = 'no id' WHERE "organisation" = '\(organisation.text)'
            """
        }
    }

    static let forgingDeliveryOfNoEvent = StoredSQL(
        sqlite: "PRAGMA foreign_keys = OFF;\n" + deliveryOfNoEvent(""),
        postgres: deliveryOfNoEvent(#""payments"."#)
    )

    private static func deliveryOfNoEvent(_ before: String) -> String {
        """
        INSERT INTO \(before)"webhook_delivery" ("organisation", "id", "endpoint", "event", "type", "object_id",
            "position", "created_at", "status", "attempts", "failures", "fence")
        VALUES ('o', 'd', 'e', 'nowhere', 't', 'x', 1, 1, 'pending', 0, 0, 0)
        """
    }

    /// Every delivery is parked, as after its last attempt.
    package static let parkingDeliveries = StoredSQL.ofPayments {
        #"UPDATE \#($0)"webhook_delivery" SET "status" = 'parked', "next_at" = NULL"#
    }

    /// First attempts become seventh ones, of a time before all others.
    package static let misplacingFirstAttempts = StoredSQL.ofPayments {
        #"UPDATE \#($0)"webhook_attempt" SET "at" = -1, "number" = 7 WHERE "number" = 1"#
    }

    // MARK: What somebody else has in hand, until the transaction ends; in PostgreSQL alone

    /// Holds the deliveries of an event as whoever changes them does.
    package static func holdingDeliveries(ofEvent event: String) -> String {
        #"SELECT 1 FROM "payments"."webhook_delivery" WHERE "event" = '\#(event)' FOR UPDATE"#
    }

    /// Holds an endpoint as whoever claims for it does.
    package static func holding(_ endpoint: WebhookID) -> String {
        #"SELECT 1 FROM "payments"."webhook_endpoint" WHERE "id" = '\#(endpoint.text)' FOR NO KEY UPDATE"#
    }
}
