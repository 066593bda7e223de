import ChaveBase

extension TokenActivations {
    func checked(
        _ payload: ActivationPayload,
        by session: HolderSession,
        needsPresence: Bool
    ) throws(ActivationRefusal) -> CheckedRequest {
        try RequestCheck(
            payload: payload,
            session: session,
            needsPresence: needsPresence,
            wallets: wallets,
            policy: policy,
            now: world.now()
        ).run()
    }

    /// The request's card, when it belongs to the caller.
    ///
    /// For another holder's card only the register is asked, as for a card that does not exist. So neither the answer
    /// nor its duration tells them apart. A token without its card is similar: network and register are asked either
    /// way.
    func ownCard(_ request: CheckedRequest, _ session: HolderSession) async throws -> OwnCard {
        if let reference = request.panReferenceID {
            guard let card = try await register.card(reference), card.holder == session.holder else {
                throw ActivationRefusal(.cardNotFound)
            }
            return OwnCard(card: card, sight: nil)
        }
        guard let wallet = request.wallet else { throw ActivationRefusal(.tokenReferenceMissing) }
        let sight = try await sight(of: request, at: wallet.network, ownCard: nil)
        let reference = sight.token?.panReferenceID ?? request.tokenReferenceID
        let card = try await register.card(reference)
        guard sight.token != nil, let card, card.holder == session.holder else {
            throw ActivationRefusal(.tokenNotFound)
        }
        return OwnCard(card: card, sight: sight)
    }

    func sight(
        of request: CheckedRequest,
        at network: CardNetwork,
        ownCard: String?
    ) async throws -> TokenSight {
        let standing = try await store.standing(TokenKey(network: network, id: request.tokenReferenceID))
        let reference = TokenReference(id: request.tokenReferenceID, requestorID: request.wallet?.id)
        return TokenSight(standing: standing, token: try await token(reference, at: network, ownCard: ownCard))
    }

    /// The records and the network's state of a token whose card is known.
    func sight(of request: CheckedRequest, on own: OwnCard) async throws -> TokenSight {
        if let sight = own.sight { return sight }
        return try await sight(of: request, at: own.card.network, ownCard: own.card.panReferenceID)
    }

    /// A card's refusals that can still count towards a lock.
    func refusals(of card: IssuedCard) async throws -> (since: Timestamp, times: [Timestamp]) {
        let since = CardLock(policy: policy).horizon(at: world.deadlineNow())
        return (since, try await store.refusals(ofCard: card.panReferenceID, since: since))
    }

    func check(_ card: IssuedCard, _ refusals: [Timestamp]) throws(ActivationRefusal) {
        try CardCheck(card: card, refusals: refusals, policy: policy, now: world.deadlineNow()).run()
    }

    func tokenCheck(_ request: CheckedRequest, _ card: IssuedCard, _ sight: TokenSight) -> TokenCheck {
        TokenCheck(
            token: sight.token,
            card: card,
            request: request,
            standing: sight.standing,
            wallets: wallets,
            policy: policy,
            now: world.deadlineNow()
        )
    }
}

/// The caller's own card, with the sight that was read on the way to it.
struct OwnCard {
    let card: IssuedCard
    /// The sight that was read when the token led to the card.
    let sight: TokenSight?
}

/// The recorded activation of a token, and then the network's state of it.
///
/// Reading in this order lets the commit detect changes between the two reads.
struct TokenSight {
    let standing: Activation?
    let token: NetworkToken?
}
