public import ChaveBase

extension ActivationState {
    /// The whole life of an activation.
    ///
    /// Pure: no clock, no I/O. What the network did is read from the token, never guessed; it is asked again once in each
    /// run, with the same operation, and only where the token was read and was not active. As long as it may be asked again
    /// nobody is told that nothing was done: a yes that is on record is carried out by whoever looks next.
    public func receiving(
        _ event: ActivationEvent,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch (self, event) {
        // The network has refused to be asked again: whoever takes over looks, and asks no more.
        case (.activating(.lastLook), .resumed): return (self, .readToken)
        case (.activating, .resumed): return (.activating(.unsure), .readToken)
        case (.activating(.asking), _): return try asked(event)
        case (.activating(.askingAgain), _): return try askedAgain(event)
        case (.activating(let phase), _): return try looked(event, phase, at: now, deadlines)
        case (.declined(isNetworkTold: false), _): return try telling(event, at: now, deadlines)
        case (.active, .resumed), (.declined, .resumed), (.refused, .resumed), (.failed, .resumed):
            return (self, .rest)  // Two may find the same work; the second has none.
        case (.active, _), (.declined, _), (.refused, _), (.failed, _):
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The first question's answer.
    private func asked(
        _ event: ActivationEvent
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .answered(let state): return settled(state) ?? (.activating(.unsure), .wait(.outcomeUnknown))
        case .networkRefused: return (.refused(.refusedByNetwork), .rest)
        case .networkAway: return (.activating(.asking), .wait(.outcomeUnknown))
        case .outcomeUnknown: return (.activating(.unsure), .readToken)
        case .resumed, .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The second question's answer: the first may have been heard after all.
    private func askedAgain(
        _ event: ActivationEvent
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .answered(let state): return settled(state) ?? (.activating(.unsure), .wait(.outcomeUnknown))
        case .networkRefused: return (.activating(.lastLook), .readToken)
        case .networkAway: return (.activating(.unsure), .wait(.outcomeUnknown))
        case .outcomeUnknown: return (.activating(.readingAgain), .readToken)
        case .resumed, .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The token as the network has it, whatever it answered.
    private func looked(
        _ event: ActivationEvent,
        _ phase: Phase,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .tokenRead(let state):
            if let settled = settled(state) { return settled }
            return inactive(phase, at: now, deadlines)
        case .tokenGone: return (.refused(.tokenNotFound), .rest)
        case .tokenUnreadable:
            if deadlines.settlesUntil <= now { return (.failed(.outcomeUnknown), .rest) }
            return (.activating(phase == .lastLook ? .lastLook : .unsure), .wait(.outcomeUnknown))
        case .resumed, .answered, .networkRefused, .networkAway, .outcomeUnknown:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// The token is not active: that is an end only when no order that nobody heard of can still be carried out.
    private func inactive(
        _ phase: Phase,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) -> (next: ActivationState, step: ActivationStep) {
        if deadlines.haveOrdersLanded(at: now) {
            return (phase == .lastLook ? .refused(.refusedByNetwork) : .failed(.stepUpExpired), .rest)
        }
        if phase == .lastLook { return (self, .wait(.outcomeUnknown)) }
        // Who says yes after the network's wait says it to nobody.
        if phase == .readingAgain || deadlines.isStepUpOver(at: now) {
            return (.activating(.unsure), .wait(.outcomeUnknown))
        }
        return (.activating(.askingAgain), .askNetwork)
    }

    /// The holder's no stands; the network is told as long as it waits.
    private func telling(
        _ event: ActivationEvent,
        at now: Timestamp,
        _ deadlines: ActivationDeadlines
    ) throws(UnexpectedActivationEvent) -> (next: ActivationState, step: ActivationStep) {
        switch event {
        case .resumed: return (self, deadlines.isStepUpOver(at: now) ? .rest : .tellNetwork)
        case .answered: return (.declined(isNetworkTold: true), .rest)
        case .networkRefused: return (self, .rest)
        case .networkAway: return (self, .wait(.networkUnavailable))
        case .outcomeUnknown: return (self, .wait(.outcomeUnknown))
        case .tokenRead, .tokenGone, .tokenUnreadable:
            throw UnexpectedActivationEvent(state: self, event: event)
        }
    }

    /// Where a token's state is an end of it; `nil` for one that is not active yet.
    private func settled(_ state: TokenState) -> (next: ActivationState, step: ActivationStep)? {
        switch state {
        case .inactive: nil
        case .active: (.active, .notifyHolder)
        case .suspended: (.refused(.tokenSuspended), .rest)
        case .deactivated: (.refused(.tokenDeactivated), .rest)
        }
    }
}
