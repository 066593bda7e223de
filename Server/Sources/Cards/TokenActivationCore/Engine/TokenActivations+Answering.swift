import ChaveBase

extension TokenActivations {
    /// The limit of tries for a request whose commits conflict with other requests.
    static let looks = 5

    /// Runs a use case, retries it after a conflict, and records a refusal in the audit before the caller gets it.
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

    /// The refusal for the caller, after the audit has recorded it.
    private func told(_ setback: Setback, _ attempt: Attempt) async throws -> ActivationRefusal {
        switch setback {
        case .recorded(let refusal): return refusal
        case .moved: return ActivationRefusal(.activationInProgress, retryAfterSeconds: 1)
        case .refused(let refusal, let card):
            let own = card.map { ActivationAuditChain.card($0) }
            // An invalid link belongs to no holder: there is no chain for its entry.
            guard let chain = own ?? attempt.session.map({ .holder($0.holder) }) else { return refusal }
            do {
                try await note(attempt.fact(chain, refusal.code.rawValue, of: nil, at: world.now()))
            } catch {
                throw ActivationFault(underlying: error)
            }
            return refusal
        }
    }

    /// Adds an entry to the audit, without any other change.
    func note(_ fact: ActivationAuditFact) async throws {
        var change = ActivationChange()
        change.audit = [fact]
        _ = try await store.commit(change)
    }

    /// Stores the whole change.
    ///
    /// - Throws: ``Setback/moved`` when a stored value differs from the one that was read.
    func commit(_ change: ActivationChange) async throws {
        guard try await store.commit(change) == .committed else { throw Setback.moved }
    }

    /// The token service of a network.
    func provider(_ network: CardNetwork) throws -> any TokenServiceProvider {
        guard let provider = networks[network] else {
            throw Setback.refused(ActivationRefusal(.networkUnavailable), ownCard: nil)
        }
        return provider
    }

    /// A token as its network reports it; `ownCard` is the caller's card, for the audit.
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

/// The reason why a step of a use case stopped.
enum Setback: Error {
    /// Refused, and not yet in the audit; the entry goes to the chain of `ownCard`, or else of the caller.
    case refused(ActivationRefusal, ownCard: String?)
    /// Refused, and already in the audit.
    case recorded(ActivationRefusal)
    /// Another request changed the data first: read again and decide anew.
    case moved
}
