import ChaveBase
import Testing

@testable import ChavePix

@Suite struct BootTimeTests {
    private func elapsed(_ booted: [Int64?], now: Int64 = 10_000_000) -> Int64? {
        let readings = Locked(booted)
        return BootTime.elapsedMilliseconds(
            bootedAt: { readings.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil } },
            now: { now }
        )
    }

    @Test func itIsTheTimeBetweenTheTwo() {
        #expect(elapsed([4_000_000]) == 6_000)
        #expect(elapsed([10_000_000]) == 0)
    }

    @Test func aClockThatIsSetBetweenTheReadingsIsReadAgain() {
        #expect(elapsed([1_000_000, 4_000_000, 4_000_000]) == 6_000)
    }

    @Test func aClockThatDoesNotComeToRestTellsNothing() {
        #expect(elapsed([1, 2, 3, 4, 5, 6]) == nil)
    }

    @Test(arguments: [[nil], [10_000_001], [Int64.min]] as [[Int64?]]) func whatCannotBeIsLeftOut(_ booted: [Int64?]) {
        #expect(elapsed(booted, now: booted == [Int64.min] ? 1 : 10_000_000) == nil)
    }
}
