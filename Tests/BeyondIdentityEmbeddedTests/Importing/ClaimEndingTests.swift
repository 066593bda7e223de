import ChaveBase
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Dispatch
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct ClaimEndingTests {
    private let server: FakeServer
    private let first: Device
    private let second: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        first = Device(server)
        second = Device(server, name: "Tablet")
    }

    /// An extension that nobody answers, for claims.
    private func offer() async throws {
        try await first.register()
        let bound = try #require(server.state.withLock { $0.bound.keys.first })
        server.set { $0.extending = FakeServer.Extension(parent: bound) }
    }

    private func importing(_ embedded: CoreEmbedded? = nil) async throws -> [Credential] {
        try await (embedded ?? second.embedded).registerCredentials(token: CredentialToken(value: "482915037"))
    }

    private var claims: [[UInt8]] { server.requests("/v2/extension-claims").map { $0.body ?? [] } }
    private var farewells: Int { server.requests("/v2/extension-claims/claim-1").filter { $0.method == .delete }.count }

    /// The first device's person agrees, whatever the second one knows of it.
    private func approve() async throws {
        let extending = try #require(server.state.withLock { $0.extending })
        let claim = try #require(extending.claim)
        let signature = try await first.keys.sign(claim.toBeSigned, with: "key-1", prompt: "")
        var body = JSONObject()
        body["pairing_id"] = .string(claim.pairing)
        body["match_number"] = "42"
        body["signature"] = .string(FakeServer.base64(signature))
        #expect(server.approve(body).status == 200)
    }

    @Test func aClaimWhoseAnswerIsLostIsSentAgainWithTheSameKey() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        server.fail("/v2/extension-claims", .lostAnswer)
        let task = Task { try await importing() }
        try await eventually { !server.requests("/v2/extension-claims/claim-1").isEmpty }
        #expect(claims.count == 2)
        #expect(Set(claims).count == 1)
        try await approve()
        #expect(try await task.value.count == 1)
    }

    @Test func anAppThatWasEndedTakesItsClaimUpAgain() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        let task = Task { try await importing() }
        try await eventually { !server.requests("/v2/extension-claims/claim-1").isEmpty }
        // The app ends: what it would say is not heard any more.
        server.fail("/v2/extension-claims/claim-1", .lostRequest)
        for _ in 0..<4 { server.fail("/v2/extension-claims/claim-1", .lostRequest) }
        task.cancel()
        await expectFailure(.cancelled) { _ = try await task.value }
        server.set { $0.faults = [] }
        try await approve()
        let restarted = CoreEmbedded()
        let shown = Lines()
        restarted.onMatchNumber { shown.append($0.text) }
        restarted.configure(second.configuration())
        let imported = try await importing(restarted)
        #expect(imported.first?.keyHandle == "key-1")
        #expect(imported.first?.chain.count == 3)
        #expect(claims.count == 1)
        second.queue.sync {}
        #expect(shown.texts == ["42"])
        #expect(try second.store.secretNames().allSatisfy { !$0.hasPrefix("sign-in/pending/") })
    }

    @Test func whoGivesUpTellsTheServer() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        let task = Task { try await importing() }
        try await eventually { !server.requests("/v2/extension-claims/claim-1").isEmpty }
        task.cancel()
        await expectFailure(.cancelled) { _ = try await task.value }
        #expect(farewells == 1)
        #expect(server.state.withLock { $0.extending?.claim?.status } == "refused")
        #expect(second.keys.handles.isEmpty)
    }

    @Test func whoGivesUpTooLateHasItsCredential() async throws {
        try await offer()
        server.set { $0.holdsClaims = true }
        let task = Task { try await importing() }
        try await eventually { !server.requests("/v2/extension-claims/claim-1").isEmpty }
        server.set { $0.changes["/v2/extension-claims/claim-1"] = { $0["status"] = "what is this?" } }
        server.set { $0.holdsClaims = false }
        try await eventually { farewells == 1 || server.requests("/v2/extension-claims/claim-1").count > 1 }
        _ = await task.result
        // The farewell's answer could not be read either: the key waits, and the same digits lead to what came of it.
        #expect(second.keys.handles == ["key-1"])
        server.set { $0.changes = [:] }
        server.set { $0.extending?.claim?.status = "pending" }
        try await approve()
        #expect(try await importing().first?.keyHandle == "key-1")
    }

    @Test func aTimeThatRunsOutIsToldToo() async throws {
        try await offer()
        await expectFailure(.refusedByOtherDevice) { _ = try await importing() }
        #expect(farewells == 1)
        #expect(second.keys.handles.isEmpty)
    }

    @Test func aClaimThatTheServerForgotIsBegunAnew() async throws {
        try await offer()
        server.fail("/v2/extension-claims/claim-1", .status(404, ["error": "not_found"]))
        await expectFailure(.invalidCode) { _ = try await importing() }
        #expect(farewells == 0)
        #expect(second.keys.handles.isEmpty)
    }

    @Test func workIsDoneThreeTimesAndNoMore() async throws {
        try await offer()
        for _ in 0..<10 {
            server.fail(
                "/v2/extension-claims",
                .status(400, ["error": "proof_of_work_required", "bits": 1, "salt": "salt"])
            )
        }
        await expectFailure(.rateLimited) { _ = try await importing() }
        #expect(claims.count == 4)
    }
}
