/// The plan of a run.
public struct LoadPlan: Hashable, Sendable {
    /// The pace at which payments begin.
    public enum Pace: Hashable, Sendable {
        /// A number of payments a second by schedule, whatever their outcome: an open loop.
        case rate(Double)
        /// A number of devices, each with one payment after the other: a closed loop, as fast as the server goes.
        case flatOut(devices: Int)
    }

    /// The pace at which payments begin.
    public var pace: Pace
    /// The number of enrolled devices.
    public var devices: Int
    /// The number of the generator's threads; each has its own devices and connections.
    public var threads: Int
    /// The span of the measurement.
    public var span: LoadSpan
    /// The time that open payments have after the run, in seconds; later ones count as unfinished.
    public var drainSeconds: Double

    /// Makes a plan with at least one device and one thread, and with no more threads than devices.
    public init(pace: Pace, devices: Int, threads: Int = 1, span: LoadSpan, drainSeconds: Double = 30) {
        self.pace = pace
        self.devices = max(devices, 1)
        self.threads = min(max(threads, 1), self.devices)
        self.span = span
        self.drainSeconds = drainSeconds
    }

    /// The number of devices for a rate, if a payment takes no longer than 200 milliseconds; from 20 to 2,000.
    public static func devices(forRate rate: Double) -> Int { Int(min(max(rate / 5, 20), 2_000)) }
}
