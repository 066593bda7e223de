import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

@testable import PaymentsCore
@testable import Waiting

/// Who waits for an object hears of its change, once, and costs nothing meanwhile.
struct ChangeBoardTests {
    private static func object(_ number: UInt64) -> ObjectReference {
        .paymentIntent(PaymentIntentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 + number))
    }

    /// What those who waited have to say.
    private final class Ended: Sendable {
        private let ends = Mutex<[(asked: Int64, got: Int64)]>([])

        func append(_ asked: Int64, at got: Int64) { ends.withLock { $0.append((asked, got)) } }

        var count: Int { ends.withLock(\.count) }
        var areAllInTime: Bool { ends.withLock { $0.allSatisfy { $0.got >= $0.asked } } }
    }

    /// Lets others go on until `isTrue`.
    private static func until(_ isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

    @Test func aChangeBetweenTicketAndWaitIsNotMissed() async {
        let clock = StandingWorld()
        let board = ChangeBoard<ObjectReference>(world: clock.world)
        let ticket = board.ticket(for: ChangeBoardTests.object(1))
        board.signal(ChangeBoardTests.object(1))
        await board.wait(ticket, milliseconds: 30_000)
        #expect(board.count == 0)
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.sleeps == 0, "no timer was needed")
    }

    @Test(arguments: [1, 1_000] as [UInt64])
    func aThousandWhoWaitAreAllWokenAndNobodyElse(_ objects: UInt64) async {
        let clock = StandingWorld()
        let board = ChangeBoard<ObjectReference>(world: clock.world)
        let ended = Ended()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<1_000 {
                let ticket = board.ticket(for: ChangeBoardTests.object(UInt64(index) % objects))
                group.addTask {
                    await board.wait(ticket, milliseconds: 30_000)
                    ended.append(0, at: 0)
                }
            }
            let bystander = board.ticket(for: ChangeBoardTests.object(objects))
            for number in 0..<objects { board.signal(ChangeBoardTests.object(number)) }
            await ChangeBoardTests.until { ended.count == 1_000 }
            #expect(board.count == 1)
            board.forget(bystander)
        }
        #expect(board.count == 0)
        // Time stood: nobody was woken by it.
        #expect(clock.world.uptimeMilliseconds() == 0)
    }

    @Test func tenThousandWaitsHaveOneSleeper() async {
        let clock = StandingWorld()
        let board = ChangeBoard<ObjectReference>(world: clock.world)
        let ended = Ended()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<10_000 {
                let ticket = board.ticket(for: ChangeBoardTests.object(UInt64(index)))
                group.addTask {
                    await board.wait(ticket, milliseconds: 30_000)
                    ended.append(0, at: 0)
                }
            }
            await ChangeBoardTests.until { board.count == 10_000 && clock.sleeping == 1 }
            #expect(clock.sleeps == 1)
            clock.advance(milliseconds: 29_000)
            #expect(ended.count == 0)
            clock.advance(milliseconds: 1_000 + WaitTimer.slotMilliseconds)
            await ChangeBoardTests.until { ended.count == 10_000 }
        }
        await ChangeBoardTests.until { clock.sleeping == 0 }
        #expect(board.count == 0)
    }

    @Test func eachWaitEndsAtItsOwnTimeAndNeverEarly() async {
        let clock = StandingWorld()
        let board = ChangeBoard<ObjectReference>(world: clock.world)
        var numbers = SeededNumbers(seed: 11)
        let ended = Ended()
        await withTaskGroup(of: Void.self) { group in
            let waits = (0..<300).map { _ in Int64(numbers.next() % 2_000) }
            for wait in waits {
                let ticket = board.ticket(for: ChangeBoardTests.object(1))
                group.addTask {
                    await board.wait(ticket, milliseconds: wait)
                    ended.append(wait, at: clock.world.uptimeMilliseconds())
                }
            }
            await ChangeBoardTests.until { board.count + ended.count == 300 }
            while ended.count < 300 {
                clock.advance(milliseconds: 1)
                for _ in 0..<20 { await Task.yield() }
            }
        }
        #expect(ended.areAllInTime)
        #expect(board.count == 0)
    }

    @Test func aStormOfCancellationsLeavesNoPlaceBehind() async {
        let clock = StandingWorld()
        let board = ChangeBoard<ObjectReference>(world: clock.world)
        let tasks = (0..<5_000).map { index in
            let ticket = board.ticket(for: ChangeBoardTests.object(UInt64(index % 7)))
            return Task { await board.wait(ticket, milliseconds: 30_000) }
        }
        for (index, task) in tasks.enumerated() {
            if index % 3 == 0 { board.signal(ChangeBoardTests.object(UInt64(index % 7))) }
            task.cancel()
        }
        for task in tasks { await task.value }
        #expect(board.count == 0)
        await ChangeBoardTests.until { clock.sleeping == 0 }
    }

    @Test func afterTheEndNobodyIsLeftWaiting() async {
        let board = ChangeBoard<ObjectReference>(world: StandingWorld().world)
        let tasks = (0..<100).map { index in
            let ticket = board.ticket(for: ChangeBoardTests.object(UInt64(index)))
            return Task { await board.wait(ticket, milliseconds: 30_000) }
        }
        board.end()
        for task in tasks { await task.value }
        #expect(board.isOver && board.count == 0)
    }
}
