/// The counts of a run; each lane has its own, and they are added.
public struct Tally: Hashable, Sendable {
    /// The counts of one second of the measurement.
    public struct Second: Hashable, Sendable {
        /// The payments that reached SUCCEEDED in it.
        public var succeeded = 0
        /// The payments that ended otherwise in it.
        public var failed = 0
    }

    /// The counts of all payments that began or were due, including those of the warm-up and of the end.
    public struct All: Hashable, Sendable {
        public var succeeded = 0
        public var failed = 0
        public var requests = 0
    }

    private let span: LoadSpan
    /// The counts of the whole run.
    public private(set) var all = All()
    /// The number of payments that were due during the measurement.
    public private(set) var due = 0
    /// The number of due payments that reached SUCCEEDED.
    public private(set) var succeeded = 0
    /// The number of due payments that did not reach SUCCEEDED, by reason.
    public private(set) var failures: [PaymentFailure: Int] = [:]
    /// The number of due payments that found no free device.
    public private(set) var waitedForDevice = 0
    /// The time from the due moment of a payment to the answer of its create.
    public private(set) var create = LatencyHistogram()
    /// The time from that answer to the signed request: the device's own work.
    public private(set) var sign = LatencyHistogram()
    /// The time from the signed request to its answer.
    public private(set) var authorize = LatencyHistogram()
    /// The time from the due moment of a payment to SUCCEEDED, to the end of the device's wait, or to the end of the
    /// run.
    public private(set) var payment = LatencyHistogram()
    /// The generator's own delay in beginning payments.
    public private(set) var lateness = LatencyHistogram()
    /// The counts by second of the measurement.
    public private(set) var seconds: [Second] = []

    /// Makes an empty tally.
    public init(span: LoadSpan) { self.span = span }

    /// Records a payment that ended; in a run that was ended at `stoppedAt`, perhaps after the measurement.
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
        // Without the slowest payments the others would make the server look better than it was.
        if failure.isOutOfTime { payment.record((trace.ended - trace.due) / 1_000) }
    }

    /// Records the generator's delay for a payment that was due at `due`, in nanoseconds.
    public mutating func recordLateness(_ nanoseconds: Int64, of due: Int64) {
        if span.measures(due) { lateness.record(nanoseconds / 1_000) }
    }

    private mutating func note(end moment: Int64, isSuccess: Bool) {
        guard let second = span.second(of: moment) else { return }
        while seconds.count <= second { seconds.append(Second()) }
        if isSuccess { seconds[second].succeeded += 1 } else { seconds[second].failed += 1 }
    }

    /// Adds the counts of another lane.
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
