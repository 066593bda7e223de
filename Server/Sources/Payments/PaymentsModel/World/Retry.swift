public import ChaveBase

/// The time to repeat a call that had no certain outcome, by the clock of deadlines.
public struct Retry: Hashable, Sendable, Codable {
    public var attempts: Int
    public var nextAt: Timestamp?

    public static let none = Retry(attempts: 0, nextAt: nil)

    public init(attempts: Int, nextAt: Timestamp?) {
        self.attempts = attempts
        self.nextAt = nextAt
    }

    /// The longest time between two tries.
    package static let longestPauseSeconds: Int64 = 60

    /// Whether the next try is still in the future.
    ///
    /// A try that is farther ahead than the longest pause was scheduled before the clock was set back: it is due.
    package func waits(at now: Timestamp) -> Bool {
        guard let nextAt else { return false }
        return nextAt > now && nextAt <= now.adding(seconds: Retry.longestPauseSeconds)
    }

    /// The retry after one more failed try: 0.5 s, 1 s, 2 s … 60 s later.
    public func again(after now: Timestamp) -> Retry {
        let milliseconds = min(Retry.longestPauseSeconds * 1_000, 500 << Int64(min(attempts, 10)))
        return Retry(attempts: attempts + 1, nextAt: now.adding(milliseconds: milliseconds))
    }
}
