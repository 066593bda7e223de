import ChaveBase
import Synchronization
import Testing

@testable import PaymentsCore
@testable import Waiting

/// What another node changed wakes those who wait on this one.
struct ChangeFollowerTests {
    /// A database as its readers see it.
    private final class TestFeed: ChangeFeed {
        struct Fault: Error {}

        private struct State {
            var lines: [ToldChange<Int>] = []
            var questions = 0
            var forgotten: Int64 = 0
            var isDown = false
        }
        private let state = Mutex(State())

        var questions: Int { state.withLock(\.questions) }
        var forgotten: Int64 { state.withLock(\.forgotten) }

        func tell(_ object: Int?, under number: Int64) {
            state.withLock { $0.lines.append(ToldChange(number: number, object: object)) }
        }

        func forgetAll() { state.withLock { $0.lines = [] } }

        func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

        func reached() async throws -> Int64 {
            try state.withLock { state in
                state.questions += 1
                guard !state.isDown else { throw Fault() }
                return state.lines.map(\.number).max() ?? 0
            }
        }

        func changes(_ question: SequenceCursor.Question, limit: Int) async throws -> [ToldChange<Int>] {
            try state.withLock { state in
                state.questions += 1
                guard !state.isDown else { throw Fault() }
                let asked = state.lines.filter { line in
                    line.number > question.after || question.missing.contains(line.number)
                }
                return Array(asked.sorted { $0.number < $1.number }.prefix(limit))
            }
        }

        func forget(through number: Int64) async throws { state.withLock { $0.forgotten = number } }
    }

    private final class Scene: Sendable {
        let clock = StandingWorld()
        let feed = TestFeed()
        let board: ChangeBoard<Int>
        let faults = Mutex(0)

        init() { board = ChangeBoard(world: clock.world) }

        /// Runs `body` beside a follower, which has found its place.
        func following(_ body: () async -> Void) async {
            let follower = ChangeFollower(feed, waking: board, world: clock.world) { [self] _ in
                faults.withLock { $0 += 1 }
            }
            let task = Task { await follower.run() }
            await asleep()
            await body()
            task.cancel()
            await task.value
        }

        /// Until the follower sleeps.
        func asleep() async { while clock.sleeping == 0 { await Task.yield() } }

        /// Moves time on in steps of the follower's own.
        func pass(milliseconds: Int64) async {
            for _ in 0..<(milliseconds / 20) {
                clock.advance(milliseconds: 20)
                await asleep()
            }
        }

        /// A signal uses a ticket up: the board does not know it any more.
        var hasWaiters: Bool { board.count > 0 }
    }

    @Test func aChangeOfAnotherNodeWakesWhoWaitsForItAndNobodyElse() async {
        let scene = Scene()
        await scene.following {
            _ = scene.board.ticket(for: 7)
            let bystander = scene.board.ticket(for: 8)
            scene.feed.tell(7, under: 1)
            await scene.pass(milliseconds: 20)
            #expect(scene.board.count == 1)
            scene.board.forget(bystander)
            #expect(!scene.hasWaiters)
        }
    }

    @Test func whatShowsLateWakesToo() async {
        let scene = Scene()
        await scene.following {
            _ = scene.board.ticket(for: 7)
            scene.feed.tell(nil, under: 5)
            await scene.pass(milliseconds: 100)
            #expect(scene.hasWaiters)
            scene.feed.tell(7, under: 3)
            await scene.pass(milliseconds: 20)
            #expect(!scene.hasWaiters)
        }
    }

    @Test func whatWasOnItsWayWhenAReaderBeganWakesToo() async {
        let scene = Scene()
        scene.feed.tell(nil, under: 500)
        await scene.following {
            await scene.pass(milliseconds: 40)
            _ = scene.board.ticket(for: 7)
            scene.feed.tell(7, under: 499)
            await scene.pass(milliseconds: 1_000)
            #expect(!scene.hasWaiters)
        }
    }

    @Test func aChangeOfThisNodesOwnWakesNobodyAgain() async {
        let scene = Scene()
        await scene.following {
            _ = scene.board.ticket(for: 7)
            scene.feed.tell(nil, under: 1)
            await scene.pass(milliseconds: 1_000)
            #expect(scene.hasWaiters)
        }
    }

    @Test func nobodyWhoWaitsMeansOneQuestionASecond() async {
        let scene = Scene()
        await scene.following {
            let before = scene.feed.questions
            await scene.pass(milliseconds: 10_000)
            #expect((9...11).contains(scene.feed.questions - before))
            _ = scene.board.ticket(for: 7)
            scene.feed.tell(7, under: 1)
            await scene.pass(milliseconds: 40)
            #expect(!scene.hasWaiters, "The first who waits is not kept until the idle pause is over.")
        }
    }

    @Test func afterAFaultItGoesOnWhereItWas() async {
        let scene = Scene()
        await scene.following {
            _ = scene.board.ticket(for: 7)
            scene.feed.setDown(true)
            await scene.pass(milliseconds: 2_000)
            #expect(scene.faults.withLock { $0 } >= 3)
            #expect(scene.hasWaiters)
            scene.feed.tell(7, under: 1)
            scene.feed.setDown(false)
            await scene.pass(milliseconds: 600)
            #expect(!scene.hasWaiters)
        }
    }

    @Test func whoWasAwayTooLongWakesEverybody() async {
        let scene = Scene()
        await scene.following {
            _ = scene.board.ticket(for: [7, 8])
            scene.feed.tell(7, under: 1)
            scene.feed.setDown(true)
            await scene.pass(milliseconds: 31_000)
            scene.feed.forgetAll()
            scene.feed.setDown(false)
            await scene.pass(milliseconds: 600)
            #expect(!scene.hasWaiters)
        }
    }

    @Test func aLineIsForgottenAMinuteAfterItWasSeenAndNotBefore() async {
        let scene = Scene()
        await scene.following {
            scene.feed.tell(7, under: 1)
            await scene.pass(milliseconds: 11_000)
            scene.feed.tell(8, under: 2)
            await scene.pass(milliseconds: 48_000)
            #expect(scene.feed.forgotten == 0)
            await scene.pass(milliseconds: 12_000)
            #expect(scene.feed.forgotten == 1)
            await scene.pass(milliseconds: 12_000)
            #expect(scene.feed.forgotten == 2)
        }
    }
}
