import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension PaymentIntent {
    func insertion(_ schedule: Change.Schedule) throws -> Step {
        Step(
            sql: """
                INSERT INTO "payment_intent" (
                    "organisation", "id", "version", "status", "customer", "enrollment", "beneficiary", "institution",
                    "device", "external_id", "end_to_end_id", "created_at", "consent_id", "bank_payment_id",
                    "wake_at", "held_until", "body", "charge", "amount", "amount_band"
                ) VALUES (
                    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, version.databaseValue, status.rawValue.databaseValue,
                customer.databaseValue, enrollment.databaseValue, beneficiary.databaseValue,
                institution.databaseValue, bound(createdBy.device?.databaseValue),
                bound(details.externalID?.databaseValue), endToEndID.text.databaseValue, createdAt.databaseValue,
                bound(consent?.id.databaseValue), bound(bankPaymentID?.databaseValue),
                bound(schedule.wakeAt?.databaseValue), bound(schedule.heldUntil?.databaseValue),
                try RecordText.encode(self), charge.databaseValue, amount.centavos.databaseValue,
                AmountBand.band(of: amount).databaseValue,
            ]
        )
    }

    /// Sets only what can move, so that the other indexes are not touched.
    func update(expected: Int64, _ schedule: Change.Schedule) throws -> Step {
        Step(
            sql: """
                UPDATE "payment_intent" SET
                    "version" = ?4, "status" = ?5, "consent_id" = ?6, "bank_payment_id" = ?7, "wake_at" = ?8,
                    "held_until" = ?9, "body" = ?10
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, expected.databaseValue, version.databaseValue,
                status.rawValue.databaseValue, bound(consent?.id.databaseValue), bound(bankPaymentID?.databaseValue),
                bound(schedule.wakeAt?.databaseValue), bound(schedule.heldUntil?.databaseValue),
                try RecordText.encode(self),
            ],
            isGuarded: true
        )
    }
}
