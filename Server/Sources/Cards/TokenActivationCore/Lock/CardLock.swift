import ChaveBase

/// Until when a card's activations are locked by refusals.
struct CardLock {
    let policy: ActivationPolicy

    /// From when on refusals can still matter.
    func horizon(at now: Timestamp) -> Timestamp {
        now.adding(seconds: -policy.lockSeconds).adding(seconds: -policy.refusalSeconds)
    }

    /// `nil` where they are not locked at `now`; `refusals` with the earliest first.
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
