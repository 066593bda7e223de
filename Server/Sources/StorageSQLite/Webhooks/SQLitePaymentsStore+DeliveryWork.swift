public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms
public import Webhooks

extension SQLitePaymentsStore {
    public func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint] {
        do {
            return try await writer.read { database in
                // An id that is none cannot be asked for, and must not keep the others from being asked.
                try database.rows(DeliveryWork.dueEndpoints, [now.databaseValue])
                    .compactMap { row in try? DueEndpoint(id: row[...].at(0).id(), url: row[...].at(1).string) }
            }
        } catch {
            throw translateRead(error)
        }
    }

    /// One row that cannot be read is parked by itself; should this process die before that, its lease ends and it is
    /// claimed and parked again.
    public func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries {
        let rows = try await maintain { try DeliveryWork.take(claim, in: $0) }
        var claimed = ClaimedDeliveries(readable: [])
        var damaged: [[DatabaseValue]] = []
        for row in rows {
            if let delivery = try? ClaimedDelivery(held: row) {
                claimed.readable.append(delivery)
            } else {
                damaged.append(row)
            }
        }
        guard !damaged.isEmpty else { return claimed }
        let steps = damaged.flatMap { DamagedDelivery.parking($0, at: claim.now) }
        try await maintain { database in for step in steps { try step.run(in: database) } }
        claimed.parked = damaged.map { String.fromDatabaseValue($0[0]) ?? "" }
        return claimed
    }

    public func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> WebhookEndpoint.Standing? {
        try await maintain { database in
            try outcome.deliveryUpdate.run(in: database)
            guard database.changesCount > 0 else { return nil }
            try outcome.attemptInsertion.run(in: database)
            return try outcome.moveEndpoint(in: database)
        }
    }

    public func release(_ claimed: ClaimedDelivery) async throws(StorageFault) {
        let (delivery, fence) = (claimed.delivery, claimed.fence)
        let release = Step(
            sql: DeliveryWork.release,
            arguments: [delivery.organisation.databaseValue, delivery.id.databaseValue, fence.databaseValue]
        )
        try await maintain { try release.run(in: $0) }
        bell.ring()
    }

    public func releaseDeliveries() async throws(StorageFault) {
        let release = Step(sql: DeliveryWork.releaseAll, arguments: [])
        try await maintain { try release.run(in: $0) }
    }

    public func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures {
        do {
            let row = try await writer.read { try $0.firstRow(DeliveryWork.figures, []) ?? [] }
            let oldest = try row[...].at(0).timestamp
            return WebhookFigures(
                oldestDueMicroseconds: oldest.map { max(0, now.microseconds(since: $0)) } ?? 0,
                disabledEndpoints: try row[...].at(1).integer
            )
        } catch {
            throw translateRead(error)
        }
    }
}

/// What workers ask: none of it reads a whole table of deliveries, however many are kept.
enum DeliveryWork {
    static let statements = [dueEndpoints, due, chosen, hold, release, releaseAll, figures]

    static let release = """
        UPDATE "webhook_delivery" SET "locked_until" = NULL
        WHERE "organisation" = ?1 AND "id" = ?2 AND "fence" = ?3
        """

    static let releaseAll = #"UPDATE "webhook_delivery" SET "locked_until" = NULL WHERE "locked_until" IS NOT NULL"#

    /// One look into an index for each endpoint, however much waits behind it.
    static let dueEndpoints = """
        SELECT "e"."id", "e"."url" FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled' AND EXISTS (
            SELECT 1 FROM "webhook_delivery" AS "d"
            WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending' AND "d"."next_at" <= ?1
                AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= ?1))
        ORDER BY "e"."id"
        """

    /// In the order of the index, so that who reads only the first of many that are due at once sorts nothing.
    static let due = """
        SELECT "d"."organisation", "d"."id", "d"."object_id" FROM "webhook_delivery" AS "d"
        WHERE "d"."endpoint" = ?1 AND "d"."status" = 'pending' AND "d"."next_at" <= ?2
            AND ("d"."locked_until" IS NULL OR "d"."locked_until" <= ?2)
            AND EXISTS (SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."id" = "d"."endpoint"
                AND "e"."organisation" = "d"."organisation" AND "e"."standing" = 'enabled')
            AND NOT EXISTS (
                SELECT 1 FROM "webhook_delivery" AS "o"
                WHERE "o"."endpoint" = "d"."endpoint" AND "o"."object_id" = "d"."object_id"
                    AND "o"."status" = 'pending' AND "o"."id" <> "d"."id" AND ("o"."locked_until" > ?2
                        OR "o"."position" < "d"."position" AND "o"."attempts" = 0))
        ORDER BY "d"."next_at", "d"."position", "d"."id"
        """

    /// Bodies are read of what is taken alone.
    static let chosen = """
        SELECT \(WebhookDelivery.columnList(of: "d")), "d"."fence", COALESCE("d"."body", "v"."body"),
            \(WebhookEndpoint.columnList(of: "e"))
        FROM "webhook_delivery" AS "d"
        JOIN "webhook_endpoint" AS "e" ON "e"."organisation" = "d"."organisation" AND "e"."id" = "d"."endpoint"
        LEFT JOIN "event" AS "v" ON "v"."organisation" = "d"."organisation" AND "v"."id" = "d"."event"
        WHERE "d"."organisation" = ?1 AND "d"."id" = ?2
        """

    static let hold = """
        UPDATE "webhook_delivery" SET "locked_until" = ?3, "fence" = MIN("fence", 9223372036854775806) + 1
        WHERE "organisation" = ?1 AND "id" = ?2
        """

