import ChaveBase
import Hashing

extension TokenActivations {
    /// Suspends the token of one of the caller's activations; once more does nothing, and is answered alike.
    ///
    /// That holds too where the activation was still open, and has ended since because its token is suspended.
    public func suspend(_ id: String, by session: HolderSession) async throws -> ActivationView {
        let attempt = Attempt(.suspend, by: session)
        return try await answering(attempt) {
            try await suspended(try await own(id, session), attempt, with: []).view
        }
    }

    /// What a notice's link is about; changes nothing, so that a scanner which opens links does no harm.
    public func suspension(_ secret: String) async throws -> SuspensionView {
        try await reading {
            let activation = try await linked(secret)
            var view = activation.suspensionView
            view.tokenState = await tokenState(of: activation)
            return view
        }
    }

    /// Suspends the token that a notice's link is about, and uses up all links of its notice.
    ///
    /// A link whose suspension did not come about can be tried again.
    public func suspend(_ secret: String) async throws -> SuspensionView {
        let attempt = Attempt(byLink: .suspend)
        return try await answering(attempt) {
            let activation = try await linked(secret)
            let used = ActivationChange.Write.removeLinks(ofActivation: activation.id)
            return try await suspended(activation, attempt, with: [used]).suspensionView
        }
    }

    /// One answer for a link that is unknown, used or too old.
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

    /// What is told of a token that a yes on record may still make active: neither that nothing is left to do, nor that
    /// nothing will be done.
    private func unlessOpen(_ refusal: ActivationRefusal, _ activation: Activation) async throws -> ActivationRefusal {
        guard refusal.code == .tokenNotActive || refusal.code == .networkUnavailable,
            let open = try await openYes(activation.token, of: activation.holder)
        else { return refusal }
        guard refusal.code == .tokenNotActive else { return TokenActivations.doubt(open) }
        return ActivationRefusal(.activationInProgress, retryAfterSeconds: 1, activationID: open.id)
    }

    /// Returns once the token is known to be suspended.
    ///
    /// The network's word decides, not how far the activation has come: a token may be active while nobody has heard of
    /// it yet, and that is when its holder is in a hurry. Whoever still works on the activation finds a newer version.
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
                // What cannot be read either is as unknown as before.
                let token = try? await provider(network).token(reference)
                guard token?.state == .suspended else {
                    throw ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5)
                }
            }
        }
    }
}

extension Activation {
    /// Whether its token may be one that is, or was, active: a request that was refused for another reason than that its
    /// token is suspended never had it.
    fileprivate var mayHaveToken: Bool { state.name != .refused || state.reason == .tokenSuspended }

    /// With the device that the network holds, where none was written down.
    fileprivate func order(_ operationID: String, onDeviceOf token: NetworkToken?) -> TokenOrder {
        var order = order(operationID)
        if particulars.deviceID == nil, let token {
            order.deviceID = token.deviceID
            order.deviceIndex = token.deviceIndex
        }
        return order
    }
}
