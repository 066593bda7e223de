public import ChaveBase
import ChavePixModel

extension EnrollmentState {
    /// The whole life of an enrollment (Payments API, section 5).
    ///
    /// Pure: no clock, no I/O, no randomness. No `default:`, so the compiler shows every place that a new case
    /// concerns.
    public func receiving(
        _ event: EnrollmentEvent,
        at now: Timestamp
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch event {
        case .clockTick: return ticking(at: now)
        case .cancel: return canceling()
        case .bankEnded(let end): return endingByBank(end)
        case .withdrawn(let end): return try withdrawing(end, because: event)
        case .refused(let end): return try refusing(end, because: event)
        case .endedAtBank: return try confirmingEnd(because: event)
        case .checked(let nextAt): return try staying(untilCheckedAt: nextAt, because: event)
        case .checkDue: return try staying(untilCheckedAt: now, because: event)
        case .bankCreated, .signalsAccepted, .redirectReady, .callback, .callbackFailed, .exchangeMarked, .tokens,
            .holderConfirmed, .options, .attestation, .registrationMarked, .registered, .expired:
            return try advancing(event, at: now)
        }
    }

    /// The way from created to authorised.
    private func advancing(
        _ event: EnrollmentEvent,
        at now: Timestamp
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch (self, event) {
        case (.created(let signals, let redirection, let deadline), .bankCreated):
            return (.knownToBank(signals: signals, redirection, deadline: deadline), [])
        case (.knownToBank(_, let redirection, _), .signalsAccepted(let deadline)):
            return (.signalsSent(redirection, deadline: deadline), [])
        case (.signalsSent(let redirection, let deadline), .redirectReady):
            return (.awaitingHolder(redirection, deadline: deadline), [])
        case (.awaitingHolder(let redirection, let deadline), .callback(let code, let next)) where now < deadline:
            return (.returned(redirection, code: code, deadline: next), [.notifyMerchant])
        case (.awaitingHolder, .callbackFailed(let end)):
            return (.withdrawing(end, hadOptions: false), [])
        case (.returned(_, _, let deadline), .exchangeMarked):
            return (.exchanging(deadline: deadline), [])
        case (.exchanging(let deadline), .tokens(let tokens)):
            return (.exchanged(tokens: tokens, deadline: deadline), [])
        case (.exchanged(let tokens, _), .holderConfirmed(let deadline)):
            return (.holderChecked(tokens: tokens, deadline: deadline), [])
        case (.holderChecked(let tokens, _), .options(let registration, let deadline)):
            return (.awaitingCredential(registration, tokens: tokens, deadline: deadline), [.notifyMerchant])
        case (.awaitingCredential(_, let tokens, let deadline), .attestation(let attestation, let verdictBy))
        where now < deadline:
            return (.attested(attestation: attestation, tokens: tokens, deadline: verdictBy), [])
        case (.attested(let attestation, let tokens, let deadline), .registrationMarked):
            return (.registering(attestation: attestation, tokens: tokens, deadline: deadline), [])
        case (.registering(_, let tokens, _), .registered(let checkAt)):
            return (.authorised(tokens: tokens, checkAt: checkAt), [.notifyMerchant])
        case (.authorised, .expired):
            let end = EnrollmentEnd(.canceled, .validityExpired)
            return (.ended(end, atBank: false), [.notifyMerchant, .endPendingIntents])
        case (.created, _), (.knownToBank, _), (.signalsSent, _), (.awaitingHolder, _), (.returned, _),
            (.exchanging, _), (.exchanged, _), (.holderChecked, _), (.awaitingCredential, _), (.attested, _),
            (.registering, _), (.authorised, _), (.withdrawing, _), (.ended, _):
            throw UnexpectedEnrollmentEvent(state: self, event: event)
        }
    }

    private func staying(
        untilCheckedAt checkAt: Timestamp,
        because event: EnrollmentEvent
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        guard case .authorised(let tokens, _) = self else {
            throw UnexpectedEnrollmentEvent(state: self, event: event)
        }
        return (.authorised(tokens: tokens, checkAt: checkAt), [])
    }

