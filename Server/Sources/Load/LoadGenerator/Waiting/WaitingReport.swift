public import ChaveWire

/// The report of clients that only waited, in their own process.
public struct WaitingReport: Hashable, Sendable {
    /// The number of clients that wait now, each with a request that the server holds.
    public var held = 0
    /// The number of requests that they have sent.
    public var questions = 0
    /// The number of clients that stopped waiting although nothing had ended.
    public var lost = 0
    /// The times from the cancel of a client's enrollment to the moment its app heard of it.
    public var woken = WokenTimes()

    /// The times of the woken clients, in microseconds.
    public struct WokenTimes: Hashable, Sendable {
        /// The number of woken clients.
        public var count = 0
        /// The time within which half of them heard.
        public var p50: Int64 = 0
        /// The time within which 95 of a hundred heard.
        public var p95: Int64 = 0
        /// The time within which 99 of a hundred heard.
        public var p99: Int64 = 0
        /// The time within which all of them heard.
        public var maximum: Int64 = 0

        /// Makes times without any woken client.
        public init() {}

        /// Makes times from a histogram.
        public init(_ histogram: LatencyHistogram) {
            count = Int(histogram.count)
            p50 = histogram.percentile(50)
            p95 = histogram.percentile(95)
            p99 = histogram.percentile(99)
            maximum = histogram.maximum
        }
    }

    /// Makes a report without clients.
    public init() {}

    /// Whether no client was lost.
    public var isGood: Bool { lost == 0 }

    /// Counts the waiting clients as lost: their process is gone, and their end is unknown.
    public mutating func lose() {
        lost += held
        held = 0
    }
}

extension WaitingReport {
    /// The report as a line from one process to the other.
    public var json: JSONValue {
        [
            "held": JSONValue(held), "questions": JSONValue(questions), "lost": JSONValue(lost),
            "woken": JSONValue(woken.count), "p50_microseconds": JSONValue(woken.p50),
            "p95_microseconds": JSONValue(woken.p95), "p99_microseconds": JSONValue(woken.p99),
            "max_microseconds": JSONValue(woken.maximum),
        ]
    }

    /// Reads such a line; `nil` when it is no report.
    public init?(json: JSONValue) {
        func number(_ name: String) -> Int64? { json[name]?.number?.int64 }
        guard let held = number("held"), let questions = number("questions"), let lost = number("lost"),
            let count = number("woken")
        else { return nil }
        self.held = Int(held)
        self.questions = Int(questions)
        self.lost = Int(lost)
        woken.count = Int(count)
        woken.p50 = number("p50_microseconds") ?? 0
        woken.p95 = number("p95_microseconds") ?? 0
        woken.p99 = number("p99_microseconds") ?? 0
        woken.maximum = number("max_microseconds") ?? 0
    }
}
