/// When a run measures: after its warm-up, for its duration.
///
/// Pure: times are nanoseconds after the start.
public struct LoadSpan: Hashable, Sendable {
    /// How long nothing counts yet.
    public let warmUp: Int64
    /// From the start to the end of measuring.
    public let end: Int64

    /// In seconds; less than nothing is nothing.
    public init(warmUpSeconds: Double, seconds: Double) {
        warmUp = LoadSpan.nanoseconds(warmUpSeconds)
        end = warmUp + LoadSpan.nanoseconds(seconds)
    }

    /// Whether what was due then counts.
    public func measures(_ moment: Int64) -> Bool { moment >= warmUp && moment < end }

    /// The second of measuring in which a moment falls, from 0; `nil` outside.
    public func second(of moment: Int64) -> Int? {
        measures(moment) ? Int((moment - warmUp) / 1_000_000_000) : nil
    }

    /// How long was measured when the run ends at `moment`, in seconds.
    public func measuredSeconds(endedAt moment: Int64) -> Double {
        Double(max(0, min(moment, end) - warmUp)) / 1e9
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        // A month is more than any run; it keeps the sum of two in range.
        Int64(min(max(seconds, 0), 2_678_400) * 1e9)
    }
}
