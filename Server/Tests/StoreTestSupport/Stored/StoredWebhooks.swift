import ChaveBase
package import ChavePixModel
package import PaymentsModel

/// Events, endpoints and deliveries at rest.
package enum StoredWebhooks {
    /// How the store calls its endpoints where it counts them.
    package static let endpoints = "webhook_endpoint"

    // MARK: Events

    package static let losingEvents = StoredSQL.ofPayments { #"DELETE FROM \#($0)"event""# }

    package static func losingEvent(_ id: EventID) -> StoredSQL {
        .ofPayments { #"DELETE FROM \#($0)"event" WHERE "id" = \#(id.literal)"# }
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
            SELECT "organisation", zeroblob(16), "object_kind", "object_id", 9, "at", "body", "type", "subject"
            FROM "event" LIMIT 1
            """,
        postgres: """
            INSERT INTO "payments"."event" (
                "organisation", "id", "object_kind", "object_id", "version", "at", "body", "type", "subject")
            SELECT "organisation", gen_random_uuid(), "object_kind", "object_id", 9, "at", "body", "type", "subject"
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
                SELECT "organisation", gen_random_uuid(), "object_kind", "object_id", 9 + "n", "at", "body", "type", "subject"
                FROM (SELECT * FROM "payments"."event" LIMIT 1) AS "e" CROSS JOIN generate_series(1, \(count)) AS "n"
                """
        )
    }

    // MARK: Endpoints

    /// The endpoint's record becomes one from which no endpoint can be read.
    package static func garbling(_ endpoint: WebhookID) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"webhook_endpoint" SET "body" = '{}' WHERE "id" = \#(endpoint.literal)"# }
    }

    /// The endpoint's id becomes bytes that are no id, with its deliveries; in files alone.
    package static func garblingID(of endpoint: WebhookID) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"webhook_delivery" SET "endpoint" = X'78' WHERE "endpoint" = \(endpoint.literal);
            UPDATE \(before)"webhook_endpoint" SET "id" = X'78' WHERE "id" = \(endpoint.literal);
            """
        }
    }

    // MARK: Deliveries

    /// The counts of an event's deliveries and of every endpoint become the largest that a column holds.
    package static func exhaustingCounts(ofEvent event: EventID) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"webhook_delivery"
            SET "attempts" = \(Int64.max), "failures" = \(Int64.max), "fence" = \(Int64.max)
            WHERE "event" = \(event.literal);
            UPDATE \(before)"webhook_endpoint" SET "failures" = \(Int64.max), "failing_since" = 1
            """
        }
    }

    /// The organisation's one delivery becomes one that cannot be read.
    ///
    /// In a file down to its id; in PostgreSQL, which takes no other bytes for an id, it tells of a kind of object that there
    /// is not.
    package static func garblingDelivery(of organisation: OrganisationID) -> StoredSQL {
        StoredSQL(
            sqlite: """
                UPDATE "webhook_delivery" SET "attempts" = 0, "event" = X'78', "object_id" = X'79', "created_at" = 1,
                    "id" = X'6E6F' WHERE "organisation" = \(organisation.literal)
                """,
            postgres: """
                UPDATE "payments"."event" SET "object_kind" = 'x' WHERE "organisation" = '\(organisation.text)'
                """
        )
    }

    static let forgingDeliveryOfNoEvent = StoredSQL(sqlite: "PRAGMA foreign_keys = OFF", postgres: "SELECT 1")
        .and(.ofPayments(deliveryOfNoEvent))

    private static func deliveryOfNoEvent(_ before: String) -> String {
        let nobody = AnyID(high: 0, low: 1).literal
        return """
            INSERT INTO \(before)"webhook_delivery" ("organisation", "id", "endpoint", "event", "type", "object_id",
                "position", "created_at", "status", "attempts", "failures", "fence")
            VALUES (\(nobody), \(nobody), \(nobody), \(nobody), 't', \(nobody), 1, 1, 'pending', 0, 0, 0)
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
    package static func holdingDeliveries(ofEvent event: EventID) -> String {
        #"SELECT 1 FROM "payments"."webhook_delivery" WHERE "event" = '\#(event.text)' FOR UPDATE"#
    }

    /// Holds an endpoint as whoever claims for it does.
    package static func holding(_ endpoint: WebhookID) -> String {
        #"SELECT 1 FROM "payments"."webhook_endpoint" WHERE "id" = '\#(endpoint.text)' FOR NO KEY UPDATE"#
    }
}
