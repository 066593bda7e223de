import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// What an activation does when all is well, and asked again.
@Suite struct ActivatingTests {
    @Test func aTokenBecomesActiveOnceAndTheNetworkIsTold() async throws {
        let scene = ActivationScene()
        let view = try await scene.activate()
        #expect(view.state == .active)
        #expect(view.tokenReferenceID == ActivationScene.tokenID)
        #expect(view.tokenState == .active)
        #expect(view.walletName == "Carteira")
        #expect(view.deviceName == "Celular")
        let order = try #require(scene.visa.approved.first)
        #expect(order.operationID == view.id)
        #expect(order.deviceID == "device-1")
        #expect(order.deviceIndex == 2)
        #expect(order.token == TokenReference(id: ActivationScene.tokenID, requestorID: ActivationScene.wallet.id))
        #expect(try await scene.entries().map(\.outcome) == ["ACTIVATING", "ACTIVE", "ok"])
        #expect(try await scene.entries().map(\.action) == [.activate, .activate, .notify])
    }

    @Test func theSameKeyHasTheSameAnswer() async throws {
        let scene = ActivationScene()
        let first = try await scene.activate()
        scene.advance(seconds: 6 * 86_400)
        #expect(try await scene.activate() == first)
        #expect(scene.visa.approved.count == 1)
        #expect(scene.notices.taken.count == 1)
    }

    /// After its week a key is as new, and the token is active already: the same activation.
    @Test func anotherKeyForAnActiveTokenHasTheSameActivation() async throws {
        let scene = ActivationScene()
        let first = try await scene.activate()
        #expect(try await scene.activate(key: "key-2") == first)
        scene.advance(seconds: 8 * 86_400)
        #expect(try await scene.activate() == first)
        #expect(scene.visa.approved.count == 1)
        #expect(try await scene.store.activations.count == 1)
    }

    @Test func theSameKeyForAnotherRequestIsRefusedAndTheFirstStands() async throws {
        let scene = ActivationScene()
        let first = try await scene.activate()
        let other = try ActivationScene.key("key-1", body: "other")
        let refusal = await scene.refusal {
            _ = try await scene.engine.activate(ActivationScene.payload(), key: other, by: scene.session())
        }
        #expect(refusal == ActivationRefusal(.idempotencyKeyReused, field: "Idempotency-Key"))
        #expect(try await scene.activate() == first)
    }

    @Test func aKeyIsOnePersonsInOneClient() async throws {
        let scene = ActivationScene()
        let policy = ActivationPolicy(baseURL: "https://issuer.example", clients: [ActivationScene.client, "web"])
        let first = try await scene.activate()
        let other = try ActivationScene.key("key-1", body: "other")
        let view = try await scene.engine(policy).activate(
            ActivationScene.payload(),
            key: other,
            by: scene.session(client: "web")
        )
        #expect(view.id == first.id, "not refused as used for something else")
        let refusal = await scene.refusal {
            let joao = scene.session(ActivationScene.joao)
            _ = try await scene.engine.activate(ActivationScene.payload(), key: other, by: joao)
        }
        #expect(refusal?.code == .cardNotFound)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func ofAHundredAtOnceOneAsksTheNetwork(_ isOneKey: Bool) async throws {
        let scene = ActivationScene()
        let outcomes = await withTaskGroup(of: (id: String?, code: ActivationRefusal.Code?).self) { group in
            for number in 1...100 {
                group.addTask {
                    do {
                        return (try await scene.activate(key: isOneKey ? "key" : "key-\(number)").id, nil)
                    } catch {
                        return (nil, (error as? ActivationRefusal)?.code)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(scene.visa.approved.count == 1)
        #expect(try await scene.store.activations.count == 1)
        #expect(scene.notices.taken.count == 1)
        #expect(Set(outcomes.compactMap(\.id)).count == 1)
        #expect(outcomes.allSatisfy { $0.id != nil || $0.code == .activationInProgress })
        #expect(try await scene.activate(key: isOneKey ? "key" : "key-7").state == .active)
    }

    /// A token that was activated by telephone has an activation to read and suspend, and nobody is told of it.
    @Test func aTokenThatIsActiveAlreadyIsAnsweredWithoutAsking() async throws {
        let scene = ActivationScene()
        scene.visa.change(ActivationScene.tokenID) { token in
            token.state = .active
            token.stepUpOpenedAt = nil
        }
        let view = try await scene.activate()
        #expect(view.state == .active)
        #expect(try await scene.activate(key: "key-2") == view)
        #expect(scene.visa.approved.isEmpty)
        #expect(scene.notices.tried == 0)
        #expect(try await scene.engine.suspend(view.id, by: scene.session()).tokenState == .suspended)
    }

    @Test func aNetworkThatCountsNoDevicesHasNoIndexToCompare() async throws {
        let scene = ActivationScene()
        scene.visa.change(ActivationScene.tokenID) { $0.deviceIndex = nil }
        #expect(try await scene.activate().state == .active)
        #expect(scene.visa.approved.first?.deviceIndex == .some(nil))
    }

    @Test func aDeviceThatIsNotNamedIsNotTheOne() async throws {
        let scene = ActivationScene()
        for field in ["deviceID", "deviceIndex"] {
            let payload = ActivationScene.payload().setting(field, to: nil)
            let refusal = await scene.refusal { _ = try await scene.activate(payload, key: field) }
            #expect(refusal?.code == .deviceMismatch)
        }
    }

    @Test func thePreviewShowsWhatIsAskedAndChangesNothing() async throws {
        let scene = ActivationScene()
        let session = scene.session(secondsAgo: 86_400)
        let preview = try await scene.engine.preview(ActivationScene.payload(), by: session)
        #expect(preview.cardName == "Cartão Aurora")
        #expect(preview.lastFour == "1234")
        #expect(preview.walletName == "Carteira")
        #expect(preview.deviceName == "Celular")
        #expect(preview.state == .inactive)
        #expect(preview.expiresAt == ActivationScene.start.adding(seconds: 840))
        #expect(try await scene.store.activations.isEmpty)
        #expect(try await scene.entries().map(\.action) == [.preview])
        for _ in 1...5 {
            var payload = ActivationScene.payload()
            payload.deviceID = "other"
            let bad = payload
            let refusal = await scene.refusal { _ = try await scene.engine.preview(bad, by: session) }
            #expect(refusal?.code == .deviceMismatch)
        }
        #expect(try await scene.activate().state == .active, "a look locks nothing")
    }

    /// Deadlines go by a clock that the sandbox puts forward; how long ago a person was there goes by the token's.
    @Test func theStepUpEndsByTheClockOfDeadlines() async throws {
        let scene = ActivationScene()
        scene.putDeadlinesAhead(seconds: 839)
        #expect(try await scene.engine.preview(ActivationScene.payload(), by: scene.session()).state == .inactive)
        scene.putDeadlinesAhead(seconds: 840)
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == .stepUpExpired)
    }

    @Test func aFaultOfOursIsNoRefusal() async throws {
        let scene = ActivationScene()
        scene.register.vanish()
        await #expect(throws: ActivationFault.self) { try await scene.activate() }
        let other = ActivationScene()
        other.store.close()
        await #expect(throws: ActivationFault.self) { try await other.activate() }
        var payload = ActivationScene.payload()
        payload.tokenReferenceID = nil
        let bad = payload
        await #expect(throws: ActivationFault.self) { try await other.activate(bad) }
        #expect(other.visa.approved.isEmpty, "nothing is done that cannot be written down")
    }
}
