/// The span in which a run measures: after its warm-up, for its duration.
///
/// The span is pure: times are nanoseconds after the start.
public struct LoadSpan: Hashable, Sendable {
    /// The length of the warm-up, which does not count.
    public let warmUp: Int64
    /// The time from the start to the end of the measurement.
    public let end: Int64

    /// Makes a span from times in seconds; a negative time counts as zero.
    public init(warmUpSeconds: Double, seconds: Double) {
        warmUp = LoadSpan.nanoseconds(warmUpSeconds)
        end = warmUp + LoadSpan.nanoseconds(seconds)
    }

    /// Whether a payment that was due at `moment` counts.
    public func measures(_ moment: Int64) -> Bool { moment >= warmUp && moment < end }

    /// The second of the measurement that contains `moment`, from 0; `nil` outside.
    public func second(of moment: Int64) -> Int? {
        measures(moment) ? Int((moment - warmUp) / 1_000_000_000) : nil
    }

    /// The measured time of a run that ends at `moment`, in seconds.
    public func measuredSeconds(endedAt moment: Int64) -> Double {
        Double(max(0, min(moment, end) - warmUp)) / 1e9
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        // A month is longer than any run; the limit keeps the sum of two in range.
        Int64(min(max(seconds, 0), 2_678_400) * 1e9)
    }
}
