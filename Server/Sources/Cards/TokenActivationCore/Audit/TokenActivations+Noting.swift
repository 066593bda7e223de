import ChaveBase

extension TokenActivations {
    /// Puts an attempt into the audit whose request was refused before the rules could read it.
    ///
    /// It stands on the holder's chain, for nobody knows of which card it was.
    ///
    /// - Throws: ``ActivationFault``; then nobody is told of a refusal that is not in the audit.
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
