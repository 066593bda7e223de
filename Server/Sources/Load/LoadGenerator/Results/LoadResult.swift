/// The result of a run.
public struct LoadResult: Hashable, Sendable {
    /// The plan of the run.
    public var plan: LoadPlan
    /// The counts of the run.
    public var tally: Tally
    /// The measured time in seconds, which is shorter than planned when the run was ended early.
    public var seconds: Double
    /// Whether a user ended the run early.
    public var isInterrupted: Bool
    /// The processor time of the generator's process on all cores during the measurement, in seconds.
    public var processorSeconds: Double
    /// The report of the clients that only waited; `nil` when there were none.
    public var waiting: WaitingReport?

    /// Makes a result of its parts.
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

    /// The payments a second that reached SUCCEEDED during the measurement.
    public var perSecond: Double {
        seconds > 0 ? Double(tally.seconds.reduce(0) { $0 + $1.succeeded }) / seconds : 0
    }

    /// The number of payments that were due during the measurement and did not reach SUCCEEDED.
    public var failed: Int { tally.failures.values.reduce(0, +) }

    /// The share of its threads' time in which the generator was busy, from 0; above 1 when other threads worked too.
    public var busyShare: Double { seconds > 0 ? processorSeconds / seconds / Double(plan.threads) : 0 }

    /// Whether all due payments reached SUCCEEDED, and all waiting clients were woken.
    public var isGood: Bool { tally.succeeded > 0 && tally.all.failed == 0 && (waiting?.isGood ?? true) }

    /// The reasons of failures, the most frequent first.
    public var failures: [(failure: PaymentFailure, count: Int)] {
        tally.failures.map { (failure: $0.key, count: $0.value) }.sorted { one, other in
            if one.count != other.count { return one.count > other.count }
            return one.failure.text < other.failure.text
        }
    }

    /// The reported kinds of times, by name.
    public var kinds: [(name: String, histogram: LatencyHistogram)] {
        [
            ("create", tally.create), ("sign", tally.sign), ("authorize", tally.authorize),
            ("to SUCCEEDED", tally.payment),
        ]
    }
}

extension PaymentFailure {
    /// The failure as text, such as `authorize: token_not_valid (401)`.
    public var text: String { "\(stage.rawValue): \(code)\(status.map { " (\($0))" } ?? "")" }
}
