import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements over idempotency keys, in full.
enum IdempotencyStatement {
    static let one = SQLText.payments(
        """
        SELECT \(IdempotencyRecord.columns.map { "\"\($0)\"" }.joined(separator: ", ")) FROM "idempotency"
        WHERE "scope" = ?1
        """
    )

    static let claim = SQLText.payments(
        """
        INSERT INTO "idempotency" (
            "scope", "organisation", "fingerprint", "created_at", "object_kind", "object_id", "held_until", "held_by",
            "status", "customer", "answer"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    )

    static let take = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = ?3, "held_by" = ?4
        WHERE "scope" = ?1 AND "status" IS NULL AND "held_until" IS NOT DISTINCT FROM ?2
        """,
        .changesRow
    )

    static let release = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = NULL, "held_by" = NULL
        WHERE "scope" = ?1 AND "status" IS NULL AND "held_until" = ?2
        """,
        .changesRow
    )

    // The first outcome never changes.
    static let finish = SQLText.payments(
        """
        UPDATE "idempotency" SET "held_until" = NULL, "held_by" = NULL, "status" = ?3, "customer" = ?4, "answer" = ?5
        WHERE "scope" = ?1 AND "status" IS NULL AND "held_until" = ?2
        """,
        .changesRow
    )

    /// Nodes prune at the same time: PostgreSQL skips keys that another node is handling.
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
                    record.scope.half, record.organisation, record.fingerprint, record.createdAt,
                    record.object?.kind.rawValue, record.object?.id, record.heldUntil,
                    record.heldUntil == nil ? nil : node, record.outcome?.status, record.outcome?.customer,
                    record.outcome?.body.box,
                ]
            )
        case .take(let scope, let from, let heldUntil):
            SQLStatement(IdempotencyStatement.take, [scope.half, from, heldUntil, node])
        case .release(let hold): SQLStatement(IdempotencyStatement.release, [hold.scope.half, hold.heldUntil])
        case .finish(let hold, let outcome):
            SQLStatement(
                IdempotencyStatement.finish,
                [hold.scope.half, hold.heldUntil, outcome.status, outcome.customer, outcome.body.box]
            )
        }
    }
}

extension Digest {
    /// The first sixteen bytes, which are practically unique.
    var half: SQLValue { AnyID(bytes: Array(bytes.prefix(16))).bound }
}

extension IdempotencyRecord {
    static let columns = [
        "organisation", "fingerprint", "created_at", "object_kind", "object_id", "held_until", "status", "customer",
        "answer",
    ]

    /// Reads a row of ``IdempotencyStatement/one``, found by its scope.
    init(scope: Digest, columnValues values: ArraySlice<SQLValue>) throws {
        self.init(
            scope: scope,
            organisation: try values.at(0).id(),
            fingerprint: try values.at(1).digest,
            createdAt: Timestamp(microseconds: try values.at(2).integer),
            object: try values.at(3).isNull ? nil : ObjectReference(columnValues: values.dropFirst(3)),
            heldUntil: try values.at(5).timestamp
        )
        guard try !values.at(6).isNull else { return }
        outcome = Outcome(
            status: try values.at(6).count,
            body: Sealed(box: try values.at(8).bytes),
            customer: try values.at(7).isNull ? nil : values.at(7).id()
        )
    }
}
