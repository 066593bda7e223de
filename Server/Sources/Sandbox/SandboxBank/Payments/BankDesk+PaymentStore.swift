import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import SQLPort

extension BankDesk {
    /// The stored payment; `nil` when this institution has none with that id of the caller.
    func storedPayment(_ id: String) throws -> PaymentRecord? {
        let sql = #"SELECT \#(PaymentRecord.columns) FROM "payment" WHERE "id" = ?1 AND "ispb" = ?2"#
        return try visible(database.row(sql, [id, ispb]).map(PaymentRecord.init))
    }

    /// Asks for the payment under an end-to-end id, at any institution: the id is unique in all of Pix.
    static func paymentQuestion(endToEndID: String) -> SQLQuestion {
        SQLQuestion(#"SELECT \#(PaymentRecord.columns) FROM "payment" WHERE "end_to_end_id" = ?1"#, [endToEndID])
    }

    func insert(_ record: PaymentRecord) throws {
        try database.run(
            """
            INSERT INTO "payment" ("id", "client", "end_to_end_id", "ispb", "consent", "enrollment", "debtor",
                "creditor", "amount", "terms", "description", "request_digest", "initiator", "spent_day", "status",
                "settles_at", "reason", "created_at", "changed_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            """,
            [
                record.id, record.client, record.endToEndID, ispb, record.consentID, record.enrollmentID,
                record.debtor, record.creditor, record.amount.centavos, record.terms.blob, record.description,
                record.requestDigest.blob, record.initiator, record.spentDay, record.state.status.rawValue,
                record.state.settlesAt?.microseconds, record.state.rejection?.rawValue,
                record.createdAt.microseconds, record.changedAt.microseconds,
            ]
        )
    }

    func save(_ record: inout PaymentRecord) throws {
        record.changedAt = now
        try database.run(
            """
            UPDATE "payment" SET "status" = ?2, "settles_at" = ?3, "reason" = ?4, "spent_day" = ?5, "changed_at" = ?6,
                "cancellation" = ?7, "cancelled_from" = ?8, "cancelled_by" = ?9
            WHERE "id" = ?1
            """,
            [
                record.id, record.state.status.rawValue, record.state.settlesAt?.microseconds,
                record.state.rejection?.rawValue, record.spentDay, now.microseconds, record.end?.reason.rawValue,
                record.end?.from.rawValue, record.end?.cpf,
            ]
        )
    }

    /// The payments of a consent, in the order of their creation.
    func payments(ofConsent id: String) throws -> [PaymentRecord] {
        let sql = """
            SELECT \(PaymentRecord.columns) FROM "payment" WHERE "consent" = ?1 AND "ispb" = ?2 ORDER BY "position"
            """
        return try database.rows(sql, [id, ispb]).map(PaymentRecord.init)
    }

    /// The answer about one payment.
    func answer(_ record: PaymentRecord) throws -> BankOutcome {
        .answered(status: 200, body: try message(record).json(answeredAt: now).encoded())
    }

    func message(_ record: PaymentRecord) throws -> OFBPayment {
        record.message(
            debtorAccount: try ledger.account(record.debtor)?.account,
            order: OFBPaymentOrder(
                try OFBPaymentTerms(json: JSONValue(parsing: record.terms)),
                remittanceInformation: record.description
            )
        )
    }
}
