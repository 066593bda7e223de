import ChaveBase
import ChavePixModel
import PaymentsModel
import Synchronization
import Testing

@testable import PaymentsCore

/// One run of work an object, and what a later round of it is told.
@Suite(.timeLimit(.minutes(1))) struct RunnersTests {
    private static let object = ObjectReference.enrollment(
        EnrollmentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0077)
    )

    /// A sweep's claim holds for the first round: whoever asked meanwhile may be another node's work coming back.
    @Test func onlyTheFirstRoundIsTheOneThatWasClaimed() async throws {
        let underWay = RunsUnderWay()
        let runners = Runners(counting: underWay)
        let rounds = Mutex<[Bool]>([])
        let others = Mutex(0)
        let (ended, end) = AsyncStream<Void>.makeStream()
        runners.start(Self.object) { isFirst in
            let count = rounds.withLock {
                $0.append(isFirst)
                return $0.count
            }
            guard count < 3 else { return end.finish() }
            // Asked for again twice while it runs: one more round.
            for _ in 1...2 { runners.start(Self.object) { _ in others.withLock { $0 += 1 } } }
        }
        for await _ in ended {}
        while underWay.here > 0 { await Task.yield() }
        #expect(runners.count == 0)
        #expect(rounds.withLock { $0 } == [true, false, false])
        #expect(others.withLock { $0 } == 0, "what runs goes on; nothing else is begun beside it")
        // When all is done, the next one is a first again.
        let (again, finish) = AsyncStream<Bool>.makeStream()
        runners.start(Self.object) { isFirst in
            finish.yield(isFirst)
            finish.finish()
        }
        var said: [Bool] = []
        for await isFirst in again { said.append(isFirst) }
        #expect(said == [true])
    }
}
