import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension Change.IdempotencyWrite {
    func step() throws -> Step {
        switch self {
        case .claim(let record): try Self.claim(record)
        case .take(let scope, let from, let heldUntil): Self.take(scope, from: from, heldUntil: heldUntil)
        case .release(let hold): Self.release(hold)
        case .finish(let hold, let outcome): try Self.finish(hold, outcome)
        }
    }

    private static func claim(_ record: IdempotencyRecord) throws -> Step {
        Step(
            sql: """
                INSERT INTO "idempotency" ("scope", "created_at", "held_until", "outcome", "body")
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
            arguments: [
                record.scope.databaseValue, record.createdAt.databaseValue, bound(record.heldUntil?.databaseValue),
                try record.outcome.map(RecordText.encode) ?? .null, try RecordText.encode(record.withoutProgress),
            ]
        )
    }

    private static func take(_ scope: Digest, from: Timestamp?, heldUntil: Timestamp) -> Step {
        Step(
            sql: """
                UPDATE "idempotency" SET "held_until" = ?3
                WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" IS NOT DISTINCT FROM ?2
                """,
            arguments: [scope.databaseValue, bound(from?.databaseValue), heldUntil.databaseValue],
            isGuarded: true
        )
    }

    private static func release(_ hold: IdempotencyHold) -> Step {
        Step(
            sql: """
                UPDATE "idempotency" SET "held_until" = NULL
                WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" = ?2
                """,
            arguments: [hold.scope.databaseValue, hold.heldUntil.databaseValue],
            isGuarded: true
        )
    }

    /// The first outcome stays.
    private static func finish(_ hold: IdempotencyHold, _ outcome: IdempotencyRecord.Outcome) throws -> Step {
        Step(
            sql: """
                UPDATE "idempotency" SET "held_until" = NULL, "outcome" = ?3
                WHERE "scope" = ?1 AND "outcome" IS NULL AND "held_until" = ?2
                """,
            arguments: [hold.scope.databaseValue, hold.heldUntil.databaseValue, try RecordText.encode(outcome)],
            isGuarded: true
        )
    }
}
