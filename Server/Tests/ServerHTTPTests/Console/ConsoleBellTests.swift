import ChaveBase
import Console
import PaymentsCore
import Synchronization
import Testing

@testable import ServerHost

/// Who waits for a change hears of it, once, and costs nothing meanwhile.
struct ConsoleBellTests {
    private let clock = TestClock(now: TestClock.beginning, seed: 1)

    private func bell() -> ConsoleBell { ConsoleBell(world: clock.world) }

    /// Lets others go on until `isTrue`.
    private func until(_ isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

    @Test func aRingBetweenLookAndWaitIsNotLost() async {
        let bell = bell()
        let seen = bell.mark
        bell.ring()
        #expect(await bell.change(after: seen, withinMilliseconds: 60_000) == .changed)
        #expect(bell.mark != seen && bell.waitingCount == 0)
    }

    @Test func aRingWakesEverybodyWhoWaits() async {
        let bell = bell()
        let seen = bell.mark
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { await bell.change(after: seen, withinMilliseconds: 60_000) } }
            await until { bell.waitingCount == 100 }
            bell.ring()
        }
        #expect(bell.waitingCount == 0)
    }

    @Test func withoutARingAWaitEndsWithItsTimeAndNotBefore() async {
        let bell = bell()
        let isOver = Mutex(false)
        let wait = Task {
            await bell.change(after: bell.mark, withinMilliseconds: 5_000)
            isOver.withLock { $0 = true }
        }
        await until { bell.waitingCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        // Whoever is about to fall asleep reckons from then on, so time goes in small steps.
        for _ in 0..<49 {
            clock.advance(milliseconds: 100)
            await Task.yield()
        }
        #expect(!isOver.withLock { $0 })
        while !isOver.withLock({ $0 }) {
            clock.advance(milliseconds: 100)
            await Task.yield()
        }
        await wait.value
        #expect(bell.waitingCount == 0)
    }

    /// Every ring is seen by somebody who always waits for the next: the last mark arrives, whatever was between.
    @Test func ringsFromManyTasksAreNeverMissed() async {
        let bell = bell()
        let last = 8 * 2_000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var seen = 0
                    while seen < last {
                        await bell.change(after: seen, withinMilliseconds: 60_000)
                        let now = bell.mark
                        #expect(now > seen, "time stands, so only a ring ends a wait")
                        guard now > seen else { return }
                        seen = now
                    }
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<2_000 {
                        bell.ring()
                        if number % 100 == 0 { await Task.yield() }
                    }
                }
            }
        }
        #expect(bell.mark == last && bell.waitingCount == 0)
    }

    @Test func whoGoesAwayLeavesNothingBehind() async {
        let bell = bell()
        let tasks = (0..<500).map { number in
            Task { await bell.change(after: 0, withinMilliseconds: Int64(60_000 + number)) }
        }
        for (number, task) in tasks.enumerated() {
            if number % 50 == 0 { await Task.yield() }
            task.cancel()
        }
        for task in tasks { #expect(await task.value == .over) }
        #expect(bell.waitingCount == 0 && bell.mark == 0)
    }

    @Test func atTheEndNobodyWaitsAnyMore() async {
        let bell = bell()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await bell.change(after: 0, withinMilliseconds: 60_000) } }
            await until { bell.waitingCount == 10 }
            bell.end()
        }
        #expect(await bell.change(after: bell.mark, withinMilliseconds: 60_000) == .over)
        #expect(bell.waitingCount == 0 && bell.mark == 0)
        // Also where something is written still: nobody is to look again.
        bell.ring()
        #expect(await bell.change(after: 0, withinMilliseconds: 60_000) == .over)
    }
}
