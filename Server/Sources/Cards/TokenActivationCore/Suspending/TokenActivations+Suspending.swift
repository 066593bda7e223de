import ChaveBase
import Hashing

extension TokenActivations {
    /// Suspends the token of one of the caller's activations; a repeated call does nothing and gets the same answer.
    ///
    /// This holds too for an activation that was open then, and has ended since because its token is suspended.
    public func suspend(_ id: String, by session: HolderSession) async throws -> ActivationView {
        let attempt = Attempt(.suspend, by: session)
        return try await answering(attempt) {
            try await suspended(try await own(id, session), attempt, with: []).view
        }
    }

    /// The token of a notice's link; the call changes nothing, so a scanner that opens links does no harm.
    public func suspension(_ secret: String) async throws -> SuspensionView {
        try await reading {
            let activation = try await linked(secret)
            var view = activation.suspensionView
            view.tokenState = await tokenState(of: activation)
            return view
        }
    }

    /// Suspends the token of a notice's link, and removes all links of its notice.
    ///
    /// A link can be tried again when its suspension failed.
    public func suspend(_ secret: String) async throws -> SuspensionView {
        let attempt = Attempt(byLink: .suspend)
        return try await answering(attempt) {
            let activation = try await linked(secret)
            let used = ActivationChange.Write.removeLinks(ofActivation: activation.id)
            return try await suspended(activation, attempt, with: [used]).suspensionView
        }
    }

    /// The activation of a link; unknown, used and expired links get the same refusal.
    private func linked(_ secret: String) async throws -> Activation {
        let link = try await store.link(Digest(ofText: secret))
        guard let link, world.deadlineNow() < link.expiresAt,
            let activation = try await store.activation(link.activation)
        else { throw ActivationRefusal(.linkInvalid) }
        return activation
    }

    private func suspended(
        _ activation: Activation,
        _ attempt: Attempt,
        with writes: [ActivationChange.Write]
    ) async throws -> Activation {
        do {
            try await suspendToken(of: activation, attempt)
        } catch let refusal as ActivationRefusal {
            throw Setback.refused(try await unlessOpen(refusal, activation), ownCard: activation.card)
        } catch Setback.refused(let refusal, _) {
            throw Setback.refused(try await unlessOpen(refusal, activation), ownCard: activation.card)
        }
        var next = activation
        next.tokenState = .suspended
        next.updatedAt = world.now()
        var change = ActivationChange()
        change.writes = writes + [.replace(next, expected: activation.version)]
        next.version += 1
        change.audit = [attempt.fact(.card(next.card), TokenState.suspended.rawValue, of: next, at: world.now())]
        try await commit(change)
        return next
    }

    /// The refusal for a token that a recorded yes may still activate.
    ///
    /// It says neither that nothing is left to do, nor that nothing will be done.
    private func unlessOpen(_ refusal: ActivationRefusal, _ activation: Activation) async throws -> ActivationRefusal {
        guard refusal.code == .tokenNotActive || refusal.code == .networkUnavailable,
            let open = try await openYes(activation.token, of: activation.holder)
        else { return refusal }
        guard refusal.code == .tokenNotActive else { return TokenActivations.doubt(open) }
        return ActivationRefusal(.activationInProgress, retryAfterSeconds: 1, activationID: open.id)
    }

    /// Returns once the token is known to be suspended.
    ///
    /// The token's state at the network decides, not the state of the activation. A token may be active before the
    /// server knows it, and its holder may be in a hurry then. A process that still works on the activation finds a
    /// newer version.
    private func suspendToken(of activation: Activation, _ attempt: Attempt) async throws {
        guard activation.mayHaveToken else { throw ActivationRefusal(.tokenNotActive) }
        let reference = activation.order(activation.id).token
        let network = activation.token.network
        let token = try await token(reference, at: network, ownCard: activation.card)
        switch token?.state {
        case .suspended: return
        case .active: break
        case .inactive: throw ActivationRefusal(.tokenNotActive)
        case .deactivated: throw ActivationRefusal(.tokenDeactivated)
        case nil: throw ActivationRefusal(.tokenNotFound)
        }
        try await note(attempt.fact(.card(activation.card), "asked", of: activation, at: world.now()))
        do {
            let order = activation.order(world.newIDText(), onDeviceOf: token)
            let state = try await provider(network).suspend(order)
            guard state == .suspended else { throw ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5) }
        } catch let fault as TokenServiceFault {
            switch fault {
            case .refused: throw ActivationRefusal(.refusedByNetwork)
            case .unavailable: throw ActivationRefusal(.networkUnavailable, retryAfterSeconds: 5)
            case .unknownOutcome, .unreadableAnswer:
                // The outcome stays unknown when the token cannot be read either.
                let token = try? await provider(network).token(reference)
                guard token?.state == .suspended else {
                    throw ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5)
                }
            }
        }
    }
}

extension Activation {
    /// Whether its token may be, or may have been, active.
    ///
    /// A request that was refused for another reason than a suspended token never had an active token.
    fileprivate var mayHaveToken: Bool { state.name != .refused || state.reason == .tokenSuspended }

    /// The order, with the network's device when the activation stores none.
    fileprivate func order(_ operationID: String, onDeviceOf token: NetworkToken?) -> TokenOrder {
        var order = order(operationID)
        if particulars.deviceID == nil, let token {
            order.deviceID = token.deviceID
            order.deviceIndex = token.deviceIndex
        }
        return order
    }
}
