import ChaveTesting
import ChaveTransport
import Testing

struct TestClockTests {
    @Test func aPauseEndsAtOnceAndTakesTheTimeAlong() async throws {
        let clock = TestClock()
        try await clock.clock.sleep(300_000)
        try await clock.clock.sleep(0)
        #expect(clock.elapsedMilliseconds == 300_000)
        #expect(clock.pauses == [300_000, 0])
        #expect(clock.clock.now() == TestClock.start + 300_000_000)
        #expect(clock.clock.uptimeMilliseconds() == 300_000)
    }

    @Test func aLimitEndsOnlyWhenTimeHasPassedIt() async throws {
        let clock = TestClock()
        let limit = Task { try await clock.clock.limit(5_000) }
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.elapsedMilliseconds == 0)
        while !limit.isCancelled, clock.elapsedMilliseconds < 10_000 { try await clock.clock.sleep(1_000) }
        try await limit.value
        #expect(!clock.pauses.contains(5_000))
    }

    @Test func byHandNothingEndsByItself() async throws {
        let clock = TestClock(.byHand)
        let pause = Task {
            try await clock.clock.sleep(1_000)
            return clock.elapsedMilliseconds
        }
        await clock.someoneToPause()
        clock.advance(milliseconds: -5)
        clock.advance(milliseconds: 999)
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.elapsedMilliseconds == 999)
        clock.advance(milliseconds: 501)
        #expect(try await pause.value == 1_500)
    }

    @Test func pausesUnderWayEndWhenTheClockIsLetGo() async throws {
        let clock = TestClock(.byHand)
        let pause = Task { try await clock.clock.sleep(7_000) }
        await clock.someoneToPause()
        clock.setMovement(.byPauses)
        try await pause.value
        #expect(clock.elapsedMilliseconds == 7_000)
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let clock = TestClock(.byHand)
        let pause = Task { try await clock.clock.sleep(7_000) }
        await clock.someoneToPause()
        pause.cancel()
        await #expect(throws: CancellationError.self) { try await pause.value }
        let early = Task {
            try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            try await clock.clock.sleep(7_000)
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
    }

    /// Each of them is cancelled before, while or after it sleeps.
    @Test func nobodyIsKeptWhoHasGone() async throws {
        let clock = TestClock(.byHand)
        let pauses = (0..<200).map { number in
            Task {
                if number % 3 == 0 { clock.advance(milliseconds: 1) }
                try await clock.clock.sleep(Int64(number % 2))
            }
        }
        for pause in pauses { pause.cancel() }
        for pause in pauses { _ = await pause.result }
        #expect(clock.sleeperCount == 0)
        let asleep = Task { try await clock.clock.sleep(1_000) }
        await clock.someoneToPause()
        #expect(clock.sleeperCount == 1)
        clock.advance(milliseconds: 1_000)
        try await asleep.value
        asleep.cancel()
        #expect(clock.sleeperCount == 0)
    }

    @Test func noNumberIsTooLarge() async throws {
        let clock = TestClock()
        try await clock.clock.sleep(.max)
        clock.advance(milliseconds: .max)
        try await clock.clock.sleep(.max)
        #expect(clock.clock.now() > TestClock.start)
    }

    @Test func aWrongDateIsTheDevicesOnly() async throws {
        let clock = TestClock()
        clock.moveDate(milliseconds: -86_400_000)
        #expect(clock.now == TestClock.start - 86_400_000_000 && clock.elapsedMilliseconds == 0)
        clock.moveDate(milliseconds: 86_400_000)
        #expect(clock.now == TestClock.start)
        clock.moveDate(milliseconds: .max)
        clock.moveDate(milliseconds: .max)
        #expect(clock.now > TestClock.start)
    }

    @Test func limitsEndAtOnceWhereATestWantsThemTo() async throws {
        let clock = TestClock()
        let limit = Task { try await clock.clock.limit(5_000) }
        for _ in 0..<100 { await Task.yield() }
        clock.setMovement(.byPausesAndLimits)
        try await limit.value
        try await clock.clock.limit(1_000)
        #expect(clock.elapsedMilliseconds == 6_000 && clock.pauses.isEmpty)
    }
}
