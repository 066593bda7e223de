import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension PaymentIntent {
    /// What a new intent's notes are found by.
    func metadataInsertions() -> [PostgresStatement] { inOrder(metadataEntries).map(insertion) }

    /// Other notes in the place of `old`'s.
    func annotation(from old: PaymentIntent) throws -> [PostgresStatement] {
        let (gone, new) = (old.metadataEntries, metadataEntries)
        return [try replacement(of: old)] + inOrder(gone.subtracting(new)).map(deletion)
            + inOrder(new.subtracting(gone)).map(insertion)
    }

    /// Nothing finds the intent by its notes any more.
    func metadataDeletions() -> [PostgresStatement] { inOrder(metadataEntries).map(deletion) }

    /// One order for all, so that no two commits wait for each other.
    private func inOrder(_ entries: Set<Digest>) -> [Digest] {
        entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// The next try stands in the body alone and moves without a version of its own: it must be as it was read.
    private static let replacing = PostgresStatement.guarding(
        """
        UPDATE "payments"."payment_intent" SET "version" = $4, "body" = $5
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3
            AND ("body"::jsonb #>> '{retry,attempts}')::BIGINT = $6
            AND ("body"::jsonb #>> '{retry,nextAt}')::BIGINT IS NOT DISTINCT FROM $7
        """
    )

    private func replacement(of old: PaymentIntent) throws -> PostgresStatement {
        PostgresStatement(
            Self.replacing,
            [
                organisation.bound, id.bound, old.version.bound, version.bound, try RecordText.encode(self),
                Int64(old.retry.attempts).bound, old.retry.nextAt.bound,
            ]
        )
    }

    private func insertion(of entry: Digest) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."payment_intent_metadata" ("organisation", "entry", "intent") VALUES ($1, $2, $3)
            """,
            [organisation.bound, entry.bound, id.bound]
        )
    }

    private func deletion(of entry: Digest) -> PostgresStatement {
        PostgresStatement(
            """
            DELETE FROM "payments"."payment_intent_metadata"
            WHERE "organisation" = $1 AND "entry" = $2 AND "intent" = $3
            """,
            [organisation.bound, entry.bound, id.bound]
        )
    }
}
