extension TokenActivations {
    /// Answers that would say of a yes that is on record that nothing comes of it: what is on record is carried out
    /// whether the network can be read at this moment or not, and whatever has become of the card since.
    private static let hiding: Set<ActivationRefusal.Code> = [.networkUnavailable, .cardBlocked, .activationsLocked]

    /// Runs what is asked about a token; where the holder's own yes is still under way its refusals do not hide it.
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

    /// What is told instead of a refusal that hides a yes of the same holder; `nil` where it hides none.
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

    /// The holder's yes that may still be carried out.
    ///
    /// One's own alone: what others have under way is told to nobody.
    func openYes(_ token: TokenKey, of holder: CardHolder) async throws -> Activation? {
        guard let standing = try await store.standing(token), standing.holder == holder, standing.state.isActivating
        else { return nil }
        return standing
    }
}
