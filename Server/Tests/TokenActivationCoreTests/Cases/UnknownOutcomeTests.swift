import ChavePixModel
import ServerTestSupport
import Testing
import TokenActivationCore

/// A network that does not say what it did: the token is read, never guessed.
@Suite struct UnknownOutcomeTests {
    private let scene = ActivationScene()

    @Test func anAnswerThatGotLostIsFoundInTheToken() async throws {
        scene.visa.approves(.doesUnheard)
        #expect(try await scene.activate().state == .active)
        #expect(scene.visa.approved.count == 1)
        #expect(scene.notices.taken.count == 1)
    }

    @Test func whatDidNotArriveIsAskedAgainOnceWithTheSameOperation() async throws {
        scene.visa.approves(.unheard, .does)
        let view = try await scene.activate()
        #expect(view.state == .active)
        #expect(scene.visa.approved.map(\.operationID) == [view.id, view.id])
    }

    @Test func anUnreadableAnswerIsReadFromTheTokenToo() async throws {
        scene.visa.approves(.unreadable, .does)
        #expect(try await scene.activate().state == .active)
        #expect(scene.visa.approved.count == 2)
    }

    @Test func whoIsUnheardTwiceIsNotAskedAThirdTime() async throws {
        scene.visa.approves(.unheard)
        let refusal = await scene.refusal { _ = try await scene.activate() }
        #expect(refusal?.code == .outcomeUnknown)
        #expect(refusal?.retryAfterSeconds == 5)
        #expect(refusal?.activationID == scene.store.activations.first?.id)
        #expect(scene.visa.approved.count == 2)
        #expect(scene.store.activations.first?.state.isActivating == true)
    }

    /// The token cannot be read either: the same key finds the truth as soon as it can.
    @Test func theSameKeyFindsTheTruthLater() async throws {
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(scene.notices.tried == 0)
        let view = try await scene.activate()
        #expect(view.state == .active)
        #expect(scene.visa.approved.count == 1)
        #expect(scene.notices.taken.count == 1)
        #expect(try await scene.activate() == view)
    }

    /// They were there when the key was first used; of any other request that is asked as before.
    @Test func whoAsksAgainWhatCameOfItNeedNotBeThereAgain() async throws {
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let payload = ActivationScene.payload()
        let key = try ActivationScene.key()
        let others: [(IdempotencyKey, HolderSession, ActivationRefusal.Code)] = [
            (try ActivationScene.key("key-2"), scene.session(secondsAgo: 300), .insufficientUserAuthentication),
            (
                try ActivationScene.key(body: "other"), scene.session(secondsAgo: 300),
                .insufficientUserAuthentication
            ),
            (key, scene.session(ActivationScene.joao, secondsAgo: 300), .insufficientUserAuthentication),
            (key, scene.session(client: "other", secondsAgo: 300), .clientNotAllowed),
        ]
        for (key, session, code) in others {
            let refusal = await scene.refusal { _ = try await scene.engine.activate(payload, key: key, by: session) }
            #expect(refusal?.code == code)
        }
        let old = scene.session(secondsAgo: 10_000)
        #expect(try await scene.engine.activate(payload, key: key, by: old).state == .active)
        #expect(scene.visa.approved.count == 1)
        // A week later the key is as new, and proves nothing any more.
        scene.advance(seconds: 8 * 86_400)
        let late = scene.session(secondsAgo: 300)
        let refusal = await scene.refusal { _ = try await scene.engine.activate(payload, key: key, by: late) }
        #expect(refusal?.code == .insufficientUserAuthentication)
    }

