/// Why the numbers of a run say more of the generator than of the server.
public enum GeneratorFinding: Hashable, Sendable {
    /// Payments began too late after they were due: the ninety-ninth percentile, in microseconds.
    case late(microseconds: Int64)
    /// Its threads were busy for nearly all of the time.
    case busy(share: Double)
    /// For so many of all payments no device was free when they were due.
    case fewDevices(share: Double)

    /// What limited a run, if anything; pure.
    ///
    /// Late is a 99th percentile over 2 ms and over a tenth of the payments' own; busy is more than nine tenths of a core a
    /// thread; too few devices is more than one payment of a hundred that had to wait for one.
    public static func all(of result: LoadResult) -> [GeneratorFinding] {
        var findings: [GeneratorFinding] = []
        let late = result.tally.lateness.percentile(99)
        if late > 2_000, late > result.tally.payment.percentile(99) / 10 { findings.append(.late(microseconds: late)) }
        if result.busyShare > 0.9 { findings.append(.busy(share: result.busyShare)) }
        let waited = result.tally.due > 0 ? Double(result.tally.waitedForDevice) / Double(result.tally.due) : 0
        if waited > 0.01 { findings.append(.fewDevices(share: waited)) }
        return findings
    }

    /// A sentence for whoever reads the numbers.
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
