import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort

/// Payments that wait at the bank, and their cancellation (Payments 5.0.0).
extension BankDesk {
    /// GET /consents/{consentId}/pix/payments: the payments in their present state; a due settlement runs first.
    func listPayments(_ call: InstitutionCall) throws -> BankOutcome {
        guard let consent = try consent(call.subject) else {
            throw BankRefusal(.notFound, "There is no such consent.")
        }
        let messages = try payments(ofConsent: consent.id).map { try message(settled($0)) }
        let link = "/open-banking/payments/v4/consents/\(consent.id)/pix/payments"
        return .answered(
            status: 200,
            body: OFBPayment.list(messages, link: link, answeredAt: now).encoded()
        )
    }

    /// PATCH /pix/payments/{paymentId}: a payment that is held, or scheduled until 23:59 of the day before in Brasília.
    func cancelPayment(_ call: InstitutionCall) throws -> BankOutcome {
        let person = call.body.isEmpty ? nil : try canceller(call)
        var record = try payment(call.subject)
        guard try cancel(&record, beforeSettlement: PaymentDay.cancellationSeconds, by: person) else {
            throw BankRefusal(.cancellationNotAllowed, "The payment is \(record.state.status.rawValue).")
        }
        return try answer(record)
    }

    /// PATCH /consents/{consentId}/pix/payments: all that are scheduled, until 22:00 of the day before in Brasília.
    func cancelPayments(_ call: InstitutionCall) throws -> BankOutcome {
        let person = try canceller(call)
        guard let consent = try consent(call.subject) else {
            throw BankRefusal(.notFound, "There is no such consent.")
        }
        var cancelled: [PaymentRecord] = []
        for var record in try payments(ofConsent: consent.id).map(settled)
        where try cancel(&record, beforeSettlement: PaymentDay.listCancellationSeconds, by: person) {
            cancelled.append(record)
        }
        guard !cancelled.isEmpty else {
            throw BankRefusal(.cancellationNotAllowed, "The consent has no payment that may be cancelled.")
        }
        let data = cancelled.map { record -> JSONValue in
            [
                "paymentId": .string(record.id),
                "statusUpdateDateTime": .string(OFBDateTime.text(record.changedAt)),
            ]
        }
        let link = "/open-banking/payments/v4/pix/payments/consents/\(consent.id)"
        let answer: JSONValue = [
            "data": .array(data), "links": ["self": .string(link)],
            "meta": ["requestDateTime": .string(OFBDateTime.text(now))],
        ]
        return .answered(status: 200, body: answer.encoded())
    }

    /// The person in a cancellation.
    ///
    /// - Throws: 400, because the operation has no code for a wrong form among those of 422.
    private func canceller(_ call: InstitutionCall) throws -> String {
        do {
            return try decode(call.body, as: OFBPaymentCancellation.self).cpf
        } catch let refusal as BankRefusal {
            throw BankRefusal(refusal.code, refusal.detail, status: 400)
        }
    }

    /// Cancels a payment that waits; `false` when it waits no more, or its day is too near.
    private func cancel(
        _ record: inout PaymentRecord,
        beforeSettlement seconds: Int64,
        by person: String?
    ) throws -> Bool {
        let reason: OFBPaymentEnd.Reason
        switch record.state {
        case .scheduled(let day) where now < day.adding(seconds: -seconds): reason = .whileScheduled
        case .held: reason = .whilePending
        case .scheduled, .received, .checked, .clearing, .settled, .rejected, .cancelled: return false
        }
        record.state = try record.state.receiving(.cancellation, at: now)
        record.end = person.map { OFBPaymentEnd(reason: reason, from: .initiator, at: now, cpf: $0) }
        try giveBackLimit(&record)
        try save(&record)
        try notify(.payment, record)
        return true
    }
}
