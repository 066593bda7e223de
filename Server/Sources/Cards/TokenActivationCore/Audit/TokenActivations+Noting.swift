import ChaveBase

extension TokenActivations {
    /// Records an attempt whose request was refused before the rules could read it.
    ///
    /// The entry is on the holder's chain, because the request's card is unknown.
    ///
    /// - Throws: ``ActivationFault``; the caller then gets no refusal, because the audit does not have it.
    public func noteUnread(
        _ action: ActivationAuditFact.Action,
        _ code: String,
        by session: HolderSession
    ) async throws {
        let attempt = Attempt(action, by: session)
        do {
            try await note(attempt.fact(.holder(session.holder), code, of: nil, at: world.now()))
        } catch {
            throw ActivationFault(underlying: error)
        }
    }
}
