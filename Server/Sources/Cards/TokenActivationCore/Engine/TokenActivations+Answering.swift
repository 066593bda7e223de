import ChaveBase

extension TokenActivations {
    /// How often a request looks again when somebody else moved what it read.
    static let looks = 5

    /// Runs a use case, anew where somebody else was faster, and sees that a refusal is in the audit before it is told.
    func answering<Answer: Sendable>(
        _ attempt: Attempt,
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        do {
            for _ in 0..<TokenActivations.looks {
                do {
                    return try await body()
                } catch Setback.moved {
                    continue
                }
            }
            throw Setback.refused(ActivationRefusal(.activationInProgress, retryAfterSeconds: 1), ownCard: nil)
        } catch let setback as Setback {
            throw try await told(setback, attempt)
        } catch let refusal as ActivationRefusal {
            throw try await told(.refused(refusal, ownCard: nil), attempt)
        } catch {
            throw ActivationFault(underlying: error)
        }
    }

    /// The refusal that the caller is told, once it is in the audit.
    private func told(_ setback: Setback, _ attempt: Attempt) async throws -> ActivationRefusal {
        switch setback {
        case .recorded(let refusal): return refusal
        case .moved: return ActivationRefusal(.activationInProgress, retryAfterSeconds: 1)
        case .refused(let refusal, let card):
            let own = card.map { ActivationAuditChain.card($0) }
            // A link that leads nowhere is nobody's: there is no chain to write it to.
            guard let chain = own ?? attempt.session.map({ .holder($0.holder) }) else { return refusal }
            do {
                try await note(attempt.fact(chain, refusal.code.rawValue, of: nil, at: world.now()))
            } catch {
                throw ActivationFault(underlying: error)
            }
            return refusal
        }
    }

    /// Puts something into the audit that changes nothing else.
    func note(_ fact: ActivationAuditFact) async throws {
        var change = ActivationChange()
        change.audit = [fact]
        _ = try await store.commit(change)
    }

    /// Stores it all.
    ///
    /// - Throws: ``Setback/moved`` where something is not as it was read.
    func commit(_ change: ActivationChange) async throws {
        guard try await store.commit(change) == .committed else { throw Setback.moved }
    }

    /// The network of that card or token.
    func provider(_ network: CardNetwork) throws -> any TokenServiceProvider {
        guard let provider = networks[network] else {
            throw Setback.refused(ActivationRefusal(.networkUnavailable), ownCard: nil)
        }
        return provider
    }

    /// A token as its network has it; `ownCard` where it is the caller's, for the audit.
    func token(
        _ reference: TokenReference,
        at network: CardNetwork,
        ownCard: String?
    ) async throws -> NetworkToken? {
        do {
            return try await provider(network).token(reference)
        } catch is TokenServiceFault {
            throw Setback.refused(ActivationRefusal(.networkUnavailable, retryAfterSeconds: 5), ownCard: ownCard)
        }
    }
}
