public import ChaveBase
import ChavePixModel

extension PaymentIntentState {
    /// The whole life of a payment intent (Payments API, section 6).
    ///
    /// Pure: no clock, no I/O, no randomness. No `default:`, so the compiler shows every place that a new case
    /// concerns. Only the bank's response or a consent that ended unconsumed leads from `paying` or `settling` to an
    /// end. From `lapsing`, only the bank's report on the consent leads to an end: a payment that these records have
    /// lost may have consumed it. A schedule ends when each of its charges has an end.
    ///
    /// Limits are compared by the clock of deadlines. The start of a payment's transmission is a real time: it tells
    /// how long the bank stores our key. A clock that is set forward must not shorten that time.
    public func receiving(
        _ event: PaymentIntentEvent,
        at moment: Moment
    ) throws(UnexpectedPaymentIntentEvent) -> (next: PaymentIntentState, effects: [PaymentIntentEffect]) {
        switch (self, event) {
        case (_, .clockTick):
            return ticking(at: moment.deadlineNow)
        case (.created, .consentCreated(let deadline)):
            return (.consented(deadline: deadline), [])
        case (.consented, .challenge(let challenge, let deadline)):
            return (.awaitingApproval(challenge, deadline: deadline), [])
        case (.awaitingApproval(_, let deadline), .approval(let approval)) where moment.deadlineNow < deadline:
            return (.authorising(approval), [.notifyMerchant])
        case (.awaitingApproval, .approvalInvalid):
            return failing(.biometricValidationError)
        case (.authorising(let approval), .authorised(let payment)):
            // The response came too late to send the payment: none was sent, and the consent lapses.
            guard moment.deadlineNow < PaymentIntentRules.paymentLeavesBy(approvedAt: approval.at) else {
                return failing(.institutionUnavailable)
            }
            return (.paying(body: payment, sentAt: moment.now), [])
        case (.authorising, .consumed(let payment)):
            return (.paying(body: payment, sentAt: moment.now), [])
        case (.paying, .paymentKnown):
            return (.settling(since: moment.now), [])
        case (.paying, .scheduleKnown(let lookAt)):
            return (.scheduled(lookAt: lookAt), [.notifyMerchant])
        case (.scheduled, .scheduleMoved(_, let lookAt)):
            return (.scheduled(lookAt: lookAt), [])
        case (.paying, .settled), (.settling, .settled), (.scheduled, .settled):
            return (.succeeded(at: moment.now), [.notifyMerchant])
        case (.succeeded, .settled), (.settling, .paymentKnown):
            return (self, [])  // The bank tells twice; hearing it twice is normal.
        case (.created, .refused(let end)), (.consented, .refused(let end)), (.awaitingApproval, .refused(let end)),
            (.authorising, .refused(let end)), (.paying, .refused(let end)), (.settling, .refused(let end)),
            (.lapsing, .refused(let end)), (.scheduled, .refused(let end)):
            return (.ended(end), [.notifyMerchant])
        case (.lapsing, .consentLapsed):
            return failing(.consentExpired)
        case (.authorising, .consentLapsed):
            return failing(.consentRejected)
        case (.paying, .consentLapsed), (.settling, .consentLapsed):
            return failing(.chargeSettlementTimeout)
        case (.created, .groundLost(let code)), (.consented, .groundLost(let code)),
            (.awaitingApproval, .groundLost(let code)):
            return failing(code)
        case (.created, .cancel), (.consented, .cancel), (.awaitingApproval, .cancel):
            return (.ended(PaymentIntentEnd(.canceled, .canceled)), [.notifyMerchant])
        case (.ended(let end), .cancel) where end.outcome == .canceled:
            return (self, [])
        case (.created, _), (.consented, _), (.awaitingApproval, _), (.lapsing, _), (.authorising, _), (.paying, _),
            (.settling, _), (.scheduled, _), (.succeeded, _), (.ended, _):
            throw UnexpectedPaymentIntentEvent(state: self, event: event)
        }
    }

    private func ticking(at now: Timestamp) -> (next: PaymentIntentState, effects: [PaymentIntentEffect]) {
        switch self {
        case .created(let deadline) where now >= deadline:
            return failing(.institutionUnavailable)
        case .consented(let deadline) where now >= deadline:
            return failing(.consentExpired)
        case .awaitingApproval(_, let deadline) where now >= deadline:
            return (.lapsing, [])
        case .authorising(let approval) where now >= PaymentIntentRules.paymentLeavesBy(approvedAt: approval.at):
            // No payment was sent and none will be: the consent lapses at the bank.
            return failing(.institutionUnavailable)
        case .created, .consented, .awaitingApproval, .lapsing, .authorising, .paying, .settling, .scheduled,
            .succeeded,
            .ended:
            return (self, [])
        }
    }

    private func failing(_ code: FailureCode) -> (next: PaymentIntentState, effects: [PaymentIntentEffect]) {
        (.ended(PaymentIntentEnd(.failed, code)), [.notifyMerchant])
    }
}
