import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// Each attempt has an entry, refused ones too, and the chains hold.
@Suite struct AuditTests {
    private let scene = ActivationScene()

    private func expectWholeChains() async throws {
        for (chain, entries) in try await scene.store.chains {
            var last: (sequence: Int64, hash: Digest)?
            for entry in entries {
                #expect(entry == ActivationAuditEntry(entry.fact, after: last), "\(chain)")
                last = (entry.sequence, entry.hash)
            }
        }
    }

    @Test func everyAttemptIsWrittenDown() async throws {
        let wrong = ActivationScene.payload().setting("deviceID", to: "another")
        _ = try await scene.engine.preview(ActivationScene.payload(), by: scene.session())
        _ = await scene.refusal { _ = try await scene.activate(wrong, key: "wrong") }
        _ = await scene.refusal { _ = try await scene.activate(wrong, key: "wrong") }
        let view = try await scene.activate()
        _ = try await scene.activate()
        _ = try await scene.activate(key: "key-2")
        _ = try await scene.engine.suspend(view.id, by: scene.session())
        let facts = try await scene.entries()
        #expect(
            facts.map { "\($0.action.rawValue) \($0.outcome)" } == [
                "preview ok", "activate device_mismatch", "activate device_mismatch", "activate ACTIVATING",
                "activate ACTIVE", "notify ok", "activate ACTIVE", "activate ACTIVE", "suspend asked",
                "suspend SUSPENDED",
            ]
        )
        #expect(facts.first?.actor == "holder/maria client/issuer-app")
        #expect(facts.filter { $0.activation == view.id }.count == 7)
        try await expectWholeChains()
    }

    @Test func whatHasNoCardIsOnTheHoldersChain() async throws {
        let session = scene.session(client: "other-app")
        _ = await scene.refusal { _ = try await scene.engine.preview(ActivationScene.payload(), by: session) }
        let foreign = ActivationScene.payload(pan: "V-9999999999999999999999")
        _ = await scene.refusal { _ = try await scene.activate(foreign) }
        let facts = try await scene.entries(.holder(ActivationScene.maria))
        #expect(facts.map(\.outcome) == ["client_not_allowed", "card_not_found"])
        #expect(facts.allSatisfy { $0.activation == nil && $0.content == nil })
        try await expectWholeChains()
    }

    @Test func whatCouldNotBeReadIsOnTheHoldersChain() async throws {
        try await scene.engine.noteUnread(.decline, "idempotency_key_missing", by: scene.session())
        let facts = try await scene.entries(.holder(ActivationScene.maria))
        #expect(facts.map { "\($0.action.rawValue) \($0.outcome)" } == ["decline idempotency_key_missing"])
        #expect(facts.first?.actor == "holder/maria client/issuer-app")
        try await expectWholeChains()
    }

    @Test(.timeLimit(.minutes(5)))
    func manyAtOnceMakeOneChain() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask {
                    _ = await scene.refusal { _ = try await scene.activate(key: "key-\(number)") }
                    _ = await scene.refusal {
                        _ = try await scene.engine.preview(ActivationScene.payload(), by: scene.session())
                    }
                }
            }
        }
        #expect(try await scene.entries().count >= 100)
        try await expectWholeChains()
    }
}
