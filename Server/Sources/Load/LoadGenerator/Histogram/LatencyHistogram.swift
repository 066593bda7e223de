/// Counts times in buckets of three significant digits, in memory that does not grow with the counts.
///
/// The structure is the well-known HdrHistogram (`BucketLayout`). Times are in microseconds, from 0 to an hour; a time
/// outside counts as the nearest limit. Two histograms are added by adding their counters, so each thread can have its
/// own.
public struct LatencyHistogram: Hashable, Sendable {
    /// The greatest time: an hour, in microseconds.
    public static let longest: Int64 = 3_600_000_000
    private static let layout = BucketLayout(highest: longest)

    private var counts = [Int64](repeating: 0, count: LatencyHistogram.layout.count)
    /// The number of recorded times.
    public private(set) var count: Int64 = 0
    private var sum = 0.0
    private var shortest = Int64.max
    private var greatest: Int64 = 0

    /// Makes an empty histogram.
    public init() {}

    /// Counts a time once.
    public mutating func record(_ microseconds: Int64) { record(microseconds, times: 1) }

    private mutating func record(_ microseconds: Int64, times: Int64) {
        let value = min(max(microseconds, 0), LatencyHistogram.longest)
        counts[BucketLayout.index(of: value)] += times
        count += times
        sum += Double(value) * Double(times)
        shortest = min(shortest, value)
        greatest = max(greatest, value)
    }

    /// Counts a time, and the times that a periodic caller would have seen during it.
    ///
    /// Such a caller asks every `interval`, and was blocked meanwhile. This is HdrHistogram's correction of coordinated
    /// omission. It is for times that were taken one after the other; times from a schedule need none.
    public mutating func record(_ microseconds: Int64, askedEvery interval: Int64) {
        record(microseconds)
        guard interval > 0 else { return }
        var missing = microseconds - interval
        while missing >= interval {
            record(missing)
            missing -= interval
        }
    }

    /// Adds the counts of another histogram.
    public mutating func add(_ other: LatencyHistogram) {
        guard other.count > 0 else { return }
        for index in counts.indices where other.counts[index] > 0 { counts[index] += other.counts[index] }
        count += other.count
        sum += other.sum
        shortest = min(shortest, other.shortest)
        greatest = max(greatest, other.greatest)
    }

    /// The shortest time, exactly; 0 when there is none.
    public var minimum: Int64 { count == 0 ? 0 : shortest }
    /// The longest time, exactly; 0 when there is none.
    public var maximum: Int64 { greatest }
    /// The mean of the times, exactly; 0 when there is none.
    public var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// The time within which `percent` of all times lie, to three significant digits; 0 when there is none.
    ///
    /// `percent` is 0 to 100: 50 is the median, and 100 the longest time.
    public func percentile(_ percent: Double) -> Int64 {
        guard count > 0 else { return 0 }
        let share = min(max(percent, 0), 100) / 100
        // A division may round to slightly less than a whole number, which then counts as that number.
        let wanted = max(1, Int64((share * Double(count) - 1e-9).rounded(.up)))
        var seen: Int64 = 0
        for index in counts.indices {
            seen += counts[index]
            if seen >= wanted { return min(BucketLayout.highest(at: index), greatest) }
        }
        return greatest
    }

    /// The number of longer times, to the precision of the buckets.
    public func count(above microseconds: Int64) -> Int64 {
        let limit = min(max(microseconds, 0), LatencyHistogram.longest)
        return counts[(BucketLayout.index(of: limit) + 1)...].reduce(0, +)
    }
}
