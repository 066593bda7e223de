public import ChaveWire

/// What became of clients that only waited, in a process of their own.
public struct WaitingReport: Hashable, Sendable {
    /// How many wait at the moment, each with a question that the server holds.
    public var held = 0
    /// How many questions they have asked.
    public var questions = 0
    /// How many have stopped waiting though nothing had ended.
    public var lost = 0
    /// From the cancel that ended what a client waited for to the moment its app was told.
    public var woken = WokenTimes()

    /// The times of those that were woken, in microseconds.
    public struct WokenTimes: Hashable, Sendable {
        /// How many were woken.
        public var count = 0
        /// Half of them were told within this time.
        public var p50: Int64 = 0
        /// 95 of a hundred were.
        public var p95: Int64 = 0
        /// 99 of a hundred were.
        public var p99: Int64 = 0
        /// All of them were.
        public var maximum: Int64 = 0

        /// Nobody yet.
        public init() {}

        /// Of what a histogram has counted.
        public init(_ histogram: LatencyHistogram) {
            count = Int(histogram.count)
            p50 = histogram.percentile(50)
            p95 = histogram.percentile(95)
            p99 = histogram.percentile(99)
            maximum = histogram.maximum
        }
    }

    /// Nobody yet.
    public init() {}

    /// Nobody was lost.
    public var isGood: Bool { lost == 0 }

    /// Counts those who wait as lost: their process is gone, and nobody heard of their end.
    public mutating func lose() {
        lost += held
        held = 0
    }
}

extension WaitingReport {
    /// As one process tells another, on a line.
    public var json: JSONValue {
        [
            "held": JSONValue(held), "questions": JSONValue(questions), "lost": JSONValue(lost),
            "woken": JSONValue(woken.count), "p50_microseconds": JSONValue(woken.p50),
            "p95_microseconds": JSONValue(woken.p95), "p99_microseconds": JSONValue(woken.p99),
            "max_microseconds": JSONValue(woken.maximum),
        ]
    }

    /// Reads such a line; `nil` where it is none.
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
