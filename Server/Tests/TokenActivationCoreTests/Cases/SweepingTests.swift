import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// What is looked after each minute: in which order, and that one thing holds up no other.
@Suite struct SweepingTests {
    private static let second = "DNITHE000000000000000002"
    private let scene = ActivationScene()

    init() { scene.visa.put(ActivationScene.token(Self.second)) }

    /// The first in line cannot be stored; the next is finished, and whoever runs the server hears of the first.
    @Test func oneThatCannotBeFinishedHoldsUpNobody() async throws {
        scene.visa.approves(.away, .away, .does)
        _ = await scene.refusal { _ = try await scene.activate() }
        let payload = ActivationScene.payload(token: Self.second)
        _ = await scene.refusal { _ = try await scene.activate(payload, key: "key-2") }
        let first = try #require(try await scene.store.activations.first)
        scene.advance(seconds: 60)
        let engine = scene.engine(over: StubbornStore(store: scene.store, damaged: first.id))
        await #expect(throws: ActivationFault.self) { try await engine.finishWhatWasLeft() }
        #expect(try await scene.store.activations.map(\.state) == [first.state, .active])
        #expect(scene.notices.taken.count == 1)
        #expect(try await scene.engine.finishWhatWasLeft() == 1, "once it can be stored")
        #expect(try await scene.store.activations.map(\.state) == [.active, .active])
    }

    /// A network that takes its time holds up nobody's mail.
    @Test func noticesGoBeforeAnyNetworkIsAsked() async throws {
        let scene = scene
        scene.notices.fail(1)
        #expect(try await scene.activate().state == .active)
        scene.visa.approves(.away, .does)
        let payload = ActivationScene.payload(token: Self.second)
        _ = await scene.refusal { _ = try await scene.activate(payload, key: "key-2") }
        scene.advance(seconds: 60)
        scene.visa.beforeAnswering { #expect(scene.notices.taken.count == 1) }
        #expect(try await scene.engine.finishWhatWasLeft() == 2)
        #expect(scene.visa.approved.count == 3)
        #expect(scene.notices.taken.count == 2)
    }

    /// A storage that is gone altogether is a fault, not nothing to do.
    @Test func aStorageThatIsGoneIsAFault() async {
        scene.store.close()
        await #expect(throws: ActivationFault.self) { try await scene.engine.finishWhatWasLeft() }
    }
}
