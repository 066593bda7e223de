/// When a call is repeated, and after what pause.
///
/// A value out of its range becomes the nearest one in it, when it is set: no policy can make the client hammer a server,
/// wait for ever or trap.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a call is repeated after its first try, from 0 to 10.
    public var maximumRetries: Int {
        didSet { maximumRetries = RetryPolicy.counts.nearest(to: maximumRetries) }
    }
    /// The first pause, up to an hour; each later one is twice as long.
    public var firstDelayMilliseconds: Int64 {
        didSet { firstDelayMilliseconds = RetryPolicy.pauses.nearest(to: firstDelayMilliseconds) }
    }
    /// No pause of our own is longer; up to an hour.
    public var longestDelayMilliseconds: Int64 {
        didSet { longestDelayMilliseconds = RetryPolicy.pauses.nearest(to: longestDelayMilliseconds) }
    }
    /// A server that asks for more patience than this gets this much; up to an hour.
    public var longestRetryAfterMilliseconds: Int64 {
        didSet { longestRetryAfterMilliseconds = RetryPolicy.pauses.nearest(to: longestRetryAfterMilliseconds) }
    }

    /// Values beyond the limits become the nearest allowed.
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

    /// 429, 502, 503 and 504: the server says that it has not dealt with the request, or something before it does.
    package func isWorthRepeating(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Connection errors and time-outs; a refused certificate stays refused.
    package func isWorthRepeating(_ error: TransportError) -> Bool {
        switch error.kind {
        case .notConnected, .timedOut: true
        case .cancelled, .tls, .responseTooLarge, .other: false
        }
    }

    /// The pause before retry number `retry`, counted from 1.
    ///
    /// Between half and all of a doubling delay, so that devices which failed together do not come back together. A
    /// server's `Retry-After` is a least pause: up to half a first delay is added, for the same reason. `jitter` lies
    /// between 0 and 1.
    package func delayMilliseconds(retry: Int, retryAfterMilliseconds: Int64?, jitter: Double) -> Int64 {
        if let asked = retryAfterMilliseconds {
            return min(asked, longestRetryAfterMilliseconds) + Int64(Double(firstDelayMilliseconds) * jitter / 2)
        }
        let doubled = firstDelayMilliseconds << Int64(min(max(retry, 1), 17) - 1)
        let delay = Double(min(doubled, longestDelayMilliseconds))
        return Int64(delay / 2 + delay / 2 * jitter)
    }
}
