import Testing

@testable import LoadGenerator

@Suite struct BucketLayoutTests {
    private let layout = BucketLayout(highest: LatencyHistogram.longest)

    /// The counters cover every value once: each begins where the one before ends.
    @Test func theCountersHaveNoGap() {
        #expect(BucketLayout.lowest(at: 0) == 0)
        for index in 1..<layout.count {
            #expect(BucketLayout.lowest(at: index) == BucketLayout.highest(at: index - 1) + 1)
        }
        #expect(BucketLayout.highest(at: layout.count - 1) >= LatencyHistogram.longest)
    }

    @Test func theEndsOfACounterFallIntoIt() {
        for index in 0..<layout.count {
            #expect(BucketLayout.index(of: BucketLayout.lowest(at: index)) == index)
            #expect(BucketLayout.index(of: BucketLayout.highest(at: index)) == index)
        }
    }

    /// Three significant digits, whatever the size.
    @Test func aCounterIsNarrowerThanAThousandthOfItsValues() {
        for index in 0..<layout.count {
            let lowest = BucketLayout.lowest(at: index)
            #expect((BucketLayout.highest(at: index) - lowest) * 1_000 <= lowest)
        }
    }

    @Test func smallValuesHaveCountersOfTheirOwn() {
        for value in Int64(0)..<2_048 { #expect(BucketLayout.index(of: value) == Int(value)) }
        #expect(BucketLayout.index(of: 2_048) == BucketLayout.index(of: 2_049))
    }
}
