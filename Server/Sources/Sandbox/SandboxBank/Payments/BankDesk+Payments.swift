import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Hashing
import InstitutionPort
import SQLPort

extension BankDesk {
    /// POST /pix/payments: an answer or a refusal that concerns the consent consumes it.
    func createPayment(_ call: InstitutionCall) throws -> BankOutcome {
        let readable = Result { try decodePayment(call.body) }
        let questions = (try? readable.get()).map { PaymentBasis.questions(for: $0, at: ispb) } ?? []
        return try idempotently(call, asking: questions) { found in
            let message = try readable.get()
            return try createPayment(message, Digest(of: call.body).bytes, on: PaymentBasis(found, self))
        }
    }

    private func createPayment(
        _ message: OFBPaymentCreation,
        _ digest: [UInt8],
        on basis: PaymentBasis
    ) throws -> BankOutcome {
        if let known = basis.known {
            guard sees(known.client), known.consentID.utf8.elementsEqual(message.consentID.utf8),
                known.requestDigest == digest
            else {
                throw BankRefusal(.parameterInvalid, "This end-to-end id names another payment.")
            }
            return try answer(known, status: 201)
        }
        let (consent, enrollment) = try payable(basis.parties)
        var terms = try OFBPaymentTerms(json: JSONValue(parsing: consent.terms))
        let day = try requirePayable(message, terms, consent, enrollment)
        terms.remittanceInformation = message.order.remittanceInformation
        guard let debtor = basis.parties.account, let place = AccountPlace(creditorOf: message.order) else {
            throw SQLFault(table: "enrollment", column: "account")
        }
        let creditor = try ledger.accountID(
            place,
            ispb: message.order.creditorAccount?.ispb ?? ispb,
            found: basis.creditor
        )
        let record = PaymentRecord(
            id: newURN("payment"),
            client: try caller.id,
            endToEndID: message.endToEndID,
            consentID: consent.id,
            enrollmentID: enrollment.id,
            debtor: debtor.id,
            creditor: creditor,
            amount: consent.amount,
            terms: terms.json.encoded(),
            requestDigest: digest,
            spentDay: day == .today ? now.isoDate : nil,
            state: day.paymentState(received: now.adding(seconds: configuration.settlementDelaySeconds)),
            createdAt: now,
            changedAt: now
        )
        return try pay(record, consent, enrollment) { record in
            record.message(debtorAccount: debtor.account, order: message.order)
                .json(answeredAt: now, isCreated: true)
        }
    }

    /// GET /pix/payments/{paymentId}; `nil` when its settlement is due.
    func readPayment(_ id: String) throws -> BankOutcome? {
        guard let record = try storedPayment(id) else { throw BankRefusal(.notFound, "There is no such payment.") }
        return record.state.isDue(at: now) ? nil : try answer(record, status: 200)
    }

    /// The same, after a due settlement.
    func readChangedPayment(_ id: String) throws -> BankOutcome { try answer(payment(id), status: 200) }

    /// PATCH /pix/payments/{paymentId}: only a payment that waits at the bank can be cancelled.
    func cancelPayment(_ call: InstitutionCall) throws -> BankOutcome {
        if !call.body.isEmpty { let _: OFBPaymentCancellation = try decode(call.body) }
        var record = try payment(call.subject)
        do {
            record.state = try record.state.receiving(.cancellation, at: now)
        } catch {
            throw BankRefusal(.cancellationNotAllowed, "The payment is \(record.state.status.rawValue).")
        }
        try giveBackLimit(&record)
        try save(&record)
        return try answer(record, status: 200)
    }

    /// The payment in its present state: a due settlement runs first.
    func payment(_ id: String) throws -> PaymentRecord {
        guard let record = try storedPayment(id) else { throw BankRefusal(.notFound, "There is no such payment.") }
        return try settled(record)
    }

    /// The record after its settlement, if that is due.
    func settled(_ record: PaymentRecord) throws -> PaymentRecord {
        guard record.state.isDue(at: now) else { return record }
        var changed = record
        changed.state = try stateAfterSettlement(of: record)
        if case .rejected = changed.state { try giveBackLimit(&changed) }
        try save(&changed)
        try notify(.payment, record)
        return changed
    }

    /// Asks the ledger to move the money; the ledger's answer ends the payment.
    private func stateAfterSettlement(of record: PaymentRecord) throws -> PaymentState {
        let event: PaymentEvent
        if record.debtor == record.creditor {
            event = .ledgerRefused(.sameAccount)
        } else if AmountOutcome(record.amount) == .insufficientFunds {
            event = .ledgerRefused(.insufficientFunds)
        } else {
            let hasMoved = try ledger.move(
                record.endToEndID,
                from: record.debtor,
                to: record.creditor,
                record.amount,
                at: now
            )
            event = hasMoved ? .moneyMoved : .ledgerRefused(.insufficientFunds)
        }
        return try record.state.receiving(event, at: now)
    }

    private func decodePayment(_ body: [UInt8]) throws -> OFBPaymentCreation {
        do throws(InstitutionMessageError) {
            return try OFBPaymentCreation(bytes: body)
        } catch {
            // A field that marks a payment without redirection is a detail of the payment (Open Finance, payments 4.x).
            let ofTheJourney = ["data.0.consentId", "data.0.authorisationFlow"]
            guard ofTheJourney.contains(error.field) else { throw BankRefusal(error) }
            throw BankRefusal(.paymentDetailInvalid, "Send \(error.field) with FIDO_FLOW.")
        }
    }

