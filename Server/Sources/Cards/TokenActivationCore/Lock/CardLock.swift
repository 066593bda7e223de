import ChaveBase

/// The lock of a card's activations after refusals.
struct CardLock {
    let policy: ActivationPolicy

    /// The time from which on refusals can still count.
    func horizon(at now: Timestamp) -> Timestamp {
        now.adding(seconds: -policy.lockSeconds).adding(seconds: -policy.refusalSeconds)
    }

    /// The end of the lock; `nil` when there is none at `now`; `refusals` has the earliest first.
    func end(_ refusals: [Timestamp], at now: Timestamp) -> Timestamp? {
        let count = max(1, policy.refusalsThatLock)
        guard refusals.count >= count else { return nil }
        let window = policy.refusalSeconds.multipliedReportingOverflow(by: 1_000_000)
        let last: Timestamp? = zip(refusals, refusals.dropFirst(count - 1)).reduce(nil) { found, pair in
            let isWithin = window.overflow || pair.1.microseconds(since: pair.0) < window.partialValue
            return isWithin ? pair.1 : found
        }
        guard let end = last?.adding(seconds: policy.lockSeconds), now < end else { return nil }
        return end
    }
}
