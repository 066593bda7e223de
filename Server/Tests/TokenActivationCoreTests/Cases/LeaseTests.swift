import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// Who works on an activation, and what becomes of it when they vanish or come back.
@Suite struct LeaseTests {
    private let scene = ActivationScene()

    /// While the first waits for the network, others are told so, with its key or another.
    @Test func whatIsUnderWayIsLeftAlone() async throws {
        scene.visa.beforeAnswering {
            scene.visa.beforeAnswering(nil)
            for key in ["key-1", "key-2"] {
                let refusal = await scene.refusal { _ = try await scene.activate(key: key) }
                #expect(refusal?.code == .activationInProgress)
                #expect(refusal?.retryAfterSeconds == 1)
            }
            let refusal = await scene.refusal { _ = try await scene.decline() }
            #expect(refusal?.code == .activationInProgress)
            let swept = try? await scene.engine.finishWhatWasLeft()
            #expect(swept == 0)
        }
        #expect(try await scene.activate().state == .active)
        #expect(scene.visa.approved.count == 1)
    }

    /// The first is slow beyond its lease; the second reads the token, and what the first stores later is overtaken.
    @Test func whoeverIsTooSlowIsOvertaken() async throws {
        scene.visa.approves(.unheard, .does)
        scene.visa.beforeAnswering {
            scene.visa.beforeAnswering(nil)
            scene.advance(seconds: 30)
            let view = try? await scene.activate(key: "key-2")
            #expect(view == nil, "the script's first answer was for the second caller")
        }
        let view = try await scene.activate()
        #expect(view.state == .active)
        #expect(try await scene.store.activations.count == 1)
        #expect(scene.notices.taken.count == 1)
        #expect(Set(scene.visa.approved.map(\.operationID)).count == 1)
    }

    /// A process that died in the middle leaves its activation to the next who asks, or to the sweep.
    @Test(arguments: [true, false])
    func whatADeadProcessLeftIsFinished(_ isBySweep: Bool) async throws {
        scene.visa.approves(.away, .does)
        _ = await scene.refusal { _ = try await scene.activate() }
        var left = try #require(try await scene.store.activations.first)
        left.heldUntil = scene.now.adding(seconds: 30)
        left.wakeAt = left.heldUntil
        var change = ActivationChange()
        change.writes = [.replace(left, expected: left.version)]
        #expect(try await scene.store.commit(change) == .committed)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .activationInProgress)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        scene.advance(seconds: 30)
        if isBySweep {
            #expect(try await scene.engine.finishWhatWasLeft() == 1)
        }
        #expect(try await scene.activate().state == .active)
    }

    /// A lease that a clock wrote which was put back since holds nobody up.
    @Test func aLeaseFromTheFutureHoldsNobodyUp() async throws {
        scene.visa.approves(.away, .does)
        _ = await scene.refusal { _ = try await scene.activate() }
        var left = try #require(try await scene.store.activations.first)
        left.heldUntil = scene.now.adding(seconds: 3_600)
        var change = ActivationChange()
        change.writes = [.replace(left, expected: left.version)]
        #expect(try await scene.store.commit(change) == .committed)
        #expect(try await scene.activate().state == .active)
    }
}
