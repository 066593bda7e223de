import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension Change.IdempotencyWrite {
    func statement(of node: Int64) throws -> PostgresStatement {
        switch self {
        case .claim(let record):
            PostgresStatement(
                IdempotencyStatement.claim,
                [
                    record.scope.bound, record.createdAt.bound, record.heldUntil.bound,
                    record.heldUntil == nil ? .null : node.bound, try record.outcome.map(RecordText.encode) ?? .null,
                    try RecordText.encode(record.withoutProgress),
                ]
            )
        case .take(let scope, let from, let heldUntil):
            PostgresStatement(
                IdempotencyStatement.take,
                [scope.bound, from.bound, heldUntil.bound, node.bound]
            )
        case .release(let hold):
            PostgresStatement(IdempotencyStatement.release, [hold.scope.bound, hold.heldUntil.bound])
        case .finish(let hold, let outcome):
            PostgresStatement(
                IdempotencyStatement.finish,
                [hold.scope.bound, hold.heldUntil.bound, try RecordText.encode(outcome)]
            )
        }
    }
}

private enum IdempotencyStatement {
    static let claim = """
        INSERT INTO "payments"."idempotency" ("scope", "created_at", "held_until", "held_by", "outcome", "body")
        VALUES ($1, $2, $3, $4, $5, $6)
        """

    static let take = PostgresStatement.guarding(
        """
        UPDATE "payments"."idempotency" SET "held_until" = $3, "held_by" = $4
        WHERE "scope" = $1 AND "outcome" IS NULL AND "held_until" IS NOT DISTINCT FROM $2::bigint
        """
    )

    static let release = PostgresStatement.guarding(
        """
        UPDATE "payments"."idempotency" SET "held_until" = NULL, "held_by" = NULL
        WHERE "scope" = $1 AND "outcome" IS NULL AND "held_until" = $2
        """
    )

    // The first outcome stays.
    static let finish = PostgresStatement.guarding(
        """
        UPDATE "payments"."idempotency" SET "held_until" = NULL, "held_by" = NULL, "outcome" = $3
        WHERE "scope" = $1 AND "outcome" IS NULL AND "held_until" = $2
        """
    )
}
