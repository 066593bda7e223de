import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension PaymentIntent {
    /// What a new intent's notes are found by.
    func metadataInsertions() -> [Step] { metadataEntries.map(insertion) }

    /// Other notes in the place of `old`'s.
    func annotation(from old: PaymentIntent) throws -> [Step] {
        let (gone, new) = (old.metadataEntries, metadataEntries)
        return [try replacement(of: old)] + gone.subtracting(new).map(deletion) + new.subtracting(gone).map(insertion)
    }

    /// Nothing finds the intent by its notes any more.
    func metadataDeletions() -> [Step] { metadataEntries.map(deletion) }

    /// The next try stands in the body alone and moves without a version of its own: it must be as it was read.
    private func replacement(of old: PaymentIntent) throws -> Step {
        Step(
            sql: """
                UPDATE "payment_intent" SET "version" = ?4, "body" = ?5
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
                    AND json_extract("body", '$.retry.attempts') = ?6
                    AND json_extract("body", '$.retry.nextAt') IS ?7
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, old.version.databaseValue, version.databaseValue,
                try RecordText.encode(self), Int64(old.retry.attempts).databaseValue,
                bound(old.retry.nextAt?.databaseValue),
            ],
            isGuarded: true
        )
    }

    private func insertion(of entry: Digest) -> Step {
        Step(
            sql: """
                INSERT INTO "payment_intent_metadata" ("organisation", "entry", "intent") VALUES (?1, ?2, ?3)
                """,
            arguments: [organisation.databaseValue, entry.databaseValue, id.databaseValue]
        )
    }

    private func deletion(of entry: Digest) -> Step {
        Step(
            sql: """
                DELETE FROM "payment_intent_metadata" WHERE "organisation" = ?1 AND "entry" = ?2 AND "intent" = ?3
                """,
            arguments: [organisation.databaseValue, entry.databaseValue, id.databaseValue]
        )
    }
}
