import ChaveBase
import ChavePixModel
import InstitutionPort
import SQLPort

extension SandboxBank {
    /// Does everything that is due by time alone, then tells the platform and the clients of the changes.
    ///
    /// Call it from time to time. Without it, the same work happens at the next read, and the platform receives no
    /// notification. One query finds out whether any work is due, so that an idle bank needs no write transaction.
    public func tick() async throws {
        let times = BankTimes(now: world.now(), deadlinesAheadSeconds: world.deadlinesAheadSeconds())
        let due = try await store.snapshot { try DueWork(in: $0, at: times) }
        for branch in sortedBranches where due.institutions.contains(branch.institution.ispb) {
            try await atDesk(of: branch) { try $0.passTime() }
        }
        if due.hasLeftovers { try await store.write(.upkeep) { try Housekeeping(database: $0, times: times).sweep() } }
        if due.hasNotifications || !due.institutions.isEmpty { try await deliverNotifications() }
    }

    /// Delivers all pending notifications to the platform and to registered clients, from this node or another one.
    ///
    /// Each is delivered at least once, in the order in which this node takes them.
    func deliverNotifications() async throws {
        let (notifications, clients) = (notifications, clientNotifications)
        guard notifications != nil || clients != nil else { return }
        let (now, randomBytes) = (world.now(), world.randomBytes)
        while true {
            let claim = try await store.write(.upkeep) {
                try NotificationClaim.taken(in: $0, token: randomBytes(16), at: now)
            }
            guard let claim else { return }
            for item in claim.items {
                guard let branch = branches.values.first(where: { $0.institution.ispb == item.ispb }) else { continue }
                let institution = branch.institution.id
                if platform.owns(item.client) {
                    await notifications?.notified(institution, item.kind, id: item.object)
                } else {
                    await clients?.changed(item.kind, item.object, of: item.client, at: institution)
                }
            }
            try await store.write(.upkeep) { try claim.settle(in: $0) }
        }
    }
}

extension BankDesk {
    /// The maximum number of objects of a kind in one tick; the rest waits for the next tick.
    private static let ticketLimit = 500

    /// Expires and settles the due objects of this institution.
    fileprivate func passTime() throws {
        for id in try due("enrollment", "deadline", by: deadlineNow) {
            _ = try storedEnrollment(id).map(expired)
        }
        for id in try due("consent", "deadline", by: deadlineNow) {
            _ = try storedConsent(id).map(expired)
        }
        for id in try due("payment", "settles_at", by: now) {
            _ = try storedPayment(id).map(settled)
        }
    }

    private func due(_ table: String, _ column: String, by time: Timestamp) throws -> [String] {
        let sql = """
            SELECT "id" FROM "\(table)" WHERE "\(column)" IS NOT NULL AND "\(column)" <= ?1 AND "ispb" = ?2
            ORDER BY "\(column)" LIMIT \(Self.ticketLimit)
            """
        return try database.rows(sql, [time.microseconds, ispb]).map { row in
            var columns = ColumnReader(row, table: table)
            return try columns.text()
        }
    }
}

/// The two clocks of one tick.
private struct BankTimes {
    /// Payments settle and sessions end by this clock.
    let now: Timestamp
    /// Enrollments, consents and authorization requests end by this clock.
    let deadlineNow: Timestamp

    init(now: Timestamp, deadlinesAheadSeconds: Int64) {
        self.now = now
        deadlineNow = now.adding(seconds: deadlinesAheadSeconds)
    }

    /// Keys and notifications from before this time are deleted.
    var dayAgo: Timestamp { now.adding(seconds: -BankDesk.keyLifeSeconds) }
    /// Authorization requests that ended before this time are deleted.
    var dayAfterEnd: Timestamp { deadlineNow.adding(seconds: -BankDesk.keyLifeSeconds) }
}

/// The work that a tick finds.
private struct DueWork {
    /// The ISPBs of institutions with due objects; with very many due objects, some institutions wait for a later tick.
    let institutions: Set<String>
    /// Whether there are rows that no request can read any more.
    let hasLeftovers: Bool
    let hasNotifications: Bool

