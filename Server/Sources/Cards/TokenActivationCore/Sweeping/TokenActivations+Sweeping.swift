import ChaveBase

extension TokenActivations {
    /// The limit of items of each kind in one run.
    static let sweepLimit = 100

    /// Sends waiting notices, finishes interrupted activations and removes expired rows; returns the number of items
    /// done.
    ///
    /// Call it every minute, from one process or several: only one of two processes does the same item. Notices come
    /// first, so that a slow network does not delay mail; a failed item does not block the items after it.
    ///
    /// - Throws: ``ActivationFault`` with the first failure, after all other items are done.
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

    /// Whether this run brought the activation to its end.
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

/// The number of items that a run has done, and its first failure.
private struct Sweep {
    var count = 0
    var fault: (any Error)?

    /// Handles the items one after the other; a failed item does not stop the next.
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
