import ChaveBase
import Testing

@testable import PaymentsCore

/// Up to when a sweep looks for work, beside a clock that somebody sets.
@Suite struct SweepClockTests {
    private let clock = SweepClock()
    private let start = Timestamp(seconds: 1_800_000_000)

    /// One sweep that finds all there is; how many seconds ahead of `now` it looks.
    private func look(_ now: Timestamp, at uptimeSeconds: Int64) -> Int64 {
        let horizon = clock.horizon(at: now, uptime: uptimeSeconds * 1_000)
        clock.finished(at: now, uptime: uptimeSeconds * 1_000)
        return horizon.seconds - now.seconds
    }

    @Test func nothingIsLookedForAheadOfTime() {
        for second in 0..<100 as Range<Int64> { #expect(look(start.adding(seconds: second), at: second) == 0) }
        #expect(look(start.adding(seconds: 98), at: 100) == 0, "a second is a correction")
    }

    @Test func afterAJumpBackPlansOfTheOldTimeAreLookedForUntilNoRunCanMakeOne() {
        #expect(look(start, at: 0) == 0)
        let back = start.adding(seconds: -86_400)
        let ahead = (1...120 as ClosedRange<Int64>).map { look(back.adding(seconds: $0), at: $0) }
        #expect(ahead[0] == 86_400 - 1 + 90)
        let looks = ahead.indices.filter { ahead[$0] > 0 }
        #expect(looks == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(looks.allSatisfy { ahead[$0] == 86_400 - Int64($0) - 1 + 90 })
    }

    @Test func ofTwoJumpsTheFartherCounts() {
        #expect(look(start, at: 0) == 0)
        #expect(look(start.adding(seconds: -3_600), at: 1) == 3_600 + 90)
        #expect(look(start.adding(seconds: -7_200), at: 2) == 7_200 + 90)
        #expect(look(start.adding(seconds: -7_199), at: 3) == 0)
        #expect(look(start.adding(seconds: -7_190), at: 12) == 7_190 + 90)
    }

    @Test func aSweepThatDidNotFindAllLooksAsFarAgain() {
        #expect(look(start, at: 0) == 0)
        let back = start.adding(seconds: -3_600)
        let first = clock.horizon(at: back, uptime: 1_000)
        #expect(clock.horizon(at: back, uptime: 2_000) == first)
        #expect(look(back, at: 3) == 3_600 + 90)
        #expect(look(back, at: 4) == 0)
    }
}