    private static let leftovers = "leftovers"
    private static let notifications = "notifications"

    /// Each part has a limit: after a long pause more objects may be due than one query should read.
    ///
    /// The oldest come first, so that every institution gets its turn. For keys and notifications, the query reads the
    /// first row alone. When the clock was set back after that row, later rows stay until that row is a day old.
    private static let sql = """
        SELECT DISTINCT "due" FROM (
            SELECT * FROM (SELECT "ispb" AS "due" FROM "enrollment"
                WHERE "deadline" IS NOT NULL AND "deadline" <= ?2 ORDER BY "deadline" LIMIT 500) AS "e"
            UNION ALL SELECT * FROM (SELECT "ispb" FROM "consent"
                WHERE "deadline" IS NOT NULL AND "deadline" <= ?2 ORDER BY "deadline" LIMIT 500) AS "c"
            UNION ALL SELECT * FROM (SELECT "ispb" FROM "payment"
                WHERE "settles_at" IS NOT NULL AND "settles_at" <= ?1 ORDER BY "settles_at" LIMIT 500) AS "p"
            UNION ALL SELECT '\(leftovers)' FROM (SELECT "made_at" FROM "idempotency" ORDER BY "id" LIMIT 1) AS "k"
                WHERE "k"."made_at" <= ?3
            UNION ALL SELECT '\(leftovers)' FROM (SELECT "made_at" FROM "notification" ORDER BY "id" LIMIT 1) AS "o"
                WHERE "o"."made_at" <= ?3
            UNION ALL SELECT '\(leftovers)' FROM (SELECT "made_at" FROM "seen_message" ORDER BY "id" LIMIT 1) AS "m"
                WHERE "m"."made_at" <= ?3
            UNION ALL SELECT * FROM (SELECT '\(leftovers)' FROM "page_session" WHERE "expires_at" <= ?1 LIMIT 1) AS "s"
            UNION ALL SELECT * FROM (SELECT '\(leftovers)' FROM "holder_session" WHERE "expires_at" <= ?1 LIMIT 1) AS "h"
            UNION ALL SELECT * FROM (SELECT '\(leftovers)' FROM "authorization_request"
                WHERE "expires_at" <= ?4 LIMIT 1) AS "a"
            UNION ALL SELECT * FROM (SELECT '\(notifications)' FROM "notification" LIMIT 1) AS "n"
        ) AS "found"
        """

    init(in database: any SQLDatabase, at times: BankTimes) throws {
        let found = try database.rows(
            Self.sql,
            [
                times.now.microseconds, times.deadlineNow.microseconds, times.dayAgo.microseconds,
                times.dayAfterEnd.microseconds,
            ]
        )
        var due = Set(
            try found.map { row in
                var columns = ColumnReader(row, table: "found")
                return try columns.text()
            }
        )
        hasLeftovers = due.remove(Self.leftovers) != nil
        hasNotifications = due.remove(Self.notifications) != nil
        institutions = due
    }
}

/// Deletes the rows that no request can read any more.
private struct Housekeeping {
    let database: any SQLDatabase
    let times: BankTimes

    func sweep() throws {
        let dayAgo = times.dayAgo.microseconds
        // The order of the ids has the oldest rows first, so that no index on the time is needed.
        for table in ["idempotency", "notification", "seen_message"] {
            try database.run(
                """
                DELETE FROM "\(table)" WHERE "made_at" <= ?1 AND "id" IN
                    (SELECT "id" FROM "\(table)" ORDER BY "id" LIMIT 1000)
                """,
                [dayAgo]
            )
        }
        for table in ["page_session", "holder_session"] {
            try database.run(#"DELETE FROM "\#(table)" WHERE "expires_at" <= ?1"#, [times.now.microseconds])
        }
        // Authorization requests end with their enrollment's wait, so by the clock of deadlines.
        try database.run(
            #"DELETE FROM "authorization_request" WHERE "expires_at" <= ?1"#,
            [times.dayAfterEnd.microseconds]
        )
    }
}
