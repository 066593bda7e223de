import ChaveBase
import Hashing
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import Testing

/// A pass to a page is good once, in both databases, and is forgotten when it would have ended by itself.
@Suite struct SpentPassTests {
    private typealias Scene = OperatorScene

    private let pass = Digest(ofText: "a link")
    private let now = StorageSample.start

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aPassIsGoodOnceAndNoOtherIsTouched(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene async throws in
            let end = now.adding(seconds: 60)
            #expect(try await !scene.store.isSpent(pass))
            #expect(try await scene.store.spend(pass, until: end, at: now))
            #expect(try await !scene.store.spend(pass, until: end, at: now))
            #expect(try await scene.store.isSpent(pass))
            #expect(try await !scene.store.isSpent(Digest(ofText: "another")))
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func ofTwentyThatRaceForOnePassOneGetsIt(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene async throws in
            let (store, pass, now) = (scene.store, pass, now)
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await store.spend(pass, until: now.adding(seconds: 60), at: now) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        }
    }

    /// The table holds no more than what could still be shown.
    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aPassThatHasEndedIsForgottenByTheNextOne(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene async throws in
            let end = now.adding(seconds: 60)
            _ = try await scene.store.spend(pass, until: end, at: now)
            _ = try await scene.store.spend(
                Digest(ofText: "2"),
                until: end.adding(seconds: 9),
                at: end.adding(seconds: -1)
            )
            #expect(try await scene.store.isSpent(pass))
            _ = try await scene.store.spend(Digest(ofText: "3"), until: end.adding(seconds: 9), at: end)
            #expect(try await !scene.store.isSpent(pass))
            #expect(try await scene.store.isSpent(Digest(ofText: "2")))
        }
    }
}
