import ChavePixModel

extension TokenActivations {
    /// How much one run takes on of each kind.
    static let sweepLimit = 100

    /// Brings to an end what broke off, sends notices that did not go, throws away what is over; how many things it did.
    ///
    /// To be called every minute, by one process or several: of two that find the same work one does it.
    public func finishWhatWasLeft() async throws -> Int {
        do {
            let now = world.deadlineNow()
            var count = 0
            for activation in try await store.dueActivations(at: now, limit: TokenActivations.sweepLimit)
            where try await finish(activation) {
                count += 1
            }
            for notice in try await store.dueNotices(at: now, limit: TokenActivations.sweepLimit)
            where await sendNotice(ofActivation: notice.activation) {
                count += 1
            }
            return count + (try await removeExpired(at: now))
        } catch {
            throw ActivationFault(underlying: error)
        }
    }

    /// Whether it is at its end now, by this run.
    private func finish(_ activation: Activation) async throws -> Bool {
        let action: ActivationAuditFact.Action = activation.state.isActivating ? .settle : .tell
        let attempt = Attempt(byServer: action)
        do {
            let taken = try await takeOver(activation, attempt, with: [])
            let (_, step) = try await settle(taken, attempt, from: .resumed)
            if case .wait = step { return false }
            return true
        } catch Setback.moved {
            return false
        }
    }

    private func removeExpired(at now: Timestamp) async throws -> Int {
        let ends = ActivationRetention(
            now: now,
            refusalsBefore: CardLock(policy: policy).horizon(at: now),
            activationsBefore: world.now().adding(seconds: -policy.activationSeconds)
        )
        return try await store.removeExpired(ends, limit: TokenActivations.sweepLimit)
    }
}
