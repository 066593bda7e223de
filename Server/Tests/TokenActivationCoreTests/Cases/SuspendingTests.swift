import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// What is active at its network can be suspended, however far our own record of it has come.
@Suite struct SuspendingTests {
    private let scene = ActivationScene()

    private func suspend(_ id: String) async throws -> ActivationView {
        try await scene.engine.suspend(id, by: scene.session())
    }

    /// The network activated, its answer got lost, and whoever asked is gone.
    @Test func aTokenWhoseActivationIsStillOpenIsSuspendedAtOnce() async throws {
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let open = try #require(try await scene.store.activations.first)
        #expect(open.state.isActivating)
        #expect(try await suspend(open.id).tokenState == .suspended)
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .suspended)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(try await scene.store.activations.map(\.state) == [.refused(.tokenSuspended)])
        #expect(scene.visa.approved.count == 1, "it is not made active again")
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .suspended)
    }

    /// The sweep ends the activation, and its holder asks once more: they are told what is, and their card is not locked for it.
    @Test func onceMoreIsAnsweredAlikeAfterTheActivationHasEnded() async throws {
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        _ = await scene.refusal { _ = try await scene.activate() }
        let open = try #require(try await scene.store.activations.first)
        let first = try await suspend(open.id)
        #expect(first.state == .activating && first.tokenState == .suspended)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        let again = try await suspend(open.id)
        #expect(again.state == .refused && again.reason == .tokenSuspended && again.tokenState == .suspended)
        #expect(scene.visa.suspended.count == 1)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).isEmpty)
    }

    /// Between the network's word and the commit the sweep ends the activation: the first suspension is told that it was done.
    @Test func aSuspensionThatTheSweepOvertakesIsDoneAllTheSame() async throws {
        let scene = scene
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        _ = await scene.refusal { _ = try await scene.activate() }
        let open = try #require(try await scene.store.activations.first)
        scene.advance(seconds: 60)
        scene.visa.afterSuspending {
            scene.visa.afterSuspending(nil)
            let swept = try? await scene.engine.finishWhatWasLeft()
            #expect(swept == 1)
        }
        let view = try await suspend(open.id)
        #expect(view.tokenState == .suspended && view.reason == .tokenSuspended)
        #expect(scene.visa.suspended.count == 1)
    }

    /// Suspensions, the sweep and the same key at once, each round in an order of its own.
    @Test(.timeLimit(.minutes(5)), arguments: 1...10)
    func whoeverIsFasterTheTokenIsSuspendedAndNothingIsCounted(_ round: Int) async throws {
        let scene = scene
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        _ = await scene.refusal { _ = try await scene.activate() }
        let open = try #require(try await scene.store.activations.first)
        #expect(try await suspend(open.id).tokenState == .suspended)
        scene.advance(seconds: 60)
        await withTaskGroup(of: ActivationRefusal.Code?.self) { group in
            for number in 1...12 {
                group.addTask {
                    await scene.refusal {
                        switch (number + round) % 3 {
                        case 0: _ = try await scene.engine.suspend(open.id, by: scene.session())
                        case 1: _ = try await scene.engine.finishWhatWasLeft()
                        default: _ = try await scene.activate()
                        }
                    }?.code
                }
            }
            // Who lost too often against the others asks again; nobody is told anything that is not so.
            for await code in group {
                #expect(code == nil || code == .tokenSuspended || code == .activationInProgress)
            }
        }
        // One that was overtaken in the midst of its look leaves it to the next.
        scene.advance(seconds: 60)
        _ = try await scene.engine.finishWhatWasLeft()
        #expect(try await scene.store.activations.map(\.state) == [.refused(.tokenSuspended)])
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .suspended)
        #expect(try await suspend(open.id).tokenState == .suspended)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).isEmpty)
    }

    /// Whoever asked for a token that is suspended already may suspend it too, should it be active again.
    @Test func aTokenThatIsActiveAgainIsSuspendedOnTheDeviceThatTheNetworkHolds() async throws {
        scene.visa.change(ActivationScene.tokenID) { $0.state = .suspended }
        let refusal = await scene.refusal { _ = try await scene.activate() }
        #expect(refusal?.code == .tokenSuspended)
        let id = try #require(refusal?.activationID)
        #expect(try await suspend(id).tokenState == .suspended)
        scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        #expect(try await suspend(id).tokenState == .suspended)
        #expect(scene.visa.suspended.map(\.deviceID) == ["device-1"])
        #expect(scene.visa.suspended.map(\.deviceIndex) == [2])
    }

    /// While the network is asked: whoever asks it finds that the activation has moved, and reads what is true.
    @Test func aSuspensionInTheMidstOfAnActivationStands() async throws {
        let scene = scene
        scene.visa.approves(.unheard)
        scene.visa.beforeAnswering {
            scene.visa.beforeAnswering(nil)
            scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
            guard let id = try? await scene.store.activations.first?.id else { return }
            _ = try? await scene.engine.suspend(id, by: scene.session())
        }
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .activationInProgress)
        #expect(scene.visa.suspended.count == 1)
        scene.advance(seconds: 31)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .tokenSuspended)
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .suspended)
        #expect(scene.visa.approved.count == 1)
    }

    /// The holder had said no, or nothing came of the yes, and the token became active by another way.
    @Test(arguments: [true, false])
    func theNetworksWordDecides(_ isDeclined: Bool) async throws {
        if isDeclined {
            _ = try await scene.decline()
        } else {
            scene.visa.approves(.away)
            _ = await scene.refusal { _ = try await scene.activate() }
            scene.advance(seconds: 908)
            _ = try await scene.engine.finishWhatWasLeft()
        }
        let over = try #require(try await scene.store.activations.first)
        #expect(await scene.refusal { _ = try await suspend(over.id) }?.code == .tokenNotActive)
        scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        let cards = try await scene.engine.cards(of: scene.session())
        #expect(cards.first?.tokens.map(\.activationID) == [over.id])
        #expect(try await suspend(over.id).tokenState == .suspended)
    }

    /// The sweep may make it active a moment after: there is something left to do, also by an older activation's address.
    @Test func whatMayStillBecomeActiveIsNotCalledDone() async throws {
        scene.visa.approves(.away)
        _ = await scene.refusal { _ = try await scene.activate() }
        let first = try #require(try await scene.store.activations.first)
        let told = await scene.refusal { _ = try await suspend(first.id) }
        #expect(told == ActivationRefusal(.activationInProgress, retryAfterSeconds: 1, activationID: first.id))
        scene.advance(seconds: 908)
        _ = try await scene.engine.finishWhatWasLeft()
        #expect(await scene.refusal { _ = try await suspend(first.id) }?.code == .tokenNotActive)
        scene.visa.change(ActivationScene.tokenID) { $0.stepUpOpenedAt = scene.now }
        _ = await scene.refusal { _ = try await scene.activate(key: "key-2") }
        let second = try #require(try await scene.store.activations.last)
        #expect(second.id != first.id && second.state.isActivating)
        let again = await scene.refusal { _ = try await suspend(first.id) }
        #expect(again?.code == .activationInProgress && again?.activationID == second.id)
        #expect(scene.visa.suspended.isEmpty)
    }

    /// What was refused has never had this token.
    @Test func aRefusedRequestSuspendsNothing() async throws {
        let wrong = ActivationScene.payload().setting("deviceID", to: "another")
        let refusal = await scene.refusal { _ = try await scene.activate(wrong) }
        scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        let id = try #require(refusal?.activationID)
        #expect(await scene.refusal { _ = try await suspend(id) }?.code == .tokenNotActive)
        #expect(scene.visa.suspended.isEmpty)
    }

    /// What was asked is in the audit before anybody knows what came of it.
    @Test func thatTheNetworkIsAskedIsWrittenDownFirst() async throws {
        let view = try await scene.activate()
        scene.visa.suspends(.unheard)
        scene.visa.failReads(1, after: 1)
        let refusal = await scene.refusal { _ = try await suspend(view.id) }
        #expect(refusal?.code == .outcomeUnknown, "it was asked, and cannot be read: nobody knows")
        let facts = try await scene.entries().filter { $0.action == .suspend }
        #expect(facts.map(\.outcome) == ["asked", "outcome_unknown"])
        #expect(facts.first?.activation == view.id && facts.first?.actor == "holder/maria client/issuer-app")
    }

    /// Also where the token was suspended before the mail could go.
    @Test func aNoticeTellsWhenTheTokenBecameActive() async throws {
        scene.notices.fail(1)
        let view = try await scene.activate()
        let activated = scene.now
        scene.advance(seconds: 40)
        _ = try await suspend(view.id)
        scene.advance(seconds: 60)
        _ = try await scene.engine.finishWhatWasLeft()
        #expect(scene.notices.taken.map(\.activatedAt) == [activated])
    }
}
