public import ChaveBase

/// The recent results of an endpoint: nothing but failures for five days disables it, from ten failures on.
public struct EndpointHealth: Hashable, Sendable, Codable {
    /// The time of the first failure since the last success; `nil` while there is none.
    public var failingSince: Timestamp?
    public var failures: Int

    public static let good = EndpointHealth(failingSince: nil, failures: 0)

    public init(failingSince: Timestamp?, failures: Int) {
        self.failingSince = failingSince
        self.failures = failures
    }

    static let longestFailingSeconds: Int64 = 5 * 24 * 60 * 60
    /// The fewest failures that disable an endpoint.
    ///
    /// One event alone has ten attempts in three days. Fewer failures in five days show a quiet endpoint, not a dead
    /// one.
    static let fewestFailures = 10

    public func after(isSuccess: Bool, at now: Timestamp) -> EndpointHealth {
        if isSuccess { return .good }
        return EndpointHealth(failingSince: failingSince ?? now, failures: failures + 1)
    }

    public func isGivenUp(at now: Timestamp) -> Bool {
        guard let failingSince else { return false }
        return failures >= EndpointHealth.fewestFailures
            && now >= failingSince.adding(seconds: EndpointHealth.longestFailingSeconds)
    }
}
