import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that write payment intents and their notes, in full.
enum PaymentIntentStatement {
    static let insert = SQLText.payments(
        """
        INSERT INTO "payment_intent" (
            "organisation", "id", "version", "status", "customer", "enrollment", "beneficiary", "institution", "device",
            "external_id", "end_to_end_id", "created_at", "amount", "amount_band", "charge", "consent_id",
            "bank_payment_id", "wake_at", "held_until", "held_by", "body", "reason"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)
        """
    )

    /// Sets only the values that can change, so that the other indexes are not touched.
    static let update = SQLText.payments(
        """
        UPDATE "payment_intent" SET
            "version" = ?4, "status" = ?5, "consent_id" = ?6, "bank_payment_id" = ?7, "wake_at" = ?8,
            "held_until" = ?9, "held_by" = ?10, "body" = ?11, "reason" = ?12
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
        """,
        .changesRow
    )

    static let erase = SQLText.payments(
        """
        UPDATE "payment_intent" SET "version" = ?4, "body" = ?5
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3 AND "status" NOT IN ('PENDING', 'PROCESSING', 'SCHEDULED')
        """,
        .changesRow
    )

    /// Replaces the notes; the next try must be as it was read.
    ///
    /// The next try is only in the body and changes without a new version. Each database reads JSON with its own
    /// functions.
    static let annotate = PaymentsSchema.all.text(
        sqlite: """
            \(annotating)
                AND json_extract("body", '$.retry.attempts') = ?6 AND json_extract("body", '$.retry.nextAt') IS ?7
            """,
        postgres: """
            \(annotating)
                AND ("body"::jsonb #>> '{retry,attempts}')::BIGINT = ?6
                AND ("body"::jsonb #>> '{retry,nextAt}')::BIGINT IS NOT DISTINCT FROM ?7
            """,
        .changesRow
    )

    private static let annotating = """
        UPDATE "payment_intent" SET "version" = ?4, "body" = ?5
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
        """

    static let insertEntry = SQLText.payments(
        #"INSERT INTO "payment_intent_metadata" ("organisation", "entry", "intent") VALUES (?1, ?2, ?3)"#
    )

    static let deleteEntry = SQLText.payments(
        #"DELETE FROM "payment_intent_metadata" WHERE "organisation" = ?1 AND "entry" = ?2 AND "intent" = ?3"#
    )
}

extension PaymentIntent {
    func insertion(_ schedule: NodeSchedule) throws -> SQLStatement {
        SQLStatement(
            PaymentIntentStatement.insert,
            [
                organisation, id, version, status.rawValue, customer, enrollment, beneficiary, institution,
                createdBy.device, details.externalID, endToEndID.text, createdAt, amount.centavos,
                AmountBand.band(of: amount), self.schedule == nil ? charge : nil, consent?.id, bankPaymentID,
                schedule.wakeAt, schedule.heldUntil,
                schedule.heldBy, try RecordText.encode(self), end?.code.rawValue,
            ]
        )
    }

    func update(expected: Int64, _ schedule: NodeSchedule) throws -> SQLStatement {
        SQLStatement(
            PaymentIntentStatement.update,
            [
                organisation, id, expected, version, status.rawValue, consent?.id, bankPaymentID, schedule.wakeAt,
                schedule.heldUntil, schedule.heldBy, try RecordText.encode(self), end?.code.rawValue,
            ]
        )
    }

    func erasure(expected: Int64) throws -> SQLStatement {
        SQLStatement(
            PaymentIntentStatement.erase,
            [organisation, id, expected, version, try RecordText.encode(self)]
        )
    }
}

/// The index rows of a payment intent's notes.
extension PaymentIntent {
    func metadataInsertions() -> [SQLStatement] { inOrder(metadataEntries).map(insertion) }

    /// Replaces the notes of `old` by this intent's notes.
    func annotation(from old: PaymentIntent) throws -> [SQLStatement] {
        let (gone, new) = (old.metadataEntries, metadataEntries)
        let row = SQLStatement(
            PaymentIntentStatement.annotate,
            [
                organisation, id, old.version, version, try RecordText.encode(self), old.retry.attempts,
                old.retry.nextAt,
            ]
        )
        return [row] + inOrder(gone.subtracting(new)).map(deletion) + inOrder(new.subtracting(gone)).map(insertion)
    }

    /// Deletes the index rows, so that no list finds the intent by its notes.
    func metadataDeletions() -> [SQLStatement] { inOrder(metadataEntries).map(deletion) }

    /// The digests in the same order for all, so that no two commits wait for each other.
    private func inOrder(_ entries: Set<Digest>) -> [Digest] {
        entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private func insertion(of entry: Digest) -> SQLStatement {
        SQLStatement(PaymentIntentStatement.insertEntry, [organisation, entry, id])
    }

    private func deletion(of entry: Digest) -> SQLStatement {
        SQLStatement(PaymentIntentStatement.deleteEntry, [organisation, entry, id])
    }
}
