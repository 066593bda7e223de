public import ChaveBase

/// The outcomes of the payments that were made in one span of time.
public struct OutcomeStep: Hashable, Sendable {
    public var start: Timestamp
    public var succeeded: Int
    public var failed: Int
    public var canceled: Int
    /// Payments that have not ended.
    public var open: Int

    public init(start: Timestamp, succeeded: Int = 0, failed: Int = 0, canceled: Int = 0, open: Int = 0) {
        self.start = start
        self.succeeded = succeeded
        self.failed = failed
        self.canceled = canceled
        self.open = open
    }
}

/// Percentiles of durations, in milliseconds.
public struct LatencyFigure: Hashable, Sendable {
    /// The name, such as `POST /payments/br/enrollments/`, or empty when there is only one figure.
    public var name: String
    public var count: Int
    public var p50: Double
    public var p95: Double
    public var p99: Double

    public init(name: String, count: Int, p50: Double, p95: Double, p99: Double) {
        self.name = name
        self.count = count
        self.p50 = p50
        self.p95 = p95
        self.p99 = p99
    }
}