    /// Of endpoints that are enabled: what waits for a disabled one is nobody's delay.
    static let figures = """
        SELECT MIN((
                SELECT MIN("d"."next_at") FROM "webhook_delivery" AS "d"
                WHERE "d"."endpoint" = "e"."id" AND "d"."status" = 'pending')),
            (SELECT COUNT(*) FROM "webhook_endpoint" WHERE "standing" = 'disabled')
        FROM "webhook_endpoint" AS "e" WHERE "e"."standing" = 'enabled'
        """

    /// The rows as they were before they were held.
    static func take(_ claim: DeliveryClaim, in database: Database) throws -> [[DatabaseValue]] {
        var taken: [[DatabaseValue]] = []
        let inFlight = Set(claim.inFlight.map(\.text))
        for (endpoint, places) in claim.places.sorted(by: { $0.key.text < $1.key.text }) {
            let free = min(places, claim.limit - taken.count)
            for key in try keys(of: endpoint, atMost: free, at: claim.now, without: inFlight, in: database) {
                guard let row = try database.firstRow(chosen, key) else { continue }
                try Step(sql: hold, arguments: key + [claim.lockedUntil.databaseValue]).run(in: database)
                taken.append(row)
            }
        }
        return taken
    }

    /// Reads on until `limit` are found: what this process works on may be due again by the clock, and is read past.
    private static func keys(
        of endpoint: WebhookID,
        atMost limit: Int,
        at now: Timestamp,
        without inFlight: Set<String>,
        in database: Database
    ) throws -> [[DatabaseValue]] {
        let statement = try database.cachedStatement(sql: due)
        let arguments = StatementArguments([endpoint.databaseValue, now.databaseValue])
        var keys: [[DatabaseValue]] = []
        // One of an object at a time, also within this claim.
        var objects: Set<String> = []
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        while keys.count < limit, let row = try cursor.next() {
            let values = Array(row.databaseValues)
            guard !inFlight.contains(try values[...].at(1).string),
                objects.insert(try values[...].at(2).string).inserted
            else { continue }
            keys.append([values[0], values[1]])
        }
        return keys
    }
}

extension AttemptOutcome {
    /// What was resent while an attempt was under way that failed stays due.
    var deliveryUpdate: Step {
        let isResent = #"?6 = 1 AND "resent_at" > ?9"#
        return Step(
            sql: """
                UPDATE "webhook_delivery" SET
                    "status" = CASE WHEN \(isResent) THEN 'pending' ELSE ?4 END,
                    "attempts" = ?5, "failures" = MIN("failures", 2147483647) + ?6,
                    "next_at" = CASE WHEN \(isResent) THEN "next_at" ELSE ?7 END,
                    "ended_at" = CASE WHEN \(isResent) THEN NULL ELSE ?8 END, "locked_until" = NULL
                WHERE "organisation" = ?1 AND "id" = ?2 AND "fence" = ?3 AND "locked_until" IS NOT NULL
                """,
            arguments: [
                organisation.databaseValue, delivery.databaseValue, fence.databaseValue,
                status.rawValue.databaseValue, Int64(attempt.number).databaseValue,
                Int64(isSuccess ? 0 : 1).databaseValue, bound(nextAt?.databaseValue), bound(endedAt?.databaseValue),
                attempt.at.databaseValue,
            ]
        )
    }

    fileprivate var attemptInsertion: Step {
        Step(
            sql: """
                INSERT INTO "webhook_attempt" (
                    "organisation", "delivery", "number", "at", "milliseconds", "status", "failure"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
            arguments: [
                organisation.databaseValue, delivery.databaseValue, Int64(attempt.number).databaseValue,
                attempt.at.databaseValue, attempt.milliseconds.databaseValue,
                bound(attempt.status.map { Int64($0).databaseValue }),
                bound(attempt.failure?.rawValue.databaseValue),
            ]
        )
    }

    /// Writes only where something moved: an endpoint that answers is not written for each delivery.
    fileprivate func moveEndpoint(in database: Database) throws -> WebhookEndpoint.Standing {
        let row = try database.firstRow(
            """
            SELECT "standing", "disabled_reason", "disabled_at", "failing_since", "failures" FROM "webhook_endpoint"
            WHERE "organisation" = ?1 AND "id" = ?2
            """,
            [organisation.databaseValue, endpoint.databaseValue]
        )
        guard let values = row?[...] else { return .disabled(.byMerchant, at: now) }
        let old = try WebhookEndpoint.Standing(values.at(0), reason: values.at(1), at: values.at(2).timestamp)
        guard old == .enabled else { return old }
        let known = EndpointHealth(failingSince: try values.at(3).timestamp, failures: try values.at(4).count)
        let health = health(after: known)
        let standing = standing(after: old, health: health)
        guard health != known || standing != old else { return standing }
        let update = Step(
            sql: """
                UPDATE "webhook_endpoint" SET
                    "standing" = ?3, "disabled_reason" = ?4, "disabled_at" = ?5, "failing_since" = ?6,
                    "failures" = ?7, "version" = "version" + ?8
                WHERE "organisation" = ?1 AND "id" = ?2
                """,
            arguments: [organisation.databaseValue, endpoint.databaseValue] + standing.columnValues + [
                bound(health.failingSince?.databaseValue), Int64(health.failures).databaseValue,
                Int64(standing == old ? 0 : 1).databaseValue,
            ]
        )
        try update.run(in: database)
        return standing
    }
}
