/// What is counted while a run goes on; each lane has one, and they are added.
public struct Tally: Hashable, Sendable {
    /// A second of measuring.
    public struct Second: Hashable, Sendable {
        /// Payments that came to SUCCEEDED in it.
        public var succeeded = 0
        /// Payments that ended otherwise in it.
        public var failed = 0
    }

    /// All payments that began or were due, those of the warm-up and of the end included.
    public struct All: Hashable, Sendable {
        public var succeeded = 0
        public var failed = 0
        public var requests = 0
    }

    private let span: LoadSpan
    /// All of the run.
    public private(set) var all = All()
    /// How many payments were due while it measured.
    public private(set) var due = 0
    /// Of these, how many came to SUCCEEDED.
    public private(set) var succeeded = 0
    /// Of these, how many did not, by reason.
    public private(set) var failures: [PaymentFailure: Int] = [:]
    /// Of these, how many found no device free when they were due.
    public private(set) var waitedForDevice = 0
    /// From the moment a payment was due to the answer of its create.
    public private(set) var create = LatencyHistogram()
    /// From that answer to the signed request: the device's own work.
    public private(set) var sign = LatencyHistogram()
    /// From the signed request to its answer.
    public private(set) var authorize = LatencyHistogram()
    /// From the moment a payment was due to SUCCEEDED, or to the end of its patience or of the run.
    public private(set) var payment = LatencyHistogram()
    /// How late the generator itself began payments.
    public private(set) var lateness = LatencyHistogram()
    /// By second of measuring.
    public private(set) var seconds: [Second] = []

    /// Nothing yet.
    public init(span: LoadSpan) { self.span = span }

    /// A payment has ended; in a run that was ended at `stoppedAt`, perhaps after measuring.
    public mutating func record(
        _ trace: PaymentTrace,
        waitedForDevice waited: Bool = false,
        stoppedAt: Int64? = nil
    ) {
        all.requests += trace.requests
        if trace.failure == nil { all.succeeded += 1 } else { all.failed += 1 }
        if trace.ended < stoppedAt ?? .max { note(end: trace.ended, isSuccess: trace.failure == nil) }
        guard span.measures(trace.due) else { return }
        due += 1
        if waited { waitedForDevice += 1 }
        if let created = trace.created {
            create.record((created - trace.due) / 1_000)
            if let signed = trace.signed { sign.record((signed - created) / 1_000) }
        }
        if let signed = trace.signed, let authorized = trace.authorized {
            authorize.record((authorized - signed) / 1_000)
        }
        guard let failure = trace.failure else {
            succeeded += 1
            return payment.record((trace.ended - trace.due) / 1_000)
        }
        failures[failure, default: 0] += 1
        // Left out, the slowest payments would make the others look better than the server was.
        if failure.isOutOfTime { payment.record((trace.ended - trace.due) / 1_000) }
    }

    /// The generator was so late to begin what was due then, in nanoseconds.
    public mutating func recordLateness(_ nanoseconds: Int64, of due: Int64) {
        if span.measures(due) { lateness.record(nanoseconds / 1_000) }
    }

    private mutating func note(end moment: Int64, isSuccess: Bool) {
        guard let second = span.second(of: moment) else { return }
        while seconds.count <= second { seconds.append(Second()) }
        if isSuccess { seconds[second].succeeded += 1 } else { seconds[second].failed += 1 }
    }

    /// Adds what another lane has counted.
    public mutating func add(_ other: Tally) {
        all.succeeded += other.all.succeeded
        all.failed += other.all.failed
        all.requests += other.all.requests
        due += other.due
        succeeded += other.succeeded
        failures.merge(other.failures, uniquingKeysWith: +)
        waitedForDevice += other.waitedForDevice
        create.add(other.create)
        sign.add(other.sign)
        authorize.add(other.authorize)
        payment.add(other.payment)
        lateness.add(other.lateness)
        while seconds.count < other.seconds.count { seconds.append(Second()) }
        for (index, second) in other.seconds.enumerated() {
            seconds[index].succeeded += second.succeeded
            seconds[index].failed += second.failed
        }
    }
}
