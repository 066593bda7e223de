import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import SQLPort

/// One stored consent.
struct ConsentRecord: ClientOwned {
    let id: String
    let client: String
    let cpf: String
    /// The terms in their canonical form.
    let terms: [UInt8]
    let amount: Money
    /// `YYYY-MM-DD`.
    let date: String
    /// The account that the initiator named, or that of the enrollment that authorised the consent, as JSON.
    var debtorAccount: [UInt8]?
    var state: ConsentState
    let createdAt: Timestamp
    var changedAt: Timestamp
    /// The enrollment that authorised it.
    var enrollmentID: String?
    var challenge: [UInt8]?
    /// The enrollment whose signature the challenge waits for.
    var challengeEnrollmentID: String?
    /// The OFB code of its payment's refusal while the consent was valid.
    var paymentRefusal: String?

    static let columns = ColumnNames(
        """
        id, client, cpf, terms, amount, date, debtor_account, status, deadline, reason, created_at, changed_at,
        enrollment, challenge, challenge_enrollment, payment_refusal
        """
    )
}

extension ConsentRecord {
    init(_ row: SQLRow) throws { try self.init(ColumnReader(row, table: "consent")) }

    init(_ reader: ColumnReader) throws {
        var columns = reader
        id = try columns.text()
        client = try columns.text()
        cpf = try columns.text()
        terms = try columns.bytes()
        amount = try columns.money()
        date = try columns.text()
        debtorAccount = try columns.optionalBytes()
        let status = try columns.text()
        let deadline = try columns.optionalTime()
        let reason = try columns.optionalText()
        guard let state = ConsentState(status: status, deadline: deadline, reason: reason) else {
            throw columns.fault("status")
        }
        self.state = state
        createdAt = try columns.time()
        changedAt = try columns.time()
        enrollmentID = try columns.optionalText()
        challenge = try columns.optionalBytes()
        challengeEnrollmentID = try columns.optionalText()
        paymentRefusal = try columns.optionalText()
    }

    /// The bank's answer about the consent.
    func message() throws -> OFBConsent {
        OFBConsent(
            consentID: id,
            creation: createdAt,
            expiration: state.deadline ?? createdAt.adding(seconds: ConsentLife.authorisationSeconds),
            statusUpdate: changedAt,
            status: state.status,
            cpf: cpf,
            terms: try OFBPaymentTerms(json: JSONValue(parsing: terms)),
            debtorAccount: try debtorAccount.map { try OFBAccount(bytes: $0) },
            date: date,
            rejectionReason: state.rejection?.rawValue
        )
    }
}

extension ConsentState {
    /// Reads the stored state; `nil` for an impossible combination.
    init?(status: String, deadline: Timestamp?, reason: String?) {
        guard let status = OFBConsentStatus(rawValue: status) else { return nil }
        switch (status, deadline) {
        case (.awaitingAuthorisation, let deadline?): self = .awaitingAuthorisation(until: deadline)
        case (.partiallyAccepted, let deadline?): self = .partiallyAccepted(until: deadline)
        case (.authorised, let deadline?): self = .authorised(until: deadline)
        case (.rejected, _):
            guard let reason = reason.flatMap(ConsentRejection.init(rawValue:)) else { return nil }
            self = .rejected(reason)
        case (.consumed, _): self = .consumed
        case (.awaitingAuthorisation, nil), (.partiallyAccepted, nil), (.authorised, nil): return nil
        }
    }
}
