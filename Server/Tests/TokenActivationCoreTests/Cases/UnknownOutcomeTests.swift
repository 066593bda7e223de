import ChaveBase
import ServerTestSupport
import StoreTestSupport
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
        #expect(try await refusal?.activationID == scene.store.activations.first?.id)
        #expect(scene.visa.approved.count == 2)
        #expect(try await scene.store.activations.first?.state.isActivating == true)
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
        #expect(try await scene.store.activations.map(\.state) == [.active])
        #expect(scene.notices.taken.count == 1)
        #expect(try await scene.activate().state == .active)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
    }

    @Test func aNetworkThatDidNothingIsAskedAgainByTheSameKey() async throws {
        scene.visa.approves(.away, .away, .does)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(try await scene.activate().state == .active)
        #expect(try await scene.store.activations.count == 1)
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
        let open = try #require(try await scene.store.activations.first)
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
        #expect(try await scene.store.activations == [open])
    }

    /// Nor by a question, a no or a suspension, while the network cannot be read; others are told what they were.
    @Test func noOtherCallSaysThatNothingWillBeDone() async throws {
        scene.visa.approves(.away)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let open = try #require(try await scene.store.activations.first)
        let session = scene.session()
        let payload = ActivationScene.payload()
        scene.visa.failReads(1_000)
        let told = [
            await scene.refusal { _ = try await scene.engine.preview(payload, by: session) },
            await scene.refusal { _ = try await scene.decline() },
            await scene.refusal { _ = try await scene.engine.suspend(open.id, by: session) },
        ]
        let doubt = ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5, activationID: open.id)
        #expect(told == [doubt, doubt, doubt])
        let byWallet = ActivationScene.payload(pan: nil)
        let other = scene.session(ActivationScene.joao)
        let away = ActivationRefusal(.networkUnavailable, retryAfterSeconds: 5)
        #expect(await scene.refusal { _ = try await scene.engine.preview(byWallet, by: other) } == away)
        let key = try ActivationScene.key("no-2", "/token-activations/decline")
        #expect(await scene.refusal { _ = try await scene.engine.decline(byWallet, key: key, by: other) } == away)
        #expect(try await scene.store.activations == [open])
    }

    /// A block or a lock stops what is asked anew, not what the holder has confirmed: no other key is told a no of it.
    @Test(arguments: [true, false])
    func aBlockOrALockHidesNoYesThatIsOnRecord(_ isBlocked: Bool) async throws {
        scene.visa.approves(.away, .does)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let open = try #require(try await scene.store.activations.first)
        var count = 0
        if isBlocked {
            scene.register.put(ActivationScene.card(isBlocked: true))
        } else {
            let none = ActivationScene.payload(token: "DNITHE000000000000000404")
            for number in 1...3 {
                _ = await scene.refusal { _ = try await scene.activate(none, key: "none-\(number)") }
            }
            count = 3
        }
        let doubt = ActivationRefusal(.outcomeUnknown, retryAfterSeconds: 5, activationID: open.id)
        #expect(await scene.refusal { _ = try await scene.activate(key: "key-2") } == doubt)
        let shown = await scene.refusal {
            _ = try await scene.engine.preview(ActivationScene.payload(), by: scene.session())
        }
        #expect(shown == doubt)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).count == count)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(try await scene.activate().state == .active)
        let over = await scene.refusal { _ = try await scene.activate(key: "key-2") }
        #expect(over?.code == (isBlocked ? .cardBlocked : .activationsLocked), "nothing is under way any more")
    }

    /// Another key for the same token goes on with what is there.
    @Test func anotherKeyGoesOnWithWhatBrokeOff() async throws {
        scene.visa.approves(.away, .does)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        let view = try await scene.activate(key: "key-2")
        #expect(view.state == .active)
        #expect(try await scene.activate() == view)
        #expect(try await scene.store.activations.count == 1)
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
        #expect(await other.refusal { _ = try await other.activate() }?.code == .outcomeUnknown)
    }

    /// The first order, of which nobody heard, may be carried out after the second was refused and the token read.
    @Test(arguments: [true, false])
    func aRefusedRepetitionEndsOnceNothingCanComeOfTheFirst(_ isCarriedOutLate: Bool) async throws {
        scene.visa.approves(.unheard, .refuses)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        #expect(scene.visa.approved.count == 2, "who said no is not asked again")
        if isCarriedOutLate { scene.visa.change(ActivationScene.tokenID) { $0.state = .active } }
        scene.advance(seconds: 848)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        let expected: ActivationState = isCarriedOutLate ? .active : .refused(.refusedByNetwork)
        #expect(try await scene.store.activations.map(\.state) == [expected])
        #expect(scene.notices.taken.count == (isCarriedOutLate ? 1 : 0))
        #expect(scene.visa.approved.count == 2)
    }

    /// Sent in the last moment of the network's wait, unheard, and carried out after the first look.
    @Test func anOrderInTheLastMomentIsLookedForUntilItMustHaveLanded() async throws {
        scene.advance(seconds: 839)
        scene.visa.approves(.unheard)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 2)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        #expect(scene.visa.approved.count == 2, "after the wait it is not asked again")
        scene.visa.change(ActivationScene.tokenID) { $0.state = .active }
        scene.advance(seconds: 66)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(try await scene.store.activations.map(\.state) == [.active])
        #expect(scene.notices.taken.count == 1)
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
        scene.advance(seconds: 907)
        #expect(try await scene.engine.finishWhatWasLeft() == 0, "an order may be carried out that late")
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(try await scene.store.activations.map(\.state) == [.failed(.stepUpExpired)])
        let told = await scene.refusal { _ = try await scene.activate() }
        #expect(told?.code == .stepUpExpired, "asking again with the same key would not help")
        #expect(told?.retryAfterSeconds == nil, "this key has its answer")
        #expect(scene.visa.approved.count == 1)
    }

    /// It was ours after all: the holder hears of it late rather than never.
    @Test func aTokenThatBecameActiveAfterAllIsNotified() async throws {
        scene.visa.approves(.away)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .outcomeUnknown)
        scene.advance(seconds: 908)
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
        #expect(try await scene.store.activations.map(\.state) == [.failed(.outcomeUnknown)])
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
