import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import Synchronization

/// The payment itself: sent once, then asked for, and repeated only while the bank lists none.
extension PaymentIntentRun {
    /// Stores the payment as sent, then sends it.
    func sendPayment(
        _ intent: PaymentIntent,
        as event: (Sealed) -> PaymentIntentEvent
    ) async throws(RunFailure) -> PaymentIntent? {
        let key = try await key(of: intent)
        let order = OFBPaymentOrder(
            try payments.order(of: intent, with: key).terms,
            remittanceInformation: intent.details.statementDescription
        )
        let endToEndIDs = intent.schedule?.charges.map(\.endToEndID) ?? [intent.endToEndID]
        let body = OFBPaymentCreation.bytes(
            of: endToEndIDs.map { endToEndID in
                OFBPaymentCreation(
                    endToEndID: endToEndID.text,
                    consentID: intent.consent?.id ?? "",
                    order: order,
                    authorisationFlow: "FIDO_FLOW",
                    cnpjInitiator: payments.policy.cnpjInitiator
                )
            }
        )
        let event = event(try payments.seal(body, PaymentIntent.paymentRequestPart, of: intent, with: key))
        var isRepeat = false
        if case .consumed = event { isRepeat = true }
        if !isRepeat {
            switch try await enrollmentToken(of: intent) {
            case .token: break
            case .notNow: return try await tryAgain(intent)
            case .ended:
                // Nothing was sent, and nothing can be any more.
                return try await commit(.refused(PaymentIntentEnd(.failed, .enrollmentRevoked)), on: intent)
            }
        }
        let marked = try await payments.commit(event, on: intent, actor: "platform")
        guard case .paying(_, let sentAt) = marked.state else { return marked }
        return try await pay(marked, body, sentAt: sentAt, isRepeat: isRepeat)
    }

    /// Sends the payment with the same body, end-to-end id and key on every try, for at most 11 h.
    ///
    /// `isRepeat` is true unless it is certain that no earlier try was sent. Before a repeat the bank is asked for the
    /// payments of the consent: one with our end-to-end id is the payment.
    func pay(
        _ intent: PaymentIntent,
        _ body: [UInt8],
        sentAt: Timestamp,
        isRepeat: Bool
    ) async throws(RunFailure) -> PaymentIntent? {
        if isRepeat {
            let listed = await listed(of: intent, sentAt: sentAt)
            switch listed {
            case .payments(let ids): return try await known(listed: ids, on: intent)
            case .unknown: return try await goOnUnpaid(intent, sentAt: sentAt)
            case .no, .notTold:
                if let refusal = intent.doubtfulRefusal, refusal.canBeJudged(by: listed) {
                    return try await judge(refusal, listed, intent, sentAt: sentAt)
                }
            }
        }
        guard payments.world.now() < sentAt.adding(seconds: PaymentIntentRules.repeatsPaymentForSeconds),
            case .token(let token) = try await enrollmentToken(of: intent)
        else { return try await goOnUnpaid(intent, sentAt: sentAt) }
        var request = call(intent, .createPayment, .payment, body: body)
        request.accessToken = token
        let isRenewed = Mutex(false)
        request.renewToken = {
            isRenewed.withLock { $0 = true }
            payments.bankTokens.forget(intent.enrollment)
            guard case .token(let token) = try? await enrollmentToken(of: intent) else { return nil }
            return token
        }
        switch await payments.bank.call(request, answer: OFBPayments.self) {
        case .answered(let made, _): return try await follow(made.payments, on: intent, since: sentAt)
        case .refused(let code):
            // Another node takes over what stands still for long: then an earlier try is possible, too.
            // A 401 comes from anyone, also after the payment was made: the call with the new token is a second try.
            let isAlone = !isRepeat && !isRenewed.withLock(\.self)
            let isFirst = isAlone && payments.world.now() < PaymentIntentRules.alone(since: sentAt)
            return try await refused(code, isFirst: isFirst, intent, sentAt: sentAt)
        case .unknown: return try await goOnUnpaid(intent, sentAt: sentAt)
        }
    }

    // MARK: A refusal

    /// The bank refused: the only try for good, a repeated one until it is certain that no payment exists.
    ///
    /// The echo of an earlier successful try looks like a refusal (docs/decisions/0009).
    private func refused(
        _ code: String,
        isFirst: Bool,
        _ intent: PaymentIntent,
        sentAt: Timestamp
    ) async throws(RunFailure) -> PaymentIntent? {
        if code == "ERRO_IDEMPOTENCIA" || (code == "CONSENTIMENTO_INVALIDO" && !isFirst) {
            return try await goOnUnpaid(intent, sentAt: sentAt)
        }
        if isFirst { return try await fail(intent, code) }
        warnIfLate(intent, since: sentAt)
        var doubting = intent
        doubting.doubtfulRefusal = .init(code: code, at: payments.world.deadlineNow())
        return try await tryAgain(doubting)
    }

