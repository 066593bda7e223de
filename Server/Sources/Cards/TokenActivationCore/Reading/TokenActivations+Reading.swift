import ChaveBase

extension TokenActivations {
    /// One of the caller's activations, with the token's state now.
    ///
    /// - Throws: ``ActivationRefusal``; another holder's activation counts as not found.
    public func activation(_ id: String, by session: HolderSession) async throws -> ActivationView {
        try await reading {
            let activation = try await own(id, session)
            var view = activation.view
            view.tokenState = await tokenState(of: activation)
            return view
        }
    }

    /// The caller's cards with their tokens, in the order in which the cards were issued.
    ///
    /// - Throws: `networkUnavailable` when a network does not answer: a list without its tokens would tell a holder
    ///   that there are none.
    public func cards(of session: HolderSession) async throws -> [CardView] {
        try await reading {
            try requireAllowed(session)
            var views: [CardView] = []
            for card in try await register.cards(of: session.holder) {
                views.append(try await view(of: card, try await tokens(of: card)))
            }
            return views
        }
    }

    /// The activation, which must be the caller's own.
    func own(_ id: String, _ session: HolderSession) async throws -> Activation {
        try requireAllowed(session)
        guard let activation = try await store.activation(id), activation.holder == session.holder else {
            throw ActivationRefusal(.activationNotFound)
        }
        return activation
    }

    /// The token's state at the network, or the last known one when the network does not answer.
    func tokenState(of activation: Activation) async -> TokenState? {
        let reference = activation.order(activation.id).token
        let token = try? await networks[activation.token.network]?.token(reference)
        return token?.state ?? activation.tokenState
    }

    /// Runs a use case that changes nothing and is not in the audit.
    func reading<Answer: Sendable>(_ body: () async throws -> Answer) async throws -> Answer {
        do {
            return try await body()
        } catch let refusal as ActivationRefusal {
            throw refusal
        } catch Setback.refused(let refusal, _), Setback.recorded(let refusal) {
            throw refusal
        } catch {
            throw ActivationFault(underlying: error)
        }
    }

    func requireAllowed(_ session: HolderSession) throws(ActivationRefusal) {
        guard policy.clients.contains(session.client) else { throw ActivationRefusal(.clientNotAllowed) }
    }

    private func tokens(of card: IssuedCard) async throws -> [NetworkToken] {
        do {
            return try await provider(card.network).tokens(ofCard: card.panReferenceID)
        } catch is TokenServiceFault {
            throw ActivationRefusal(.networkUnavailable, retryAfterSeconds: 5)
        }
    }

    private func view(of card: IssuedCard, _ tokens: [NetworkToken]) async throws -> CardView {
        var views: [CardView.Token] = []
        for token in tokens where token.panReferenceID == card.panReferenceID {
            let wallet = wallets.first { $0.id == token.requestorID && $0.network == token.network }
            views.append(
                CardView.Token(
                    tokenReferenceID: token.id,
                    walletName: wallet?.name ?? token.requestorID,
                    deviceName: token.deviceName,
                    state: token.state,
                    activationID: try await activationID(of: token, card.holder)
                )
            )
        }
        return CardView(
            panReferenceID: card.panReferenceID,
            name: card.name,
            network: card.network,
            lastFour: card.lastFour,
            isBlocked: card.isBlocked,
            tokens: views
        )
    }

    /// The id of the holder's own activation of an active token.
    private func activationID(of token: NetworkToken, _ holder: CardHolder) async throws -> String? {
        guard token.state == .active,
            let activation = try await store.standing(TokenKey(network: token.network, id: token.id)),
            activation.holder == holder
        else { return nil }
        return activation.id
    }
}
