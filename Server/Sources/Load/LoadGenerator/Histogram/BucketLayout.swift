/// The counter of each value: buckets that double, each cut into equal parts (log-linear, like HdrHistogram).
///
///     value          0 … 2,047    each has a counter of its own
///                2,048 … 4,095    two values share one
///                4,096 … 8,191    four values share one, and so on
///
/// A value and the highest value of its counter differ by less than a thousandth: three significant digits.
struct BucketLayout: Hashable, Sendable {
    /// Counters of one bucket; the first that holds 2 × 10³ parts is a power of two.
    private static let parts = 2_048
    /// The number of bits that select a part: 2^11 = 2,048.
    private static let partBits = 11
    /// Half of the parts: from the second bucket on, the lower half is the bucket before.
    private static let half = 1_024
    private static let halfBits = 10

    let highest: Int64
    /// The number of counters.
    let count: Int

    init(highest: Int64) {
        self.highest = max(highest, Int64(BucketLayout.parts))
        count = BucketLayout.index(of: self.highest) + 1
    }

    /// The counter of a value between 0 and `highest`.
    static func index(of value: Int64) -> Int {
        let bucket = self.bucket(of: value)
        let part = Int(value >> Int64(bucket))
        return ((bucket + 1) << halfBits) + part - half
    }

    /// The lowest value that a counter counts.
    static func lowest(at index: Int) -> Int64 {
        let (bucket, part) = place(of: index)
        return Int64(part) << Int64(bucket)
    }

    /// The highest value that a counter counts.
    static func highest(at index: Int) -> Int64 {
        let (bucket, part) = place(of: index)
        return (Int64(part + 1) << Int64(bucket)) - 1
    }

    private static func bucket(of value: Int64) -> Int {
        let bits = Int64.bitWidth - (value | Int64(parts - 1)).leadingZeroBitCount
        return bits - partBits
    }

    private static func place(of index: Int) -> (bucket: Int, part: Int) {
        let bucket = (index >> halfBits) - 1
        let part = (index & (half - 1)) + half
        return bucket < 0 ? (0, part - half) : (bucket, part)
    }
}
