public import ChavePixModel

/// When a call that brought no certain answer is made again.
public struct Retry: Hashable, Sendable, Codable {
    public var attempts: Int
    public var nextAt: Timestamp?

    public static let none = Retry(attempts: 0, nextAt: nil)

    public init(attempts: Int, nextAt: Timestamp?) {
        self.attempts = attempts
        self.nextAt = nextAt
    }

    /// One more failed try: 0.5 s, 1 s, 2 s … 60 s later.
    public func again(after now: Timestamp) -> Retry {
        let milliseconds = min(60_000, 500 << min(attempts, 10))
        return Retry(attempts: attempts + 1, nextAt: now.adding(milliseconds: Int64(milliseconds)))
    }
}
