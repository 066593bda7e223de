import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import SQLPort

extension StoreCheck {
    private static let orphanedEvents = SQLText.payments(
        """
        SELECT "position", "object_kind", "object_id" FROM "event" AS "v" WHERE NOT CASE "object_kind"
            WHEN 'enrollment' THEN EXISTS (SELECT 1 FROM "enrollment" AS "o"
                WHERE "o"."organisation" = "v"."organisation" AND "o"."id" = "v"."object_id")
            WHEN 'payment-intent' THEN EXISTS (SELECT 1 FROM "payment_intent" AS "o"
                WHERE "o"."organisation" = "v"."organisation" AND "o"."id" = "v"."object_id")
            WHEN 'customer' THEN EXISTS (SELECT 1 FROM "customer" AS "o"
                WHERE "o"."organisation" = "v"."organisation" AND "o"."id" = "v"."object_id")
            WHEN 'bank-account' THEN EXISTS (SELECT 1 FROM "bank_account" AS "o"
                WHERE "o"."organisation" = "v"."organisation" AND "o"."id" = "v"."object_id")
            ELSE FALSE END
        ORDER BY "position"
        """
    )

    private static let retention = SQLText.payments(#"SELECT "pruned_before" FROM "event_retention""#)

    /// Checks that no event lacks its change, and no change lacks its event.
    ///
    /// An event's change is the audit entry of its version. A change that a merchant sees is a change of the status.
    /// Therefore the newest event of an object shows its current status. Events are deleted after 30 days, and only
    /// then may an object have none.
    mutating func checkEvents() throws {
        try each(Self.orphanedEvents) { row in
            let subject = "event \(try row.at(0).integer)"
            report(.objectMissing, subject, "\(try row.at(1).string)/\(try row.at(2).idText)")
        }
        try each(Self.eventsWithoutChange) { row in
            let subject = "event \(try row.at(0).integer)"
            report(.eventWithoutChange, subject, "version \(try row.at(1).integer) has no audit entry")
        }
        try each(Self.deliveriesWithoutEvent) { row in
            report(.eventMissing, "webhook-delivery/\(try row.at(0).idText)", "its event is not there")
        }
        let retention = try first(Self.retention)
        let prunedBefore = try retention?.at(0).timestamp ?? Timestamp(microseconds: 0)
        try checkStatuses(of: "enrollment", "enrollment", prunedBefore) { (record: Enrollment) in
            Told(status: record.status.rawValue, charge: nil, at: record.createdAt)
        }
        try checkStatuses(of: "payment_intent", "payment-intent", charge: "charge", prunedBefore) {
            (record: PaymentIntent) in
            Told(status: record.status.rawValue, charge: record.chargeStatus.rawValue, at: record.createdAt)
        }
        try checkScheduledCharges()
    }

    private static let scheduledCharges = SQLText.payments(
        """
        SELECT "c"."id", "c"."status", "i"."body",
            (SELECT "v"."body" FROM "event" AS "v" WHERE "v"."organisation" = "c"."organisation"
                AND "v"."subject" = "c"."id" AND "v"."object_kind" = 'payment-intent'
                AND "v"."object_id" = "c"."intent" ORDER BY "v"."position" DESC LIMIT 1)
        FROM "scheduled_charge" AS "c"
        JOIN "payment_intent" AS "i" ON "i"."organisation" = "c"."organisation" AND "i"."id" = "c"."intent"
        ORDER BY "c"."organisation", "c"."id"
        """
    )

    /// Checks that the row of each scheduled charge, its intent's record and its newest event tell the same status.
    private mutating func checkScheduledCharges() throws {
        try each(Self.scheduledCharges) { row in
            let (id, status): (ChargeID, String) = (try row.at(0).id(), try row.at(1).string)
            let subject = "charge/\(id.text)"
            guard let intent = try? PaymentIntent(columnValues: row.dropFirst(2).prefix(1)) else { return }
            if intent.schedule?[id]?.status.rawValue != status {
                report(.columnDiffers, subject, "its row says \(status), its payment intent does not")
            }
            let event = try row.at(3)
            guard !event.isNull else { return }
            if try self.status(in: event) != status {
                report(.changeWithoutEvent, subject, "no event tells that it is \(status)")
            }
        }
    }

    private static let eventsWithoutChange = SQLText.payments(
        """
        SELECT "position", "version" FROM "event" AS "v" WHERE NOT EXISTS (
            SELECT 1 FROM "audit_entry" AS "a" WHERE "a"."organisation" = "v"."organisation"
                AND "a"."object_kind" = "v"."object_kind" AND "a"."object_id" = "v"."object_id"
                AND "a"."version" = "v"."version")
        ORDER BY "position"
        """
    )

    private static let deliveriesWithoutEvent = SQLText.payments(
        """
        SELECT "id" FROM "webhook_delivery" AS "d" WHERE "body" IS NULL AND NOT EXISTS (
            SELECT 1 FROM "event" AS "v" WHERE "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event")
        ORDER BY "id"
        """
    )

    /// The values that the newest events of an object must show.
    private struct Told {
        var status: String
        /// The status of an intent's charge.
        var charge: String?
        /// The creation time of the object.
        ///
        /// A check at the bank and an erasure change the object later without an event. Therefore the time of its last
        /// change does not help.
        var at: Timestamp
    }

    /// Each object with its newest event, and the newest event of its charge, whose id is in the column `charge`.
    private static func newestEvents(of table: String, _ kind: String, charge: String?) -> SQLText {
        // An object has few events: the statement finds them by their subject and sorts them.
        func newest(of subject: String) -> String {
            """
            (SELECT "v"."body" FROM "event" AS "v" WHERE "v"."organisation" = "o"."organisation"
                AND "v"."subject" = "o"."\(subject)" AND "v"."object_kind" = '\(kind)' AND "v"."object_id" = "o"."id"
                AND "v"."type" \(subject == "id" ? "NOT LIKE" : "LIKE") 'charge.%'
                ORDER BY "v"."position" DESC LIMIT 1)
            """
        }
        return SQLText.payments(
            """
            SELECT "o"."id", "o"."body", \(newest(of: "id")), \(charge.map(newest) ?? "NULL")
            FROM "\(table)" AS "o" ORDER BY "o"."organisation", "o"."id"
            """
        )
    }

    private mutating func checkStatuses<Record: BodyRecord>(
        of table: String,
        _ kind: String,
        charge: String? = nil,
        _ prunedBefore: Timestamp,
        _ told: (Record) -> Told
    ) throws {
        try each(Self.newestEvents(of: table, kind, charge: charge)) { values in
            // The check of the records already reports an unreadable record.
            guard let record = try? Record(columnValues: values.dropFirst()) else { return }
            let (expected, subject) = (told(record), "\(kind)/\(try values.at(0).idText)")
            let (event, charge) = (try values.at(2), try values.at(3))
            if event.isNull {
                guard expected.at >= prunedBefore else { return }
                report(.changeWithoutEvent, subject, "it has no event")
            } else if try status(in: event) != expected.status {
                report(.changeWithoutEvent, subject, "its newest event does not tell that it is \(expected.status)")
            }
            guard let ofCharge = expected.charge, !charge.isNull else { return }
            if try status(in: charge) != ofCharge {
                report(.changeWithoutEvent, subject, "no event tells that its charge is \(ofCharge)")
            }
        }
    }

    private func status(in body: SQLValue) throws -> String? {
        try JSONValue(parsing: Array(try body.string.utf8))["data"]?["status"]?.string
    }
}
