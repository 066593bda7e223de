import ChavePixModel
import GRDB
import InstitutionPort
import SQLiteWriter

extension SandboxBank {
    /// Does everything that time alone does, then tells the platform what changed.
    ///
    /// Call it now and then; without it the same happens when somebody looks, and nobody is told.
    public func tick() async throws {
        for branch in sortedBranches {
            try await atDesk(of: branch) { try $0.passTime() }
        }
        let now = world.now()
        let deadlineNow = now.adding(seconds: world.deadlinesAheadSeconds())
        try await writer.write { try Housekeeping(database: $0, now: now, deadlineNow: deadlineNow).sweep() }
        try await deliverNotifications()
    }

    /// Tells the platform what changed and was not told; at least once, in order.
    func deliverNotifications() async throws {
        guard let notifications else { return }
        while true {
            let pending = try await writer.read { try PendingNotification.oldest(100, in: $0) }
            guard let last = pending.last else { return }
            for item in pending {
                guard let branch = branches.values.first(where: { $0.institution.ispb == item.ispb }) else { continue }
                await notifications.notified(branch.institution.id, item.kind, id: item.object)
            }
            try await writer.write { try $0.run(#"DELETE FROM "notification" WHERE "id" <= ?1"#, [last.id]) }
        }
    }
}

/// One change that the platform has not been told of.
private struct PendingNotification: Sendable {
    let id: Int64
    let ispb: String
    let kind: InstitutionNotificationKind
    let object: String

    static func oldest(_ limit: Int, in database: Database) throws -> [PendingNotification] {
        let sql = #"SELECT "id", "ispb", "kind", "object" FROM "notification" ORDER BY "id" LIMIT ?1"#
        return try database.rows(sql, [limit]).map { row in
            var columns = ColumnReader(row, table: "notification")
            let id = columns.integer()
            let ispb = columns.text()
            guard let kind = InstitutionNotificationKind(rawValue: columns.text()) else {
                throw columns.fault("kind")
            }
            return PendingNotification(id: id, ispb: ispb, kind: kind, object: columns.text())
        }
    }
}

extension BankDesk {
    /// How many objects of a kind one tick moves on at most; the rest waits for the next.
    private static let ticketLimit = 500

    /// Expires and settles what is due.
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
        return try database.rows(sql, [time.microseconds, ispb]).map { $0[0] }
    }
}

/// Throws away what nobody can ask for any more.
private struct Housekeeping {
    let database: Database
    let now: Timestamp
    let deadlineNow: Timestamp

    func sweep() throws {
        let dayAgo = now.adding(seconds: -BankDesk.keyLifeSeconds).microseconds
        // The oldest rows come first by their number, so that no index on the time is needed.
        for table in ["idempotency", "notification"] {
            try database.run(
                """
                DELETE FROM "\(table)" WHERE "made_at" <= ?1 AND "id" IN
                    (SELECT "id" FROM "\(table)" ORDER BY "id" LIMIT 1000)
                """,
                [dayAgo]
            )
        }
        for table in ["page_session", "holder_session"] {
            try database.run(#"DELETE FROM "\#(table)" WHERE "expires_at" <= ?1"#, [now.microseconds])
        }
        // These end with what their enrollment waits for, so by the clock of deadlines.
        let dayAfterEnd = deadlineNow.adding(seconds: -BankDesk.keyLifeSeconds).microseconds
        try database.run(#"DELETE FROM "authorization_request" WHERE "expires_at" <= ?1"#, [dayAfterEnd])
    }
}
