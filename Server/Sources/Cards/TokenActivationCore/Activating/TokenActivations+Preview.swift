import ChaveBase

extension TokenActivations {
    /// The question to the holder: card, wallet and device; the call changes nothing, and the audit records it.
    ///
    /// It refuses what ``activate(_:key:by:)`` would refuse now, except that the person's last sign-in may be old.
    public func preview(
        _ payload: ActivationPayload,
        by session: HolderSession
    ) async throws -> ActivationPreview {
        let attempt = Attempt(.preview, by: session)
        return try await answering(attempt) {
            let request = try checked(payload, by: session, needsPresence: false)
            let (own, found) = try await doubting(request, session) { try await looked(request, session) }
            let chain = ActivationAuditChain.card(own.card.panReferenceID)
            try await note(attempt.fact(chain, "ok", of: nil, at: world.now()))
            return ActivationPreview(
                cardName: own.card.name,
                lastFour: own.card.lastFour,
                network: own.card.network,
                walletName: found.wallet.name,
                deviceName: found.token.deviceName,
                tokenReferenceID: found.token.id,
                state: found.token.state,
                expiresAt: found.stepUpEndsAt
            )
        }
    }

    private func looked(_ request: CheckedRequest, _ session: HolderSession) async throws -> (OwnCard, CheckedToken) {
        let own = try await ownCard(request, session)
        do {
            try check(own.card, try await refusals(of: own.card).times)
            return (own, try tokenCheck(request, own.card, try await sight(of: request, on: own)).run())
        } catch let refusal as ActivationRefusal {
            throw Setback.refused(refusal, ownCard: own.card.panReferenceID)
        }
    }
}
