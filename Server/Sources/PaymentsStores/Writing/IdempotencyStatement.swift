import PaymentsCore
import SQLPort

/// The statements over idempotency keys, in full.
enum IdempotencyStatement {
    static let one = SQLText.payments(
        #"SELECT \#(IdempotencyRecord.columnList) FROM "idempotency" WHERE "scope" = ?1"#
    )

    static let claim = SQLText.payments(
        """
        INSERT INTO "idempotency" ("scope", "created_at", "held_until", "held_by", "outcome", "body")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    )

    static let take = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = ?3, "held_by" = ?4
        WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" IS NOT DISTINCT FROM ?2
        """,
        .changesRow
    )

    static let release = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = NULL, "held_by" = NULL
        WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" = ?2
        """,
        .changesRow
    )

    // The first outcome stays.
    static let finish = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = NULL, "held_by" = NULL, "outcome" = ?3
        WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" = ?2
        """,
        .changesRow
    )

    /// Nodes prune at the same time: PostgreSQL passes over keys that another node has in hand.
    static let prune = PaymentsSchema.all.text(
        sqlite: """
            DELETE FROM "idempotency" WHERE "scope" IN (
                SELECT "scope" FROM "idempotency" WHERE "created_at" < ?1 ORDER BY "created_at" LIMIT ?2)
            """,
        postgres: """
            DELETE FROM "idempotency" WHERE "scope" IN (
                SELECT "scope" FROM "idempotency" WHERE "created_at" < ?1
                ORDER BY "created_at" LIMIT ?2 FOR UPDATE SKIP LOCKED)
            """
    )
}

extension Change.IdempotencyWrite {
    func statement(of node: Int64) throws -> SQLStatement {
        switch self {
        case .claim(let record):
            SQLStatement(
                IdempotencyStatement.claim,
                [
                    record.scope, record.createdAt, record.heldUntil, record.heldUntil == nil ? nil : node,
                    try record.outcome.map(RecordText.encode), try RecordText.encode(record.withoutProgress),
                ]
            )
        case .take(let scope, let from, let heldUntil):
            SQLStatement(IdempotencyStatement.take, [scope, from, heldUntil, node])
        case .release(let hold): SQLStatement(IdempotencyStatement.release, [hold.scope, hold.heldUntil])
        case .finish(let hold, let outcome):
            SQLStatement(
                IdempotencyStatement.finish,
                [hold.scope, hold.heldUntil, try RecordText.encode(outcome)]
            )
        }
    }
}

extension IdempotencyRecord {
    /// The members of `body`: the columns beside it say the rest.
    fileprivate var withoutProgress: IdempotencyRecord {
        var record = self
        record.heldUntil = nil
        record.outcome = nil
        return record
    }
}
