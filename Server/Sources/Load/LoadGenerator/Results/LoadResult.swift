/// What a run has measured.
public struct LoadResult: Hashable, Sendable {
    /// What was asked for.
    public var plan: LoadPlan
    /// What was counted.
    public var tally: Tally
    /// How long was measured, in seconds: less than was asked for when the run was ended before.
    public var seconds: Double
    /// Whether somebody ended it before its time.
    public var isInterrupted: Bool
    /// What the generator's process used of all cores while it measured, in seconds.
    public var processorSeconds: Double
    /// What became of the clients that only waited; `nil` where there were none.
    public var waiting: WaitingReport?

    /// A result of these parts.
    public init(
        plan: LoadPlan,
        tally: Tally,
        seconds: Double,
        isInterrupted: Bool = false,
        processorSeconds: Double,
        waiting: WaitingReport? = nil
    ) {
        self.plan = plan
        self.tally = tally
        self.seconds = seconds
        self.isInterrupted = isInterrupted
        self.processorSeconds = processorSeconds
        self.waiting = waiting
    }

    /// Payments that came to SUCCEEDED while it measured, a second.
    public var perSecond: Double {
        seconds > 0 ? Double(tally.seconds.reduce(0) { $0 + $1.succeeded }) / seconds : 0
    }

    /// How many of those that were due while it measured did not come to SUCCEEDED.
    public var failed: Int { tally.failures.values.reduce(0, +) }

    /// The share of its threads' time that the generator was busy, from 0; above 1 where other threads worked too.
    public var busyShare: Double { seconds > 0 ? processorSeconds / seconds / Double(plan.threads) : 0 }

    /// Whether all that were due came to SUCCEEDED, and all that waited were heard.
    public var isGood: Bool { tally.succeeded > 0 && tally.all.failed == 0 && (waiting?.isGood ?? true) }

    /// Reasons for failures, the most frequent first.
    public var failures: [(failure: PaymentFailure, count: Int)] {
        tally.failures.map { (failure: $0.key, count: $0.value) }.sorted { one, other in
            if one.count != other.count { return one.count > other.count }
            return one.failure.text < other.failure.text
        }
    }

    /// The kinds of times that are told, by name.
    public var kinds: [(name: String, histogram: LatencyHistogram)] {
        [
            ("create", tally.create), ("sign", tally.sign), ("authorize", tally.authorize),
            ("to SUCCEEDED", tally.payment),
        ]
    }
}

extension PaymentFailure {
    /// `authorize: token_not_valid (401)`.
    public var text: String { "\(stage.rawValue): \(code)\(status.map { " (\($0))" } ?? "")" }
}
