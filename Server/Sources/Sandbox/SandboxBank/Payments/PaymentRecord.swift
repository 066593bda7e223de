import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import SQLPort

/// One stored payment.
struct PaymentRecord: ClientOwned {
    let id: String
    let client: String
    let endToEndID: String
    let consentID: String
    let enrollmentID: String
    let debtor: Int64
    let creditor: Int64
    let amount: Money
    /// The consent's terms in their canonical form.
    let terms: [UInt8]
    /// The message for the receiver.
    let description: String?
    /// The SHA-256 of the body that created it.
    let requestDigest: [UInt8]
    /// The CNPJ of the initiator, from the payment.
    let initiator: String
    /// The UTC day whose limit it counts towards; `nil` for none.
    var spentDay: String?
    var state: PaymentState
    /// How it was cancelled; the time is ``changedAt``.
    var end: OFBPaymentEnd?
    let createdAt: Timestamp
    var changedAt: Timestamp

    static let columns = """
        "id", "client", "end_to_end_id", "consent", "enrollment", "debtor", "creditor", "amount", "terms",
        "description", "request_digest", "initiator", "spent_day", "status", "settles_at", "reason", "cancellation", "cancelled_from",
        "cancelled_by", "created_at", "changed_at"
        """
}

extension PaymentRecord {
    init(_ row: SQLRow) throws {
        var columns = ColumnReader(row, table: "payment")
        id = try columns.text()
        client = try columns.text()
        endToEndID = try columns.text()
        consentID = try columns.text()
        enrollmentID = try columns.text()
        debtor = try columns.integer()
        creditor = try columns.integer()
        amount = try columns.money()
        terms = try columns.bytes()
        description = try columns.optionalText()
        requestDigest = try columns.bytes()
        initiator = try columns.text()
        spentDay = try columns.optionalText()
        let status = try columns.text()
        let settlesAt = try columns.optionalTime()
        let reason = try columns.optionalText()
        guard let state = PaymentState(status: status, settlesAt: settlesAt, reason: reason) else {
            throw columns.fault("status")
        }
        self.state = state
        let cancellation = try columns.optionalText().flatMap(OFBPaymentEnd.Reason.init(rawValue:))
        let party = try columns.optionalText().flatMap(OFBParty.init(rawValue:))
        let person = try columns.optionalText()
        createdAt = try columns.time()
        let changedAt = try columns.time()
        self.changedAt = changedAt
        if let cancellation, let party, let person {
            end = OFBPaymentEnd(reason: cancellation, from: party, at: changedAt, cpf: person)
        }
    }

    /// The bank's answer about the payment.
    func message(debtorAccount: OFBAccount?, order: OFBPaymentOrder) -> OFBPayment {
        OFBPayment(
            paymentID: id,
            endToEndID: endToEndID,
            consentID: consentID,
            creation: createdAt,
            statusUpdate: changedAt,
            status: state.status,
            rejectionCode: state.rejection?.rawValue,
            debtorAccount: debtorAccount,
            order: order,
            cnpjInitiator: initiator,
            cancellation: end
        )
    }
}

extension PaymentState {
    /// Reads the stored state; `nil` for an impossible combination.
    init?(status: String, settlesAt: Timestamp?, reason: String?) {
        guard let status = OFBPaymentStatus(rawValue: status) else { return nil }
        switch (status, settlesAt) {
        case (.rcvd, let time?): self = .received(settlesAt: time)
        case (.schd, let time?): self = .scheduled(settlesAt: time)
        case (.pdng, _): self = .held
        case (.acsc, _): self = .settled
        case (.canc, _): self = .cancelled
        case (.rjct, _):
            guard let reason = reason.flatMap(PaymentRejection.init(rawValue:)) else { return nil }
            self = .rejected(reason)
        case (.accp, _): self = .checked
        case (.acpd, _): self = .clearing
        case (.rcvd, nil), (.schd, nil): return nil
        }
    }
}
