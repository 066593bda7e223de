extension TokenActivations {
    /// Refusals that would wrongly suggest that a recorded yes comes to nothing.
    ///
    /// The server carries out a recorded yes even when the network cannot be read now, and whatever has happened to the
    /// card since.
    private static let hiding: Set<ActivationRefusal.Code> = [.networkUnavailable, .cardBlocked, .activationsLocked]

    /// Runs `body`; while the holder's own yes is in progress, a refusal must not hide that yes.
    func doubting<Answer: Sendable>(
        _ request: CheckedRequest,
        _ session: HolderSession,
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await body()
        } catch Setback.refused(let refusal, let card) {
            throw Setback.refused(try await doubt(refusal, request, session) ?? refusal, ownCard: card)
        }
    }

    /// The refusal that replaces one which hides a yes of the same holder; `nil` when it hides none.
    func doubt(
        _ refusal: ActivationRefusal,
        _ request: CheckedRequest,
        _ session: HolderSession
    ) async throws -> ActivationRefusal? {
        guard TokenActivations.hiding.contains(refusal.code) else { return nil }
        for network in CardNetwork.allCases {
            let token = TokenKey(network: network, id: request.tokenReferenceID)
            if let open = try await openYes(token, of: session.holder) { return TokenActivations.doubt(open) }
        }
        return nil
    }

    static func doubt(_ open: Activation) -> ActivationRefusal {
        ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5, activationID: open.id)
    }

    /// The holder's own yes that may still be carried out.
    ///
    /// The activations in progress of other holders stay secret.
    func openYes(_ token: TokenKey, of holder: CardHolder) async throws -> Activation? {
        guard let standing = try await store.standing(token), standing.holder == holder, standing.state.isActivating
        else { return nil }
        return standing
    }
}
