import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that write the rows of scheduled charges, in full.
enum ScheduledChargeStatement {
    static let insert = SQLText.payments(
        """
        INSERT INTO "scheduled_charge" (
            "organisation", "id", "intent", "number", "status", "customer", "institution", "end_to_end_id",
            "bank_payment_id", "created_at", "amount", "amount_band"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """
    )

    /// Sets only the values that can change, so that the other indexes are not touched.
    static let update = SQLText.payments(
        """
        UPDATE "scheduled_charge" SET "status" = ?3, "bank_payment_id" = ?4 WHERE "organisation" = ?1 AND "id" = ?2
        """,
        .changesRow
    )
}

extension PaymentIntent {
    /// The rows of the intent's charges; their numbers begin at 1.
    func insertions(of charges: [ScheduledCharge]) -> [SQLStatement] {
        charges.enumerated().map { index, charge in
            SQLStatement(
                ScheduledChargeStatement.insert,
                [
                    organisation, charge.id, id, Int64(index + 1), charge.status.rawValue, customer, institution,
                    charge.endToEndID.text, charge.bankPaymentID, createdAt, amount.centavos,
                    AmountBand.band(of: amount),
                ]
            )
        }
    }

    func updates(of charges: [ScheduledCharge]) -> [SQLStatement] {
        charges.map { charge in
            SQLStatement(
                ScheduledChargeStatement.update,
                [organisation, charge.id, charge.status.rawValue, charge.bankPaymentID]
            )
        }
    }
}