    /// Believes a refusal when the bank lists no payment a minute later.
    private func judge(
        _ refusal: PaymentIntent.DoubtfulRefusal,
        _ listed: Listed,
        _ intent: PaymentIntent,
        sentAt: Timestamp
    ) async throws(RunFailure) -> PaymentIntent? {
        let end = refusal.at.adding(seconds: PaymentIntentRules.doubtsRefusalForSeconds)
        guard payments.world.deadlineNow() >= end else { return try await tryAgain(intent) }
        return try await fail(intent, refusal.code)
    }

    private func fail(_ intent: PaymentIntent, _ code: String) async throws(RunFailure) -> PaymentIntent? {
        try await commit(.refused(PaymentIntentEnd(.failed, .init(paymentRefusal: code))), on: intent) {
            $0.isRefusedByBank = true
        }
    }

    // MARK: An unknown fate

    /// Continues without a known result: only a consent that ended unconsumed proves that no money moved.
    private func goOnUnpaid(_ intent: PaymentIntent, sentAt: Timestamp) async throws(RunFailure) -> PaymentIntent? {
        warnIfLate(intent, since: sentAt)
        if let consent = intent.consent, intent.retry.attempts > 0,
            case .answered(let read, _) = await readConsent(consent, of: intent), read.status == .rejected
        {
            return try await commit(.consentLapsed, on: intent)
        }
        return try await tryAgain(intent)
    }

    /// Whether the bank's list has our payment.
    fileprivate enum Listed: Hashable {
        /// The payments are there; the bank's own ids by end-to-end ids.
        case payments([String: String])
        case no
        /// The bank has no such list.
        case notTold
        case unknown
    }

    /// Asks the bank for the payments of the consent: ours are there together, or not at all.
    ///
    /// A list that still has a part of them after an hour counts as it is: those that it lacks stay open, and whoever watches
    /// the alerts asks the bank.
    private func listed(of intent: PaymentIntent, sentAt: Timestamp) async -> Listed {
        var request = call(intent, .listPayments, nil)
        request.subject = intent.consent?.id ?? ""
        switch await payments.bank.call(request, answer: OFBPaymentList.self) {
        case .answered(let list, _):
            let endToEndIDs = intent.schedule?.charges.map(\.endToEndID.text) ?? [intent.endToEndID.text]
            let ours = list.entries.filter { endToEndIDs.contains($0.endToEndID) }
            let ids = Dictionary(ours.map { ($0.endToEndID, $0.paymentID) }) { first, _ in first }
            if ids.isEmpty { return .no }
            guard ids.count == endToEndIDs.count else {
                // A bank makes all payments of a schedule, or none.
                contradiction(in: "payment-list", of: intent)
                let end = sentAt.adding(seconds: PaymentIntentRules.doubtsPartialListForSeconds)
                return payments.world.now() < end ? .unknown : .payments(ids)
            }
            return .payments(ids)
        case .refused: return .notTold
        case .unknown: return .unknown
        }
    }

    // MARK: The enrollment's token

    private enum EnrollmentToken {
        case token(String)
        /// The bank gives none at the moment.
        case notNow
        /// The enrollment has ended here, and its tokens with it.
        case ended
    }

    private func enrollmentToken(of intent: PaymentIntent) async throws(RunFailure) -> EnrollmentToken {
        if let token = payments.bankTokens.access(for: intent.enrollment, at: payments.world.now()) {
            return .token(token)
        }
        let enrollment = try await payments.enrollment(of: intent)
        guard case .authorised(let tokens, _) = enrollment.state else { return .ended }
        let run = EnrollmentRun(payments: payments, id: enrollment.id)
        return try await run.accessToken(enrollment, tokens).map(EnrollmentToken.token) ?? .notNow
    }
}

extension PaymentIntent.DoubtfulRefusal {
    /// Whether the bank's list, or its absence, can decide about the refusal.
    ///
    /// A bank that complains of a member may have accepted the same bytes before, and only its list would tell. Without
    /// one the refusal proves nothing, and the payment is sent again.
    fileprivate func canBeJudged(by listed: PaymentIntentRun.Listed) -> Bool {
        listed == .no || !code.hasPrefix("PARAMETRO_")
    }
}
