public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    public func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        try await first(
            #"SELECT "body", "held_until", "outcome" FROM "idempotency" WHERE "scope" = ?1"#,
            [scope.databaseValue]
        )
    }

    public func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        let pruning = Step(
            sql: """
                DELETE FROM "idempotency" WHERE "scope" IN (
                    SELECT "scope" FROM "idempotency" WHERE "created_at" < ?1 ORDER BY "created_at" LIMIT ?2)
                """,
            arguments: [time.databaseValue, max(0, limit).databaseValue]
        )
        return try await maintain { database in
            try pruning.run(in: database)
            return database.changesCount
        }
    }

    public func claimDue(
        at now: Timestamp,
        plannedUntil: Timestamp,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        let tooLong = heldUntil.adding(seconds: 60)
        let times = [now.databaseValue, tooLong.databaseValue]
        return try await claim(
            Due.selection,
            [plannedUntil.databaseValue, max(0, limit).databaseValue] + times,
            heldUntil: heldUntil
        )
    }

    public func claimStranded(
        beyond horizon: PlanHorizon,
        heldUntil: Timestamp,
        limit: Int
    ) async throws(StorageFault) -> [ObjectReference] {
        let (work, checks) = (horizon.ofWork.databaseValue, horizon.ofChecks.databaseValue)
        return try await claim(Due.stranded, [work, max(0, limit).databaseValue, checks], heldUntil: heldUntil)
    }

    private func claim(
        _ selection: String,
        _ arguments: [DatabaseValue],
        heldUntil: Timestamp
    ) async throws(StorageFault) -> [ObjectReference] {
        let rows = try await maintain { database in
            let rows = try database.rows(selection, arguments)
            for row in rows {
                let sql =
                    switch ObjectReference.Kind(rawValue: try row[...].at(0).string) {
                    case .enrollment: Due.holdEnrollment
                    case .customer: Due.holdCustomer
                    default: Due.holdPaymentIntent
                    }
                try Step(sql: sql, arguments: [try row[...].at(1), heldUntil.databaseValue]).run(in: database)
            }
            return rows
        }
        // A row whose id is none keeps no other from being worked on.
        return rows.compactMap { try? ObjectReference(columnValues: $0[...]) }
    }

    public func releaseAll() async throws(StorageFault) {
        try await maintain { database in
            for sql in Due.releases { try Step(sql: sql, arguments: []).run(in: database) }
        }
    }

    /// Writes one row and waits for its sync: whether the store would take a payment now.
    public func confirmWritable(at now: Timestamp) async throws(StorageFault) {
        let touch = Step(
            sql: """
                INSERT INTO "readiness" ("id", "at") VALUES (1, ?1)
                ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at"
                """,
            arguments: [now.databaseValue]
        )
        try await maintain { try touch.run(in: $0) }
    }

    func maintain<Value: Sendable>(
        _ operation: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageFault) -> Value {
        do {
            return try await writer.write(operation)
        } catch {
            guard case .fault(let fault) = translate(error) else { throw StorageFault(underlying: error) }
            throw fault
        }
    }
}

/// What waits for work.
enum Due {
    static let selection = selection(enrollments: [(enrollment, isDue)], others: isDue)

    private static let isDue =
        #""wake_at" <= ?1 AND ("held_until" IS NULL OR "held_until" <= ?3 OR "held_until" > ?4)"#

    /// Only at the start, when nothing is held but by this claim.
    static let stranded = selection(
        enrollments: [
            (
                #""enrollment" INDEXED BY "enrollment_under_way""#,
                #""status" <> 'SUCCEEDED' AND "wake_at" > ?1 AND "wake_at" <= ?3 AND "held_until" IS NULL"#
            ),
            (enrollment, #""wake_at" > ?3 AND "held_until" IS NULL"#),
        ],
        others: #""wake_at" > ?1 AND "held_until" IS NULL"#
    )

    private static let enrollment = #""enrollment" INDEXED BY "enrollment_due""#

    private static func selection(enrollments: [(from: String, condition: String)], others: String) -> String {
        let branches =
            enrollments.map { branch("enrollment", from: $0.from, where: $0.condition) } + [
                branch("payment-intent", from: #""payment_intent""#, where: others),
                branch("customer", from: #""customer""#, where: others),
            ]
        return """
            SELECT "kind", "id" FROM (\(branches.joined(separator: " UNION ALL "))) AS "due"
            ORDER BY "wake_at", "id" LIMIT ?2
            """
    }

    /// Cut by itself, so that a long queue is never sorted as a whole.
    private static func branch(_ kind: String, from table: String, where condition: String) -> String {
        """
        SELECT * FROM (
            SELECT '\(kind)' AS "kind", "id", "wake_at" FROM \(table)
            WHERE "wake_at" IS NOT NULL AND \(condition)
            ORDER BY "wake_at" LIMIT ?2) AS "found"
        """
    }

    static let holdEnrollment = #"UPDATE "enrollment" SET "held_until" = ?2 WHERE "id" = ?1"#
    static let holdCustomer = #"UPDATE "customer" SET "held_until" = ?2 WHERE "id" = ?1"#
    static let holdPaymentIntent = #"UPDATE "payment_intent" SET "held_until" = ?2 WHERE "id" = ?1"#

    static let releases = [
        // Of enrollments every usable one has a time to wake at.
        #"UPDATE "enrollment" INDEXED BY "enrollment_held" SET "held_until" = NULL WHERE "held_until" IS NOT NULL"#,
        #"UPDATE "payment_intent" SET "held_until" = NULL WHERE "wake_at" IS NOT NULL AND "held_until" IS NOT NULL"#,
        #"UPDATE "customer" SET "held_until" = NULL WHERE "wake_at" IS NOT NULL AND "held_until" IS NOT NULL"#,
        #"UPDATE "idempotency" SET "held_until" = NULL WHERE "held_until" IS NOT NULL"#,
    ]
}
