import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// The holder's no, and what three of them do.
@Suite struct DecliningTests {
    private let scene = ActivationScene()

    private func reopen() {
        scene.visa.change(ActivationScene.tokenID) { token in
            token.state = .inactive
            token.stepUpOpenedAt = scene.now
        }
    }

    @Test func aNoIsKeptAndTheNetworkIsTold() async throws {
        let view = try await scene.decline()
        #expect(view.state == .declined)
        #expect(scene.visa.declined.map(\.operationID) == [view.id])
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .inactive)
        #expect(try await scene.store.activations.map(\.state) == [.declined(isNetworkTold: true)])
        #expect(try await scene.decline().state == .declined)
        #expect(try await scene.decline(key: "no-2").id == view.id, "another key, the same no")
        #expect(scene.visa.declined.count == 1)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).count == 1)
    }

    @Test func afterANoNobodyActivatesInThisStepUp() async throws {
        scene.visa.declines(.away)
        _ = try await scene.decline()
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .stepUpClosed)
        scene.advance(seconds: 120)
        reopen()
        #expect(try await scene.activate(key: "key-2").state == .active, "the wallet asked anew")
    }

    @Test func aNoThatTheNetworkDidNotHearIsToldLater() async throws {
        scene.visa.declines(.away, .unheard, .does)
        #expect(try await scene.decline().state == .declined)
        for expected in [0, 1, 0] {
            scene.advance(seconds: 60)
            #expect(try await scene.engine.finishWhatWasLeft() == expected)
        }
        #expect(scene.visa.declined.count == 3)
        #expect(try await scene.store.activations.map(\.state) == [.declined(isNetworkTold: true)])
    }

    @Test func afterTheStepUpTheNetworkNeedNotHearOfIt() async throws {
        scene.visa.declines(.away)
        _ = try await scene.decline()
        scene.advance(seconds: 900)
        #expect(try await scene.engine.finishWhatWasLeft() == 1)
        #expect(scene.visa.declined.count == 1)
        #expect(try await scene.engine.finishWhatWasLeft() == 0)
    }

    @Test func thereMustBeSomethingToSayNoTo() async throws {
        _ = try await scene.activate()
        #expect(await scene.refusal { _ = try await scene.decline() }?.code == .stepUpClosed)
        let ends: [(TokenState, ActivationRefusal.Code)] = [
            (.suspended, .tokenSuspended), (.deactivated, .tokenDeactivated),
        ]
        for (state, code) in ends {
            scene.visa.change(ActivationScene.tokenID) { $0.state = state }
            #expect(await scene.refusal { _ = try await scene.decline() }?.code == code)
        }
        let foreign = ActivationScene.payload(pan: "V-9999999999999999999999")
        #expect(await scene.refusal { _ = try await scene.decline(foreign) }?.code == .cardNotFound)
    }

    @Test func threeNosLockTheCardForADayAfterTheLast() async throws {
        for number in 1...3 {
            reopen()
            _ = try await scene.decline(key: "no-\(number)")
            scene.advance(seconds: 3_600)
        }
        reopen()
        let refusal = await scene.refusal { _ = try await scene.activate() }
        #expect(refusal?.code == .activationsLocked)
        #expect(refusal?.until == ActivationScene.start.adding(seconds: 2 * 3_600 + 86_400))
        let shown = await scene.refusal {
            _ = try await scene.engine.preview(ActivationScene.payload(), by: scene.session())
        }
        #expect(shown == refusal)
        for number in 1...5 {
            let again = await scene.refusal { _ = try await scene.activate(key: "locked-\(number)") }
            #expect(again?.until == refusal?.until, "trying prolongs nothing")
        }
        scene.advance(seconds: 86_400 - 3_600)
        reopen()
        #expect(try await scene.activate().state == .active, "the key was left free")
    }

    /// Refusals of the token's own count like the holder's no; each is kept with its key and counts once.
    @Test func threeRefusedAttemptsLockTheCard() async throws {
        let wrong = ActivationScene.payload().setting("deviceID", to: "another")
        for number in 1...3 {
            for _ in 1...4 {
                let refusal = await scene.refusal { _ = try await scene.activate(wrong, key: "wrong-\(number)") }
                #expect(refusal?.code == .deviceMismatch)
                #expect(try await refusal?.activationID == scene.store.activations.last?.id)
            }
        }
        #expect(try await scene.store.activations.map(\.state) == Array(repeating: .refused(.deviceMismatch), count: 3))
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .activationsLocked)
        let id = try #require(try await scene.store.activations.first?.id)
        let view = try await scene.engine.activation(id, by: scene.session())
        #expect(view.state == .refused)
        #expect(view.reason == .deviceMismatch)
        #expect(view.tokenState == .inactive)
    }

    @Test func aTokenThatOnesOwnCardDoesNotHaveCountsToo() async throws {
        let payload = ActivationScene.payload(token: "DNITHE000000000000000404")
        for number in 1...3 {
            let refusal = await scene.refusal { _ = try await scene.activate(payload, key: "none-\(number)") }
            #expect(refusal?.code == .tokenNotFound)
        }
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .activationsLocked)
    }

    @Test func aNetworkThatIsAwayCountsNothing() async throws {
        scene.visa.failReads(5)
        for number in 1...5 {
            let refusal = await scene.refusal { _ = try await scene.activate(key: "away-\(number)") }
            #expect(refusal?.code == .networkUnavailable)
        }
        #expect(try await scene.activate(key: "away-1").state == .active, "nothing was kept under the key")
    }
}
