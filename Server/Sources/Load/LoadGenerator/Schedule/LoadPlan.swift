/// What a run does, and for how long.
public struct LoadPlan: Hashable, Sendable {
    /// How payments begin.
    public enum Pace: Hashable, Sendable {
        /// So many a second, by schedule, whatever becomes of them: an open loop.
        case rate(Double)
        /// So many devices, each with one payment after the other: a closed loop, as fast as the server goes.
        case flatOut(devices: Int)
    }

    /// How payments begin.
    public var pace: Pace
    /// How many devices are enrolled.
    public var devices: Int
    /// How many threads the generator has; each has its own devices and connections.
    public var threads: Int
    /// What is measured.
    public var span: LoadSpan
    /// How long payments under way may take when it is over, in seconds; what is left is counted as unfinished.
    public var drainSeconds: Double

    /// Less than one device or thread is one; there are no more threads than devices.
    public init(pace: Pace, devices: Int, threads: Int = 1, span: LoadSpan, drainSeconds: Double = 30) {
        self.pace = pace
        self.devices = max(devices, 1)
        self.threads = min(max(threads, 1), self.devices)
        self.span = span
        self.drainSeconds = drainSeconds
    }

    /// So many devices as a rate needs while a payment takes no longer than 200 milliseconds, from 20 to 2,000.
    public static func devices(forRate rate: Double) -> Int { Int(min(max(rate / 5, 20), 2_000)) }
}
