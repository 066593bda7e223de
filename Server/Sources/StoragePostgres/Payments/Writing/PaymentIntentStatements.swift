import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension PaymentIntent {
    func insertion(_ schedule: NodeSchedule) throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."payment_intent" (
                "organisation", "id", "version", "status", "customer", "enrollment", "beneficiary", "institution",
                "device", "external_id", "end_to_end_id", "created_at", "consent_id", "bank_payment_id", "charge",
                "wake_at", "held_until", "held_by", "body", "amount", "amount_band"
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
            """,
            [
                organisation.bound, id.bound, version.bound, status.rawValue.bound, customer.bound,
                enrollment.bound, beneficiary.bound, institution.bound, createdBy.device.bound,
                details.externalID.bound, endToEndID.text.bound, createdAt.bound, (consent?.id).bound,
                bankPaymentID.bound, charge.bound,
            ] + schedule.values
                + [try RecordText.encode(self), amount.centavos.bound, AmountBand.band(of: amount).bound]
        )
    }

    private static let updating = PostgresStatement.guarding(
        """
        UPDATE "payments"."payment_intent" SET
            "version" = $4, "status" = $5, "consent_id" = $6, "bank_payment_id" = $7, "wake_at" = $8,
            "held_until" = $9, "held_by" = $10, "body" = $11
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3
        """
    )

    /// Sets only what can move.
    func update(expected: Int64, _ schedule: NodeSchedule) throws -> PostgresStatement {
        PostgresStatement(
            Self.updating,
            [
                organisation.bound, id.bound, expected.bound, version.bound, status.rawValue.bound,
                (consent?.id).bound, bankPaymentID.bound,
            ] + schedule.values + [try RecordText.encode(self)]
        )
    }

    private static let erasing = PostgresStatement.guarding(
        """
        UPDATE "payments"."payment_intent" SET "version" = $4, "body" = $5
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3 AND "status" NOT IN ('PENDING', 'PROCESSING')
        """
    )

    func erasure(expected: Int64) throws -> PostgresStatement {
        PostgresStatement(
            Self.erasing,
            [organisation.bound, id.bound, expected.bound, version.bound, try RecordText.encode(self)]
        )
    }
}
