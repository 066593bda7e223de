/// The rules for retries of a call and for the pauses between them.
///
/// Setting a value outside of its range sets the nearest value inside. No policy can make the client overload a server,
/// wait for ever or trap.
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of retries after the first try, from 0 to 10.
    public var maximumRetries: Int {
        didSet { maximumRetries = RetryPolicy.counts.nearest(to: maximumRetries) }
    }
    /// The first pause in milliseconds, up to an hour; each later pause is twice as long.
    public var firstDelayMilliseconds: Int64 {
        didSet { firstDelayMilliseconds = RetryPolicy.pauses.nearest(to: firstDelayMilliseconds) }
    }
    /// The longest pause in milliseconds without a `Retry-After`; up to an hour.
    public var longestDelayMilliseconds: Int64 {
        didSet { longestDelayMilliseconds = RetryPolicy.pauses.nearest(to: longestDelayMilliseconds) }
    }
    /// The longest accepted `Retry-After` in milliseconds, up to an hour; a longer one counts as this value.
    public var longestRetryAfterMilliseconds: Int64 {
        didSet { longestRetryAfterMilliseconds = RetryPolicy.pauses.nearest(to: longestRetryAfterMilliseconds) }
    }

    /// Creates a policy; a value outside of its range becomes the nearest value inside.
    public init(
        maximumRetries: Int = 3,
        firstDelayMilliseconds: Int64 = 300,
        longestDelayMilliseconds: Int64 = 5_000,
        longestRetryAfterMilliseconds: Int64 = 30_000
    ) {
        self.maximumRetries = RetryPolicy.counts.nearest(to: maximumRetries)
        self.firstDelayMilliseconds = RetryPolicy.pauses.nearest(to: firstDelayMilliseconds)
        self.longestDelayMilliseconds = RetryPolicy.pauses.nearest(to: longestDelayMilliseconds)
        self.longestRetryAfterMilliseconds = RetryPolicy.pauses.nearest(to: longestRetryAfterMilliseconds)
    }

    /// Each call is sent once.
    public static let none = RetryPolicy(maximumRetries: 0)

    private static let counts = 0...10
    private static let pauses: ClosedRange<Int64> = 0...3_600_000

    /// 429, 502, 503 and 504: the server, or a proxy in front of it, says that it did not process the request.
    package func isWorthRepeating(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Connection errors and timeouts are worth a retry; a refused certificate stays refused.
    package func isWorthRepeating(_ error: TransportError) -> Bool {
        switch error.kind {
        case .notConnected, .timedOut: true
        case .cancelled, .tls, .responseTooLarge, .other: false
        }
    }

    /// The pause before retry number `retry`, counted from 1.
    ///
    /// The pause is a random part, from half to the whole, of a delay that doubles with each retry. Devices that failed
    /// together therefore do not retry together. A server's `Retry-After` is the minimum: up to half of the first delay
    /// is added, for the same reason. `jitter` is between 0 and 1.
    package func delayMilliseconds(retry: Int, retryAfterMilliseconds: Int64?, jitter: Double) -> Int64 {
        if let asked = retryAfterMilliseconds {
            return min(asked, longestRetryAfterMilliseconds) + Int64(Double(firstDelayMilliseconds) * jitter / 2)
        }
        let doubled = firstDelayMilliseconds << Int64(min(max(retry, 1), 17) - 1)
        let delay = Double(min(doubled, longestDelayMilliseconds))
        return Int64(delay / 2 + delay / 2 * jitter)
    }
}
