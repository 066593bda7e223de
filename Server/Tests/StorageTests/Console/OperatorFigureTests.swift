import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import Testing

/// What the operator's charts count.
@Suite struct OperatorFigureTests {
    private typealias Scene = OperatorScene
    private let start = StorageSample.start
    private let minute: Int64 = 60_000_000

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func eachPaymentCountsInTheStepItWasMadeIn(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            // One a minute, from the start on.
            try await scene.pay(
                Scene.first,
                .succeeded(at: start),
                .ended(PaymentIntentEnd(.failed, .other)),
                .lapsing,
                .succeeded(at: start)
            )
            try await scene.pay(
                Scene.second,
                .settling(since: start),
                .ended(PaymentIntentEnd(.canceled, .canceled)),
                .created(deadline: start)
            )
            let each = try await scene.store.outcomes(from: start, stepMicroseconds: minute, count: 5)
            #expect(each.map(\.start) == (0..<5).map { start.adding(seconds: $0 * 60) })
            #expect(each.map(\.succeeded) == [1, 0, 0, 1, 0])
            #expect(each.map(\.failed) == [0, 1, 0, 0, 0])
            #expect(each.map(\.canceled) == [0, 1, 0, 0, 0])
            #expect(each.map(\.open) == [1, 0, 2, 0, 0])
            let two = try await scene.store.outcomes(from: start, stepMicroseconds: 2 * minute, count: 2)
            #expect(two.map(\.succeeded) == [1, 1] && two.map(\.open) == [1, 2])
            let later = try await scene.store.outcomes(
                from: start.adding(milliseconds: 1),
                stepMicroseconds: minute,
                count: 1
            )
            #expect(later.map(\.succeeded) == [0] && later.map(\.failed) == [1], "a step has its start and not its end")
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func noStepsAreNoRows(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene async throws in
            for (step, count) in [(0, 1), (1, 0), (-1, 1), (1, -1)] as [(Int64, Int)] {
                #expect(try await scene.store.outcomes(from: start, stepMicroseconds: step, count: count).isEmpty)
            }
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aSettlementLastsFromApprovalToEnd(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            // Approved after 1 s and ended after 3; after 2 and 7; ended without; approved and open; cancelled.
            for (payment, approved, ended, status) in [
                (1, 1_000, 3_000, "succeeded"), (2, 2_000, 7_000, "failed"), (3, nil, 8_000, "failed"),
                (4, 500, nil, ""), (5, nil, 9_000, "canceled"),
            ] as [(UInt64, Int64?, Int64?, String)] {
                let sample = payment % 2 == 0 ? Scene.second : Scene.first
                if let approved { try await scene.tell(sample, payment, "processing", afterMilliseconds: approved) }
                if let ended { try await scene.tell(sample, payment, status, afterMilliseconds: ended) }
            }
            let all = try await scene.store.settlementTimes(endedSince: start, limit: 100)
            #expect(all.sorted() == [2_000_000, 5_000_000])
            let later = try await scene.store.settlementTimes(endedSince: start.adding(seconds: 7), limit: 100)
            #expect(later == [5_000_000], "what ended at that moment counts, whenever it was approved")
            #expect(try await scene.store.settlementTimes(endedSince: start.adding(seconds: 8), limit: 9).isEmpty)
            // The newest that ended was never approved, so of the newest two one has a time.
            #expect(try await scene.store.settlementTimes(endedSince: start, limit: 2) == [5_000_000])
        }
    }
}
