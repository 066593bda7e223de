import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// What is another's does not exist: by answer, by the questions asked, and by what is left behind.
@Suite struct OwnershipTests {
    private static let foreign = "V-9999999999999999999999"

    @Test(arguments: [foreign, "V-0000000000000000000000"])
    func anothersCardIsAsUnknownAsNone(_ pan: String) async throws {
        let scene = ActivationScene()
        let payload = ActivationScene.payload(pan: pan)
        let refusal = await scene.refusal { _ = try await scene.activate(payload) }
        #expect(refusal == ActivationRefusal(.cardNotFound))
        #expect(scene.register.asked == 1)
        #expect(scene.visa.reads == 0, "the network is asked for one's own card alone")
        #expect(try await scene.store.activations.isEmpty)
        #expect(try await !scene.store.everything.contains(pan))
        #expect(try await scene.entries(.holder(ActivationScene.maria)).map(\.outcome) == ["card_not_found"])
    }

    /// Without its card a token is looked for at the network, and the register is asked either way.
    @Test(arguments: ["DNITHE000000000000000007", "DNITHE000000000000000008"])
    func anothersTokenIsAsUnknownAsNone(_ token: String) async throws {
        let scene = ActivationScene()
        scene.visa.put(ActivationScene.token("DNITHE000000000000000007", of: Self.foreign))
        let payload = ActivationScene.payload(pan: nil, token: token)
        let refusal = await scene.refusal { _ = try await scene.activate(payload) }
        #expect(refusal == ActivationRefusal(.tokenNotFound))
        #expect(scene.register.asked == 1)
        #expect(scene.visa.reads == 1)
        #expect(try await scene.store.activations.isEmpty)
        #expect(try await !scene.store.everything.contains(token))
    }

    @Test func nobodyLocksAnothersCard() async throws {
        let scene = ActivationScene()
        for number in 1...5 {
            for payload in [ActivationScene.payload(), ActivationScene.payload(pan: nil)] {
                let key = try ActivationScene.key("\(number)")
                let refusal = await scene.refusal {
                    _ = try await scene.engine.activate(payload, key: key, by: scene.session(ActivationScene.joao))
                }
                #expect(refusal?.code == (payload.panReferenceID == nil ? .tokenNotFound : .cardNotFound))
            }
        }
        #expect(try await scene.entries().isEmpty, "nor writes to its audit")
        #expect(try await scene.activate().state == .active)
    }

    @Test func aTokenIsFoundByItsWalletAlone() async throws {
        let scene = ActivationScene()
        let view = try await scene.activate(ActivationScene.payload(pan: nil))
        #expect(view.state == .active)
        #expect(view.lastFour == "1234")
    }

    @Test func anotherWalletsTokenDoesNotExist() async throws {
        let scene = ActivationScene()
        scene.visa.change(ActivationScene.tokenID) { $0.requestorID = "40010075001" }
        let named = await scene.refusal { _ = try await scene.activate() }
        #expect(named?.code == .tokenNotFound)
        var payload = ActivationScene.payload()
        payload.tokenRequestorID = nil
        let unnamed = payload
        let refusal = await scene.refusal { _ = try await scene.activate(unnamed, key: "key-2") }
        #expect(refusal?.code == .walletNotAllowed, "of one's own card it is told what is wrong")
    }

    @Test func anothersActivationCanBeNeitherReadNorSuspended() async throws {
        let scene = ActivationScene()
        let view = try await scene.activate()
        let other = scene.session(ActivationScene.joao)
        for body: @Sendable () async throws -> Void in [
            { _ = try await scene.engine.activation(view.id, by: other) },
            { _ = try await scene.engine.suspend(view.id, by: other) },
            { _ = try await scene.engine.suspend("no such id", by: scene.session()) },
        ] {
            #expect(await scene.refusal(body) == ActivationRefusal(.activationNotFound))
        }
        #expect(scene.visa.state(of: ActivationScene.tokenID) == .active)
    }

    @Test func aListHasOnesOwnCardsAlone() async throws {
        let scene = ActivationScene()
        scene.visa.put(ActivationScene.token("DNITHE000000000000000007", of: Self.foreign))
        let cards = try await scene.engine.cards(of: scene.session())
        #expect(cards.map(\.panReferenceID) == [ActivationScene.pan])
        #expect(cards.first?.tokens.map(\.tokenReferenceID) == [ActivationScene.tokenID])
        #expect(cards.first?.tokens.first?.walletName == "Carteira")
        scene.visa.failReads(1)
        let refusal = await scene.refusal { _ = try await scene.engine.cards(of: scene.session()) }
        #expect(refusal?.code == .networkUnavailable)
    }

    @Test func anotherClientReadsNothing() async throws {
        let scene = ActivationScene()
        let view = try await scene.activate()
        let other = scene.session(client: "other-app")
        for body: @Sendable () async throws -> Void in [
            { _ = try await scene.engine.activation(view.id, by: other) },
            { _ = try await scene.engine.cards(of: other) },
            { _ = try await scene.engine.preview(ActivationScene.payload(), by: other) },
            { _ = try await scene.engine.suspend(view.id, by: other) },
        ] {
            #expect(await scene.refusal(body)?.code == .clientNotAllowed)
        }
    }
}