    /// Applies the passing of time.
    ///
    /// When a bank may still act, the platform first withdraws the enrollment at the bank and then announces its end.
    private func ticking(at now: Timestamp) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .created(_, _, let deadline) where now >= deadline:
            // The bank may have made its enrollment while its id is unknown here. The bank ends that enrollment by
            // itself after 5 min.
            return (.ended(EnrollmentEnd(.failed, .institutionUnavailable), atBank: true), [.notifyMerchant])
        case .knownToBank(_, _, let deadline) where now >= deadline,
            .signalsSent(_, let deadline) where now >= deadline,
            .returned(_, _, let deadline) where now >= deadline,
            .exchanging(let deadline) where now >= deadline,
            .exchanged(_, let deadline) where now >= deadline,
            .holderChecked(_, let deadline) where now >= deadline:
            return (.withdrawing(EnrollmentEnd(.failed, .institutionUnavailable), hadOptions: false), [])
        case .attested(_, _, let deadline) where now >= deadline,
            .registering(_, _, let deadline) where now >= deadline:
            return (.withdrawing(EnrollmentEnd(.failed, .institutionUnavailable), hadOptions: true), [])
        case .awaitingHolder(_, let deadline) where now >= deadline:
            return (.withdrawing(EnrollmentEnd(.failed, .expired), hadOptions: false), [])
        case .awaitingCredential(_, _, let deadline) where now >= deadline:
            return (.withdrawing(EnrollmentEnd(.failed, .expired), hadOptions: true), [])
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .attested, .registering, .authorised, .withdrawing, .ended:
            return (self, [])
        }
    }

    /// Cancels here at once; the bank is notified afterwards, with as many retries as necessary.
    private func canceling() -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .created:
            return (.ended(EnrollmentEnd(.failed, .rejectedByUser), atBank: true), [.notifyMerchant])
        case .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .attested, .registering, .withdrawing:
            return (.ended(EnrollmentEnd(.failed, .rejectedByUser), atBank: false), [.notifyMerchant])
        case .authorised:
            let end = EnrollmentEnd(.canceled, .revokedByUser)
            return (.ended(end, atBank: false), [.notifyMerchant, .endPendingIntents])
        case .ended:
            return (self, [])
        }
    }

    /// Applies an end at the bank, which counts in every state; an end that is already stored here does not change.
    private func endingByBank(_ end: EnrollmentEnd) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .attested, .registering:
            return (.ended(EnrollmentEnd(.failed, end.reason, message: end.message), atBank: true), [.notifyMerchant])
        case .withdrawing(let ours, _):
            return (.ended(ours.told(byBank: end), atBank: true), [.notifyMerchant])
        case .authorised:
            let end = EnrollmentEnd(.canceled, end.reason, message: end.message)
            return (.ended(end, atBank: true), [.notifyMerchant, .endPendingIntents])
        case .ended(let end, _):
            return (.ended(end, atBank: true), [])
        }
    }

    private func withdrawing(
        _ end: EnrollmentEnd,
        because event: EnrollmentEvent
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .knownToBank, .signalsSent, .returned, .exchanging, .exchanged, .holderChecked:
            return (.withdrawing(end, hadOptions: false), [])
        case .awaitingCredential, .attested, .registering:
            return (.withdrawing(end, hadOptions: true), [])
        case .created, .awaitingHolder, .authorised, .withdrawing, .ended:
            throw UnexpectedEnrollmentEvent(state: self, event: event)
        }
    }

    /// Applies a refusal, which is certain.
    ///
    /// When the refusal does not end the bank's enrollment, the platform ends it there.
    private func refusing(
        _ end: EnrollmentEnd,
        because event: EnrollmentEvent
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .created:
            return (.ended(end, atBank: true), [.notifyMerchant])
        case .knownToBank, .signalsSent, .exchanging, .exchanged, .holderChecked, .registering:
            return (.ended(end, atBank: false), [.notifyMerchant])
        case .awaitingHolder, .returned, .awaitingCredential, .attested, .authorised, .withdrawing, .ended:
            throw UnexpectedEnrollmentEvent(state: self, event: event)
        }
    }

    private func confirmingEnd(
        because event: EnrollmentEvent
    ) throws(UnexpectedEnrollmentEvent) -> (next: EnrollmentState, effects: [EnrollmentEffect]) {
        switch self {
        case .withdrawing(let end, _):
            return (.ended(end, atBank: true), [.notifyMerchant])
        case .ended(let end, _):
            return (.ended(end, atBank: true), [])
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .attested, .registering, .authorised:
            throw UnexpectedEnrollmentEvent(state: self, event: event)
        }
    }
}
