import ChaveBase

extension TokenActivations {
    /// How much one run takes on of each kind.
    static let sweepLimit = 100

    /// Sends notices that did not go, ends what broke off, throws away what is over; how many things it did.
    ///
    /// To be called every minute, by one process or several: of two that find the same work one does it. Notices come
    /// first, for a network that takes its time holds up nobody's mail; what fails holds up nothing behind it.
    ///
    /// - Throws: ``ActivationFault``, once all the rest is done, with the first that failed.
    public func finishWhatWasLeft() async throws -> Int {
        let now = world.deadlineNow()
        var sweep = Sweep()
        await sweep.finish(
            { try await store.dueNotices(at: now, limit: TokenActivations.sweepLimit) },
            by: { await sendNotice(ofActivation: $0.activation) }
        )
        await sweep.finish(
            { try await store.dueActivations(at: now, limit: TokenActivations.sweepLimit) },
            by: { try await finish($0) }
        )
        do {
            sweep.count += try await removeExpired(at: now)
        } catch {
            sweep.fault = sweep.fault ?? error
        }
        if let fault = sweep.fault { throw ActivationFault(underlying: fault) }
        return sweep.count
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

/// What a run has done, and the first thing that failed in it.
private struct Sweep {
    var count = 0
    var fault: (any Error)?

    /// One after the other, each for itself.
    mutating func finish<Item>(_ items: () async throws -> [Item], by act: (Item) async throws -> Bool) async {
        do {
            for item in try await items() {
                do {
                    if try await act(item) { count += 1 }
                } catch {
                    fault = fault ?? error
                }
            }
        } catch {
            fault = fault ?? error
        }
    }
}
