/// The reason why the numbers of a run describe the generator more than the server.
public enum GeneratorFinding: Hashable, Sendable {
    /// Payments began too late; `microseconds` is the 99th percentile of the delay.
    case late(microseconds: Int64)
    /// The threads were busy for nearly all of the time.
    case busy(share: Double)
    /// Too few devices: `share` of all payments found no free device when they were due.
    case fewDevices(share: Double)

    /// The limits of the generator that a run reached, if any; a pure function.
    ///
    /// Late means a 99th percentile over 2 ms and over a tenth of the payments' own. Busy means more than nine tenths
    /// of a core a thread. Too few devices means that more than one payment of a hundred had to wait for one.
    public static func all(of result: LoadResult) -> [GeneratorFinding] {
        var findings: [GeneratorFinding] = []
        let late = result.tally.lateness.percentile(99)
        if late > 2_000, late > result.tally.payment.percentile(99) / 10 { findings.append(.late(microseconds: late)) }
        if result.busyShare > 0.9 { findings.append(.busy(share: result.busyShare)) }
        let waited = result.tally.due > 0 ? Double(result.tally.waitedForDevice) / Double(result.tally.due) : 0
        if waited > 0.01 { findings.append(.fewDevices(share: waited)) }
        return findings
    }

    /// A sentence for a reader of the numbers.
    public var text: String {
        switch self {
        case .late(let microseconds):
            """
            The generator began payments late (p99 \(Figures.milliseconds(microseconds)) after they were due): its own \
            delay is in these times. Give it a core of its own, more --threads, or a lower --rate.
            """
        case .busy(let share):
            """
            The generator's threads were busy for \(Figures.percent(share)) of the time: it may have been the limit, \
            not the server. Give it more --threads and cores.
            """
        case .fewDevices(let share):
            """
            No device was free for \(Figures.percent(share)) of the payments when they were due: either there were too \
            few (--devices), or the server is slower than the rate. The time that they waited is in these times.
            """
        }
    }
}
