import ChaveBase

extension Timestamp {
    /// Whole seconds until `later`, rounded up, at least 0.
    func secondsUp(to later: Timestamp) -> Int64 { roundedUp(to: later, by: 1_000_000) }

    /// Whole milliseconds until `later`, rounded up, at least 1, so that a caller that waits this long is not early.
    func millisecondsUp(to later: Timestamp) -> Int64 { max(1, roundedUp(to: later, by: 1_000)) }

    /// Rounds up without a sum that could overflow.
    private func roundedUp(to later: Timestamp, by unit: Int64) -> Int64 {
        let left = max(0, later.microseconds(since: self))
        return left / unit + (left % unit == 0 ? 0 : 1)
    }
}