    @Test func theSweepFindsTheTruthByItself() async throws {
        scene.visa.approves(.doesUnheard)
        scene.visa.failReads(1, after: 1)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(try await scene.engine.finishWhatWasLeft() == 0, "not before its time")
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.store.activations.map(\.state) == [.active])
        #expect(scene.notices.taken.count == 1)
        #expect(try await scene.activate().state == .active)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
    }

    @Test func aNetworkThatDidNothingIsAskedAgainByTheSameKey() async throws {
        scene.visa.approves(.away, .away, .does)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(try await scene.activate().state == .active)
        #expect(scene.store.activations.count == 1)
        #expect(Set(scene.visa.approved.map(\.operationID)).count == 1)
    }

    /// The sweep asks again: who heard that nothing was done would have told the wallet so, a minute before it is active.
    @Test func whatTheSweepMayStillDoIsNotCalledUndone() async throws {
        scene.visa.approves(.away, .does)
        let refusal = await scene.refusal { _ = try await scene.activate() }
        #expect(refusal?.code == .outcomeUnknown && refusal?.retryAfterSeconds == 5)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .active)
        #expect(scene.notices.taken.count == 1)
    }

    /// A yes that is on record stands behind any other key of the same person, and behind nobody else's.
    @Test func anotherKeyIsNotToldThatNothingWasDoneEither() async throws {
        scene.visa.approves(.away)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let open = try #require(scene.store.activations.first)
        scene.visa.failReads(3)
        let refusal = await scene.refusal { _ = try await scene.activate(key: "key-2") }
        #expect(refusal?.code == .outcomeUnknown && refusal?.activationID == open.id)
        let byWallet = ActivationScene.payload(pan: nil)
        let found = await scene.refusal { _ = try await scene.activate(byWallet, key: "key-3") }
        #expect(found?.code == .outcomeUnknown)
        let other = scene.session(ActivationScene.joao)
        let key = try ActivationScene.key("key-4")
        let theirs = await scene.refusal { _ = try await scene.engine.activate(byWallet, key: key, by: other) }
        #expect(theirs == ActivationRefusal(.networkUnavailable, retryAfterSeconds: 5))
        #expect(scene.store.activations == [open])
    }

    /// Another key for the same token goes on with what is there.
    @Test func anotherKeyGoesOnWithWhatBrokeOff() async throws {
        scene.visa.approves(.away, .does)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let view = try await scene.activate(key: "key-2")
        #expect(view.state == .active)
        #expect(try await scene.activate() == view)
        #expect(scene.store.activations.count == 1)
    }

    /// A network may refuse the repetition of what it did: the token says which it was.
    @Test func aRefusedRepetitionIsNoRefusalWhereTheTokenIsActive() async throws {
        scene.visa.approves(.unheard, .refuses)
        scene.visa.beforeAnswering {
            guard scene.visa.approved.count == 1 else { return }
            scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        }
        #expect(try await scene.activate().state == .active)
        let other = ActivationScene()
        other.visa.approves(.unheard, .refuses)
        #expect(await other.refusal { _ = try await other.activate() }?.code == .refusedByNetwork)
    }

    @Test func aRefusalIsKeptWithItsKeyAndCounts() async throws {
        scene.visa.approves(.refuses, .does)
        let first = await scene.refusal { _ = try await scene.activate() }
        #expect(first?.code == .refusedByNetwork)
        #expect(await scene.refusal { _ = try await scene.activate() } == first, "the same key, the same answer")
        #expect(scene.visa.approved.count == 1)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).count == 1)
        #expect(try await scene.activate(key: "key-2").state == .active)
    }

    @Test func aYesAfterTheStepUpIsSaidToNobody() async throws {
        scene.visa.approves(.away)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 900)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.store.activations.map(\.state) == [.failed(.stepUpExpired)])
        let told = await scene.refusal { _ = try await scene.activate() }
        #expect(told?.code == .stepUpExpired, "asking again with the same key would not help")
        #expect(told?.retryAfterSeconds == nil, "this key has its answer")
        #expect(scene.visa.approved.count == 1)
    }

    /// It was ours after all: the holder hears of it late rather than never.
    @Test func aTokenThatBecameActiveAfterAllIsNotified() async throws {
        scene.visa.approves(.away)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 900)
        _ = try await scene.engine.finishWhatWasLeft()
        scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        #expect(try await scene.activate(key: "key-2").state == .active)
        #expect(scene.notices.taken.count == 1)
    }

    @Test func nobodyAsksForEverWhatCameOfIt() async throws {
        scene.visa.approves(.unheard)
        scene.visa.failReads(1_000, after: 1)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 86_339)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        scene.advance(seconds: 61)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.store.activations.map(\.state) == [.failed(.outcomeUnknown)])
    }

    @Test func aTokenThatIsGoneOrOverMeanwhileIsRefused() async throws {
        for state: TokenState? in [nil, .suspended, .deactivated] {
            let scene = ActivationScene()
            scene.visa.approves(.unheard)
            scene.visa.beforeAnswering {
                guard let state else { return scene.visa.remove(ActivationScene.tokenID) }
                scene.visa.change(ActivationScene.tokenID) { $0.state = state }
            }
            let refusal = await scene.refusal { _ = try await scene.activate() }
            let expected: ActivationRefusal.Code =
                switch state {
                case .suspended: .tokenSuspended
                case .deactivated: .tokenDeactivated
                default: .tokenNotFound
                }
            #expect(refusal?.code == expected)
        }
    }
}
