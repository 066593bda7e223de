import Testing

@testable import LoadGenerator

@Suite struct ArrivalScheduleTests {
    private func moments(_ schedule: ArrivalSchedule, before end: Int64) -> [Int64] {
        var moments: [Int64] = []
        while let due = schedule.due(moments.count, before: end) { moments.append(due) }
        return moments
    }

    @Test func paymentsAreDueAtEvenDistances() {
        let schedule = ArrivalSchedule(perSecond: 4)
        #expect(moments(schedule, before: 1_000_000_000) == [0, 250_000_000, 500_000_000, 750_000_000])
    }

    @Test func theEndIsNoPartOfTheSpan() {
        #expect(moments(ArrivalSchedule(perSecond: 2), before: 500_000_000) == [0])
        #expect(moments(ArrivalSchedule(perSecond: 2), before: 500_000_001) == [0, 500_000_000])
    }

    @Test func noErrorAddsUp() {
        let schedule = ArrivalSchedule(perSecond: 3)
        let aMillionSeconds: Int64 = 1_000_000_000_000_000
        #expect(schedule.due(3_000_000, before: .max) == aMillionSeconds)
        #expect(moments(ArrivalSchedule(perSecond: 333), before: 10_000_000_000).count == 3_330)
    }

    @Test(arguments: 1...5) func lanesShareOneSchedule(_ lanes: Int) {
        let end: Int64 = 3_000_000_000
        let together = (0..<lanes).flatMap { lane in
            moments(ArrivalSchedule(perSecond: 70, lane: lane, lanes: lanes), before: end)
        }
        #expect(together.sorted() == moments(ArrivalSchedule(perSecond: 70), before: end))
    }

    @Test(arguments: [0.0, -1.0, -Double.infinity]) func noRateHasNoArrivals(_ rate: Double) {
        #expect(ArrivalSchedule(perSecond: rate).due(0, before: .max) == nil)
    }

    @Test func numbersBeyondAllBoundsAreNotDue() {
        let schedule = ArrivalSchedule(perSecond: 0.01, lane: 0, lanes: 4)
        #expect(schedule.due(.max, before: .max) == nil)
        #expect(schedule.due(.max / 4, before: .max) == nil)
    }
}