    private func payable(_ parties: ConsentParties) throws -> (ConsentRecord, EnrollmentRecord) {
        guard let consent = try parties.consent.map(expired) else {
            throw BankRefusal(.consentInvalid, "There is no such consent.")
        }
        switch consent.state {
        case .authorised: break
        case .partiallyAccepted: throw BankRefusal(.consentPending, "Another holder must still approve.")
        case .awaitingAuthorisation, .rejected, .consumed:
            throw BankRefusal(.consentInvalid, "The consent is \(consent.state.status.rawValue).")
        }
        guard consent.enrollmentID != nil, let enrollment = parties.enrollment else {
            throw SQLFault(table: "consent", column: "enrollment")
        }
        return (consent, try expired(enrollment))
    }

    /// Checks a payment against its consent and its limits; a failed check consumes the consent.
    private func requirePayable(
        _ message: OFBPaymentCreation,
        _ terms: OFBPaymentTerms,
        _ consent: ConsentRecord,
        _ enrollment: EnrollmentRecord
    ) throws -> PaymentDay {
        do {
            guard message.authorisationFlow == "FIDO_FLOW" else {
                throw BankRefusal(.paymentDetailInvalid, "Send FIDO_FLOW as authorisationFlow.")
            }
            guard message.order.agrees(with: terms) else {
                throw BankRefusal(.paymentDiffers, "The payment is not the one that was consented to.")
            }
            guard let day = PaymentDay(consent.date, now: now) ?? PaymentDay(now.isoDate, now: now) else {
                throw BankRefusal(.paymentDateInvalid, "The day of the consent has passed.")
            }
            guard let id = EndToEndID(message.endToEndID), isTimely(id, on: day) else {
                throw BankRefusal(.parameterInvalid, "Send an end-to-end id made within twelve hours.")
            }
            guard case .authorised = enrollment.state else {
                throw BankRefusal(.consentInvalid, "The enrollment behind the consent has ended.")
            }
            try requireWithinLimits(consent.amount, on: day, enrollment)
            return day
        } catch let refusal as BankRefusal {
            var consumed = consent
            consumed.paymentRefusal = refusal.code.rawValue
            try consume(&consumed)
            throw refusal
        }
    }

    private func isTimely(_ id: EndToEndID, on day: PaymentDay) -> Bool {
        guard case .today = day else { return true }
        return abs(id.minute.microseconds(since: now)) <= 12 * 3_600_000_000
    }

    /// Checks the enrollment's limits and the bank's own; a scheduled payment does not count towards today's.
    private func requireWithinLimits(_ amount: Money, on day: PaymentDay, _ enrollment: EnrollmentRecord) throws {
        let spent = enrollment.spentToday(at: now)
        let allLimits = [enrollment.limits, institution.limits].map { limits in
            day == .today ? limits : PaymentLimits(transaction: limits.transaction, daily: nil)
        }
        guard allLimits.allSatisfy({ $0.allow(amount, spentToday: spent) }) else {
            throw BankRefusal(.amountOverLimit, "The amount is above a limit of the enrollment or the bank.")
        }
    }

    private func pay(
        _ payment: PaymentRecord,
        _ consent: ConsentRecord,
        _ enrollment: EnrollmentRecord,
        answering: (PaymentRecord) -> JSONValue
    ) throws -> BankOutcome {
        var consumed = consent
        try consume(&consumed)
        var record = payment
        if record.state.isDue(at: now) { record.state = try stateAfterSettlement(of: record) }
        if case .rejected = record.state { record.spentDay = nil }
        try insert(record)
        try takeLimit(record, enrollment)
        return .answered(status: 201, body: answering(record).encoded())
    }

    private func consume(_ consent: inout ConsentRecord) throws {
        consent.state = try consent.state.receiving(.paymentReceived, at: deadlineNow)
        try save(&consent)
    }

    private func takeLimit(_ payment: PaymentRecord, _ enrollment: EnrollmentRecord) throws {
        guard let day = payment.spentDay else { return }
        var enrollment = enrollment
        guard let spent = enrollment.spentToday(at: now).adding(payment.amount) else {
            throw SQLFault(table: "enrollment", column: "spent")
        }
        enrollment.spent = spent
        enrollment.spentDay = day
        try saveSpent(enrollment)
    }

    /// Removes an unsettled payment from its day's limit.
    private func giveBackLimit(_ payment: inout PaymentRecord) throws {
        guard let day = payment.spentDay, var enrollment = try storedEnrollment(payment.enrollmentID) else { return }
        payment.spentDay = nil
        guard enrollment.spentDay == day, let spent = enrollment.spent.subtracting(payment.amount) else { return }
        enrollment.spent = spent
        try saveSpent(enrollment)
    }
}

/// The rows that a payment depends on, read in one round trip.
private struct PaymentBasis {
    /// The payment with the same end-to-end id.
    let known: PaymentRecord?
    let parties: ConsentParties
    /// The creditor's account, if it received money before.
    let creditor: [SQLRow]

    static func questions(for message: OFBPaymentCreation, at ispb: String) -> [SQLQuestion] {
        [
            BankDesk.paymentQuestion(endToEndID: message.endToEndID),
            ConsentParties.question(consent: message.consentID, at: ispb),
        ] + (AccountPlace(creditorOf: message.order).map { [Ledger.accountID(at: $0)] } ?? [])
    }

    init(_ found: [[SQLRow]], _ desk: BankDesk) throws {
        known = try found[0].first.map(PaymentRecord.init)
        parties = try ConsentParties(found[1], desk)
        creditor = found.dropFirst(2).first ?? []
    }
}

extension PaymentDay {
    fileprivate func paymentState(received time: Timestamp) -> PaymentState {
        switch self {
        case .today: .received(settlesAt: time)
        case .scheduled(let day): .scheduled(settlesAt: day)
        }
    }
}
