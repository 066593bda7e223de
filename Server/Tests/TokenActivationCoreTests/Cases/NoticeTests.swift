import ChaveBase
import Hashing
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// Each activation is told of, at least once, with a link that suspends.
@Suite struct NoticeTests {
    private let scene = ActivationScene()

    @Test func theHolderIsToldWithALinkWhoseDigestAloneIsKept() async throws {
        let view = try await scene.activate()
        let notice = try #require(scene.notices.taken.first)
        #expect(notice.activationID == view.id)
        #expect(notice.holder == ActivationScene.maria)
        #expect(notice.lastFour == "1234")
        #expect(notice.walletName == "Carteira")
        #expect(notice.deviceName == "Celular")
        let secret = scene.notices.lastSecret
        #expect(notice.suspendAddress == "https://issuer.example/issuer/suspend?token=\(secret)")
        #expect(secret.utf8.count == 43)
        #expect(try await !scene.store.everything.contains(secret))
        #expect(try await scene.store.links.map(\.digest) == [Digest(ofText: secret)])
        #expect(try await scene.store.pendingNotices.isEmpty)
        #expect("\(notice)" == "<redacted>")
        var dumped = ""
        dump(notice, to: &dumped)
        #expect(!dumped.contains(secret))
    }

    @Test func aNoticeThatWasNotTakenIsTriedAgainAndEachLinkIsGood() async throws {
        scene.notices.fail(2)
        #expect(try await scene.activate().state == .active)
        #expect(scene.notices.tried == 1)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        scene.advance(seconds: 60)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        scene.advance(seconds: 119)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
        #expect(scene.notices.tried == 2, "the pause doubles")
        scene.advance(seconds: 1)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.notices.taken.count == 1)
        #expect(try await scene.store.links.count == 3, "a mail whose acceptance got lost may have arrived")
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
    }

    /// It stands still for longer than the pause between two tries, and another node tries too.
    ///
    /// That one cannot know what became of the mail. Both links are good, the outbox is closed once, and no third mail follows.
    @Test(arguments: [false, true])
    func aNodeThatStoodStillAtANoticeLosesNone(_ wasHandedOver: Bool) async throws {
        if !wasHandedOver { scene.notices.fail(1) }
        scene.notices.beforeAnswering { [scene] in
            scene.advance(seconds: 59)
            let early = try? await scene.engine.finishWhatWasLeft()
            #expect(early == 0 && scene.notices.tried == 1, "nobody takes it while its sender may be at it")
            scene.advance(seconds: 1)
            let late = try? await scene.engine.finishWhatWasLeft()
            #expect(late == 1)
        }
        #expect(try await scene.activate().state == .active)
        #expect(scene.notices.tried == 2 && scene.notices.taken.count == (wasHandedOver ? 2 : 1))
        #expect(try await scene.store.pendingNotices.isEmpty)
        for _ in 1...3 {
            scene.advance(seconds: 3_840)
            #expect(try await scene.engine.finishWhatWasLeft() == 0)
        }
        #expect(scene.notices.tried == 2)
        for notice in scene.notices.taken {
            let secret = notice.suspendAddress.split(separator: "=").last.map { String($0) } ?? ""
            #expect(try await scene.engine.suspension(secret).tokenState == .active)
        }
    }

    @Test func aNoticeIsNotTriedForEver() async throws {
        scene.notices.fail(1_000)
        _ = try await scene.activate()
        for _ in 1...200 {
            scene.advance(seconds: 3_840)
            _ = try await scene.engine.finishWhatWasLeft()
        }
        #expect(try await scene.store.pendingNotices.isEmpty)
        #expect(try await scene.entries().last?.outcome == "given_up")
    }

    @Test func theLinkShowsWithoutDoingAnything() async throws {
        let view = try await scene.activate()
        for _ in 1...3 {
            let shown = try await scene.engine.suspension(scene.notices.lastSecret)
            #expect(shown.activationID == view.id)
            #expect(shown.lastFour == "1234")
            #expect(shown.tokenState == .active)
        }
        #expect(scene.visa.suspended.isEmpty)
    }

    @Test func theLinkSuspendsOnce() async throws {
        _ = try await scene.activate()
        let secret = scene.notices.lastSecret
        #expect(try await scene.engine.suspend(secret).tokenState == .suspended)
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .suspended)
        #expect(await scene.refusal { _ = try await scene.engine.suspend(secret) }?.code == .linkInvalid)
        #expect(await scene.refusal { _ = try await scene.engine.suspension(secret) }?.code == .linkInvalid)
        #expect(try await scene.entries().last?.actor == "link")
        #expect(await scene.refusal { _ = try await scene.activate(key: "key-2") }?.code == .tokenSuspended)
    }

    @Test func theLinkIsGoodForAWeek() async throws {
        _ = try await scene.activate()
        scene.advance(seconds: 7 * 86_400 - 1)
        #expect(try await scene.engine.suspension(scene.notices.lastSecret).tokenState == .active)
        scene.advance(seconds: 1)
        let refusal = await scene.refusal { _ = try await scene.engine.suspension(scene.notices.lastSecret) }
        #expect(refusal?.code == .linkInvalid)
    }

    @Test func aLinkWhoseSuspensionDidNotComeAboutStaysGood() async throws {
        _ = try await scene.activate()
        scene.visa.suspends(.away, .does)
        let secret = scene.notices.lastSecret
        #expect(await scene.refusal { _ = try await scene.engine.suspend(secret) }?.code == .networkUnavailable)
        #expect(try await scene.engine.suspend(secret).tokenState == .suspended)
    }

    @Test func theOwnerSuspendsAndIsAnsweredAlikeAgain() async throws {
        let view = try await scene.activate()
        let session = scene.session()
        #expect(try await scene.engine.suspend(view.id, by: session).tokenState == .suspended)
        #expect(try await scene.engine.suspend(view.id, by: session).tokenState == .suspended)
        #expect(scene.visa.suspended.count == 1)
        #expect(try await scene.engine.activation(view.id, by: session).tokenState == .suspended)
        #expect(try await scene.engine.activation(view.id, by: session).state == .active)
        scene.visa.failReads(1)
        #expect(try await scene.engine.activation(view.id, by: session).tokenState == .suspended, "as last known")
    }

    @Test(arguments: [
        (ScriptedTokenService.Answer.doesUnheard, ActivationRefusal.Code?.none), (.unheard, .outcomeUnknown),
        (.unreadable, .outcomeUnknown), (.refuses, .refusedByNetwork), (.away, .networkUnavailable),
        (.says(.active), .outcomeUnknown),
    ])
    func aSuspensionIsReadWhereItsAnswerGotLost(
        _ answer: ScriptedTokenService.Answer,
        _ code: ActivationRefusal.Code?
    ) async throws {
        let view = try await scene.activate()
        scene.visa.suspends(answer)
        let refusal = await scene.refusal { _ = try await scene.engine.suspend(view.id, by: scene.session()) }
        #expect(refusal?.code == code)
        let state = try await scene.store.activation(view.id)?.tokenState
        #expect(state == (code == nil ? .suspended : .active))
    }

    @Test func whatIsOverIsThrownAway() async throws {
        let view = try await scene.activate()
        scene.advance(seconds: 8 * 86_400)
        #expect(try await scene.engine.finishWhatWasLeft() == 2, "the key and the link")
        #expect(try await scene.store.links.isEmpty)
        #expect(try await scene.engine.activation(view.id, by: scene.session()).state == .active)
        scene.advance(seconds: 393 * 86_400)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(try await scene.store.activations.isEmpty)
        #expect(try await !scene.entries().isEmpty, "the audit stays")
    }
}
