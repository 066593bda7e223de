public import Foundation

extension TokenActivationFlow {
    /// Handles an event and returns the effects to perform.
    ///
    /// A repeated event is normal and does nothing. An event for a request other than the current one does nothing
    /// either. The deadline comes first: after it a request has failed, whatever the event is. One event still counts
    /// after the deadline: the backend's answer to a call that had begun, while nothing has ended the request.
    public mutating func receive(_ event: Event, at now: Date) -> [Effect] {
        switch event {
        case .linkArrived(let link):
            return expire(at: now) + take(link, at: now)
        case .clockTick:
            return expire(at: now)
        case .signedOut:
            return expire(at: now) + (openRequest.map { fail($0, .signedOut(mayBeActive: isActivating)) } ?? [])
        case .backendActivated(let id, let code):
            return activated(id, code, at: now)
        case .backendFailed(let id, let code):
            return backendFailed(id, code, at: now)
        case .callbackOpened(let id):
            opened(id)
            return expire(at: now)
        case .holderConfirmed(let id), .holderDeclined(let id), .holderAuthenticated(let id),
            .authenticationFailed(let id), .activationBegan(let id):
            let effects = expire(at: now)
            guard openRequest?.id == id else { return effects }
            return step(event, at: now)
        }
    }

    // MARK: - Steps

    /// Handles an event of the current request.
    private mutating func step(_ event: Event, at now: Date) -> [Effect] {
        switch (state, event) {
        case (.received(let request), .holderConfirmed):
            state = .confirmed(request)
            return [.authenticate(request)]
        case (.confirmed(let request), .holderAuthenticated):
            state = .authenticated(request)
            return [.activate(request)]
        case (.confirmed(let request), .authenticationFailed):
            return fail(request, .notAuthenticated)
        case (.authenticated(let request), .activationBegan):
            state = .activating(request)
            return []
        case (.received(let request), .holderDeclined), (.confirmed(let request), .holderDeclined),
            (.authenticated(let request), .holderDeclined):
            return decline(request, at: now)
        case (.idle, _), (.received, _), (.confirmed, _), (.authenticated, _), (.activating, _), (.approved, _),
            (.declined, _), (.failed, _), (.answered, _):
            return []
        }
    }

    private mutating func activated(_ id: Int, _ code: String?, at now: Date) -> [Effect] {
        guard case .activating(let request) = state, request.id == id else { return expire(at: now) }
        state = .approved(request)
        spent.add(request, .approved, at: now)
        let callback = request.link.callback.answer(.approved, code: code)
        return [.answer(TokenActivationEnd(request: request.id, outcome: .approved, callback: callback))]
    }

    /// Handles a failed backend call: the activation, or the question before it.
    private mutating func backendFailed(_ id: Int, _ code: TokenActivatorError.Code, at now: Date) -> [Effect] {
        if case .activating(let request) = state, request.id == id { return fail(request, .backend(code)) }
        let effects = expire(at: now)
        guard let request = openRequest, request.id == id else { return effects }
        return effects + fail(request, .backend(code))
    }

    private mutating func opened(_ id: Int) {
        switch state {
        case .approved(let request) where request.id == id, .declined(let request) where request.id == id,
            .failed(let request, _) where request.id == id:
            state = .answered(request)
        case .idle, .received, .confirmed, .authenticated, .activating, .approved, .declined, .failed, .answered: break
        }
    }

    // MARK: - Links

    private mutating func take(_ link: TokenActivationLink, at now: Date) -> [Effect] {
        guard link != unansweredLink else { return [] }  // The system may deliver one link twice.
        if let outcome = spent.outcome(of: link, at: now) {
            let callback = link.callback.answer(outcome)
            return [.answer(TokenActivationEnd(request: nil, outcome: outcome, callback: callback))]
        }
        let effects = openRequest.map { fail($0, .replaced(mayBeActive: isActivating)) } ?? []
        lastID += 1
        let expiresAt = now + TokenActivationFlow.secondsToLive
        let request = TokenActivationRequest(id: lastID, link: link, expiresAt: expiresAt)
        guard link.payload.namesToken else { return effects + fail(request, .incomplete) }
        state = .received(request)
        return effects + [.ask(request)]
    }

    /// The link of the request whose answer has not gone out.
    private var unansweredLink: TokenActivationLink? {
        switch state {
        case .approved(let request), .declined(let request), .failed(let request, _): request.link
        case .idle, .received, .confirmed, .authenticated, .activating, .answered: openRequest?.link
        }
    }

    // MARK: - Ends

    /// Whether the backend has been asked and has not answered yet.
    private var isActivating: Bool { if case .activating = state { true } else { false } }

    private mutating func expire(at now: Date) -> [Effect] {
        guard let request = openRequest, now >= request.expiresAt else { return [] }
        return fail(request, .expired(mayBeActive: isActivating))
    }

    private mutating func fail(_ request: TokenActivationRequest, _ failure: TokenActivationFailure) -> [Effect] {
        state = .failed(request, failure)
        let callback = request.link.callback.answer(.failure)
        return [
            .answer(TokenActivationEnd(request: request.id, outcome: .failure, failure: failure, callback: callback))
        ]
    }

    private mutating func decline(_ request: TokenActivationRequest, at now: Date) -> [Effect] {
        state = .declined(request)
        spent.add(request, .declined, at: now)
        let callback = request.link.callback.answer(.declined)
        return [
            .reportDecline(request),
            .answer(TokenActivationEnd(request: request.id, outcome: .declined, callback: callback)),
        ]
    }
}
