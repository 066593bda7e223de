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
        let readable = Result { try decodePayments(call.body) }
        let questions = (try? readable.get().first).map { PaymentBasis.questions(for: $0, at: ispb) } ?? []
        return try idempotently(call, asking: questions) { found in
            let messages = try readable.get()
            return try createPayments(messages, call, on: PaymentBasis(found, self))
        }
    }

    /// Creates one payment, or all those of a schedule that recurs.
    private func createPayments(
        _ messages: [OFBPaymentCreation],
        _ call: InstitutionCall,
        on basis: PaymentBasis
    ) throws -> BankOutcome {
        let digest = Digest(of: call.body).bytes
        if let known = basis.known {
            guard sees(known.client), known.requestDigest == digest,
                messages.allSatisfy({ $0.consentID.utf8.elementsEqual(known.consentID.utf8) })
            else { throw BankRefusal(.parameterInvalid, "This end-to-end id names another payment.") }
            if call.accessToken != nil { try requireToken(call, for: known.enrollmentID) }
            return try created(payments(ofConsent: known.consentID).map(message))
        }
        let (consent, enrollment) = try payable(basis.parties)
        if call.accessToken != nil { try requireToken(call, for: enrollment.id) }
        let terms = try OFBPaymentTerms(json: JSONValue(parsing: consent.terms))
        let days = try requirePayable(messages, terms, consent, enrollment)
        guard let debtor = basis.parties.account, let place = AccountPlace(creditorOf: messages[0].order) else {
            throw SQLFault(table: "enrollment", column: "account")
        }
        let creditor = try ledger.accountID(
            place,
            ispb: messages[0].order.creditorAccount?.ispb ?? ispb,
            found: basis.creditor
        )
        let records = try zip(messages, days).map { message, day in
            PaymentRecord(
                id: ResourceID<Void>.version7(at: now, random: randomBytes(8)).text,
                client: try caller.id,
                endToEndID: message.endToEndID,
                consentID: consent.id,
                enrollmentID: enrollment.id,
                debtor: debtor.id,
                creditor: creditor,
                amount: consent.amount,
                terms: consent.terms,
                description: message.order.remittanceInformation,
                requestDigest: digest,
                initiator: message.cnpjInitiator,
                spentDay: day == .today ? now.isoDate : nil,
                state: OfficialTrigger(consent.amount, configuration).kept
                    ?? day.paymentState(received: now.adding(seconds: configuration.settlementDelaySeconds)),
                createdAt: now,
                changedAt: now
            )
        }
        var consumed = consent
        try consume(&consumed)
        let paid = try records.map { try pay($0, enrollment) }
        return try created(
            zip(paid, messages).map { $0.message(debtorAccount: debtor.account, order: $1.order) }
        )
    }

    func created(_ payments: [OFBPayment]) throws -> BankOutcome {
        let link = "/open-banking/payments/v4/pix/payments"
        let id = payments.count == 1 ? "/\(payments[0].paymentID)" : ""
        return .answered(
            status: 201,
            body: OFBPayment.list(payments, link: link + id, answeredAt: now).encoded()
        )
    }

    /// GET /pix/payments/{paymentId}; `nil` when its settlement is due.
    func readPayment(_ id: String) throws -> BankOutcome? {
        let record = try requirePayment(id)
        return record.state.isDue(at: now) ? nil : try answer(record)
    }

    /// The same, after a due settlement.
    func readChangedPayment(_ id: String) throws -> BankOutcome { try answer(payment(id)) }

    /// The payment in its present state: a due settlement runs first.
    func payment(_ id: String) throws -> PaymentRecord {
        try settled(requirePayment(id))
    }

    /// The stored payment; that of another client is 400 on the wire (Payments 5.0.0, section 1.2).
    private func requirePayment(_ id: String) throws -> PaymentRecord {
        if let record = try storedPayment(id) { return record }
        let sql = #"SELECT "id" FROM "payment" WHERE "id" = ?1 AND "ispb" = ?2"#
        let isAnothers = try client?.certificate != nil && database.row(sql, [id, ispb]) != nil
        throw BankRefusal(.notFound, "There is no such payment.", status: isAnothers ? 400 : nil)
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
        } else if let reason = OfficialTrigger(record.amount, configuration).rejection {
            event = .ledgerRefused(reason)
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

    private func decodePayments(_ body: [UInt8]) throws -> [OFBPaymentCreation] {
        do throws(InstitutionMessageError) {
            if let fault = client?.fault { throw fault }
            let messages = try OFBPaymentCreation.all(bytes: body)
            if client?.isOnWire ?? false, let index = messages.firstIndex(where: { $0.order.creditorAccount == nil }) {
                throw InstitutionMessageError(field: "data.\(index).creditorAccount", problem: .missing)
            }
            return messages
        } catch {
            // A field that marks a payment without redirection is a detail of the payment (Open Finance, payments 4.x).
            let ofTheJourney = ["consentId", "authorisationFlow"]
            guard ofTheJourney.contains(where: error.field.hasSuffix) else { throw BankRefusal(error) }
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

    /// Checks payments against their consent and its limits, and returns their days; a failed check consumes the consent.
    private func requirePayable(
        _ messages: [OFBPaymentCreation],
        _ terms: OFBPaymentTerms,
        _ consent: ConsentRecord,
        _ enrollment: EnrollmentRecord
    ) throws -> [PaymentDay] {
        do {
            guard messages.allSatisfy({ $0.authorisationFlow == "FIDO_FLOW" }) else {
                throw BankRefusal(.paymentDetailInvalid, "Send FIDO_FLOW as authorisationFlow.")
            }
            guard messages.allSatisfy({ $0.order.agrees(with: terms) && isOf(consent, $0) }) else {
                throw BankRefusal(.paymentDiffers, "The payment is not the one that was consented to.")
            }
            try requireDetails(messages)
            try OfficialTrigger(consent.amount, configuration).requirePayable()
            let days = try days(of: messages, terms.schedule, consent)
            guard case .authorised = enrollment.state else {
                throw BankRefusal(.consentInvalid, "The enrollment behind the consent has ended.")
            }
            try requireUnknown(messages)
            for day in days { try requireWithinLimits(consent.amount, on: day, enrollment) }
            return days
        } catch let refusal as BankRefusal {
            var consumed = consent
            consumed.paymentRefusal = refusal.code.rawValue
            try consume(&consumed)
            throw refusal
        }
    }

    /// Refuses members that belong to other forms of payment.
    private func requireDetails(_ messages: [OFBPaymentCreation]) throws {
        guard messages.allSatisfy({ $0.order.transactionIdentification == nil && $0.order.qrCode == nil }) else {
            throw BankRefusal(
                .paymentDetailInvalid,
                "Leave transactionIdentification and qrCode out with MANU and DICT."
            )
        }
    }

    private func isOf(_ consent: ConsentRecord, _ message: OFBPaymentCreation) -> Bool {
        message.consentID.utf8.elementsEqual(consent.id.utf8)
    }

    /// The days of the payments, which their end-to-end ids must name.
    private func days(
        of messages: [OFBPaymentCreation],
        _ schedule: OFBSchedule?,
        _ consent: ConsentRecord
    ) throws -> [PaymentDay] {
        let ids = messages.map { EndToEndID($0.endToEndID) }
        if let schedule {
            let days = schedule.days.map { PaymentDay.settlement(of: $0) }
            guard days.count == messages.count else {
                throw BankRefusal(.paymentDiffers, "Send as many payments as the schedule has days.")
            }
            guard zip(ids, days).allSatisfy({ $0?.minute == $1 }) else {
                throw BankRefusal(.parameterInvalid, "Send end-to-end ids of the schedule's days, at 15:00 UTC.")
            }
            return days.map { .scheduled(at: $0) }
        }
        guard messages.count == 1 else { throw BankRefusal(.paymentDiffers, "The consent is for one payment.") }
        guard let day = PaymentDay(consent.date, now: now) ?? PaymentDay(now.isoDate, now: now) else {
            throw BankRefusal(.paymentDateInvalid, "The day of the consent has passed.")
        }
        guard let id = ids[0], isTimely(id, on: day) else {
            throw BankRefusal(.parameterInvalid, "Send an end-to-end id made within twelve hours.")
        }
        return [day]
    }

    /// Requires that no other payment has one of the end-to-end ids; the first was looked up with the consent.
    private func requireUnknown(_ messages: [OFBPaymentCreation]) throws {
        let ids = messages.map(\.endToEndID)
        let known = try ids.dropFirst().contains { id in
            try !database.answers(to: [BankDesk.paymentQuestion(endToEndID: id)])[0].isEmpty
        }
        guard !known, Set(ids).count == ids.count else {
            throw BankRefusal(.parameterInvalid, "Send an end-to-end id of its own for each payment.")
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

    private func pay(_ payment: PaymentRecord, _ enrollment: EnrollmentRecord) throws -> PaymentRecord {
        var record = payment
        if record.state.isDue(at: now) { record.state = try stateAfterSettlement(of: record) }
        if case .rejected = record.state { record.spentDay = nil }
        try insert(record)
        try takeLimit(record, enrollment)
        // Its settlement is told of when it comes.
        if !record.state.isWaiting { try notifyOnWire(.payment, record) }
        return record
    }

    private func consume(_ consent: inout ConsentRecord) throws {
        consent.state = try consent.state.receiving(.paymentReceived, at: deadlineNow)
        try save(&consent)
        try notifyOnWire(.consent, consent)
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
    func giveBackLimit(_ payment: inout PaymentRecord) throws {
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
