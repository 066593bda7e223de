import Testing

@testable import LoadGenerator

@Suite struct LoadSpanTests {
    private let span = LoadSpan(warmUpSeconds: 2, seconds: 3)

    @Test func whatIsDueAfterTheWarmUpAndBeforeTheEndCounts() {
        #expect(!span.measures(1_999_999_999))
        #expect(span.measures(2_000_000_000))
        #expect(span.measures(4_999_999_999))
        #expect(!span.measures(5_000_000_000))
    }

    @Test func secondsAreThoseOfMeasuring() {
        #expect(span.second(of: 0) == nil)
        #expect(span.second(of: 2_000_000_000) == 0)
        #expect(span.second(of: 4_000_000_001) == 2)
        #expect(span.second(of: 5_000_000_000) == nil)
    }

    @Test func aRunThatEndsBeforeHasMeasuredLess() {
        #expect(span.measuredSeconds(endedAt: 1_000_000_000) == 0)
        #expect(span.measuredSeconds(endedAt: 3_500_000_000) == 1.5)
        #expect(span.measuredSeconds(endedAt: 9_000_000_000) == 3)
    }

    @Test func impossibleSpansAreNearOnes() {
        #expect(LoadSpan(warmUpSeconds: -1, seconds: .infinity).warmUp == 0)
        #expect(LoadSpan(warmUpSeconds: .infinity, seconds: .infinity).end > 0)
    }
}
