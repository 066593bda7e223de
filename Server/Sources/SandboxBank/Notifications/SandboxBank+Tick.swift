import ChavePixModel
import InstitutionPort
import SQLPort

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
        try await store.write(.upkeep) { try Housekeeping(database: $0, now: now, deadlineNow: deadlineNow).sweep() }
        try await deliverNotifications()
    }

    /// Tells the platform what changed and was not told, here or by another node; at least once, in the order of what this
    /// node takes.
    func deliverNotifications() async throws {
        guard let notifications else { return }
        let (now, randomBytes) = (world.now(), world.randomBytes)
        while true {
            let claim = try await store.write(.upkeep) {
                try NotificationClaim.taken(in: $0, token: randomBytes(16), at: now)
            }
            guard let claim else { return }
            for item in claim.items {
                guard let branch = branches.values.first(where: { $0.institution.ispb == item.ispb }) else { continue }
                await notifications.notified(branch.institution.id, item.kind, id: item.object)
            }
            try await store.write(.upkeep) { try claim.settle(in: $0) }
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
        return try database.rows(sql, [time.microseconds, ispb]).map { row in
            var columns = ColumnReader(row, table: table)
            return try columns.text()
        }
    }
}

/// Throws away what nobody can ask for any more.
private struct Housekeeping {
    let database: any SQLDatabase
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
