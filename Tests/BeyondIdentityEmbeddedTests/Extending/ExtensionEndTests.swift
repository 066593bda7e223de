import ChaveBase
import ChaveTesting
import ChaveTransport
import ChaveWire
import Crypto
import Dispatch
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct ExtensionEndTests {
    private let server: FakeServer
    private let first: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        first = Device(server)
    }

    private var farewells: Int { server.requests("/v2/extensions/extension-1").filter { $0.method == .delete }.count }

    private func last(_ approval: PairingApproval) async throws -> Task<ExtendCredentialsStatus?, any Error> {
        let stream = first.embedded.extendCredentials(handles: [try await first.handle()], approval: approval)
        return Task {
            var last: ExtendCredentialsStatus?
            for try await status in stream { last = status }
            return last
        }
    }

    private func isAborted(_ status: ExtendCredentialsStatus?) -> Bool {
        if case .aborted = status { return true }
        return false
    }

    @Test func aPickerThatNeverReturnsHoldsUpNeitherCancelNorEnd() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        let picking = Lines()
        let end = try await last(
            PairingApproval { _ in
                picking.append("asked")
                // Deaf to being cancelled too.
                return await withCheckedContinuation { (_: CheckedContinuation<PairingAnswer, Never>) in }
            }
        )
        try await eventually { !picking.texts.isEmpty }
        try await first.embedded.cancelExtendCredentials()
        #expect(isAborted(try await end.value))
        #expect(farewells == 1)
        _ = try await first.embedded.authenticate()
    }

    @Test func cancellingFromInsideThePickerEndsIt() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        let end = try await last(
            PairingApproval { [first] _ in
                try? await first.embedded.cancelExtendCredentials()
                return .number("42")
            }
        )
        #expect(isAborted(try await end.value))
        #expect(server.requests("/approval").isEmpty)
        #expect(first.keys.prompts.count == 2)
    }

    @Test func aPickerWithoutAnAnswerInTimeRefuses() async throws {
        try await first.register()
        server.clock.setMovement(.byPausesAndLimits)
        server.set { $0.script = [server.claiming()] }
        let end = try await last(
            PairingApproval { _ in await withCheckedContinuation { (_: CheckedContinuation<PairingAnswer, Never>) in } }
        )
        try await eventually { server.requests("/refusal").count == 1 }
        try await first.embedded.cancelExtendCredentials()
        #expect(isAborted(try await end.value))
    }

    @Test func anExtensionThatWaitsForItsTurnIsCancelledAtOnce() async throws {
        try await first.register()
        let handle = try await first.handle()
        first.keys.setAnswer(.neverAnswers)
        let signingIn = Task { try await first.embedded.authenticate() }
        try await eventually { first.keys.prompts.count == 2 }
        let lines = Lines()
        first.embedded.extendCredentials(handles: [handle]) { lines.append("\($0)") }
        try await first.embedded.cancelExtendCredentials()
        first.queue.sync {}
        #expect(lines.texts.count == 1)
        #expect(lines.texts.first?.contains("aborted") == true)
        signingIn.cancel()
        await expectFailure(.cancelled) { _ = try await signingIn.value }
        #expect(server.requests("/v2/extensions").isEmpty)
    }

    @Test func aPromptWithoutTextLetsNobodyInUnseen() async throws {
        try await first.register()
        first.keys.setShowsPrompt(false)
        let refused = try await first.ended(try await first.extend())
        #expect(refused.count == 1)
        #expect(refused.first?.contains("PairingApproval") == true)
        #expect(server.requests("/v2/extensions").isEmpty)
        let offers = Lines()
        first.embedded.onPairing(
            PairingApproval { offer in
                offers.append("\(offer.deviceName) \(offer.choices)")
                return .number("42")
            }
        )
        server.set { $0.script = [server.claiming()] }
        #expect(try await first.ended(try await first.extend()).last == "done")
        #expect(offers.texts == [#"Tablet ["17", "42", "88"]"#])
        first.embedded.onPairing(nil)
        #expect(try await first.ended(try await first.extend()).first?.hasPrefix("failed") == true)
    }

    @Test func anApprovalWhoseAnswerIsLostIsSentAgainAsItWas() async throws {
        try await first.register()
        for _ in 0..<6 { server.fail("/approval", .lostRequest) }
        server.set { $0.script = [server.claiming()] }
        #expect(try await first.ended(try await first.extend()).last == "done")
        let approvals = server.requests("/approval").map { $0.body ?? [] }
        #expect(approvals.count == 7)
        #expect(Set(approvals).count == 1)
        #expect(first.keys.prompts.count == 3)
    }

    @Test func whatTheApprovalsAnswerSaysIsTheEnd() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        for _ in 0..<4 { server.fail("/approval", .lostAnswer) }
        let lines = try await first.extend()
        #expect(try await first.ended(lines).last == "done")
    }

    @Test func theEndThatIsToldIsTheTrueOne() async throws {
        try await first.register()
        let lines = try await first.extend()
        try await eventually { !lines.texts.isEmpty }
        // Approved, and no reading tells this device so before it is cancelled.
        server.set { $0.extending?.status = "done" }
        try await first.embedded.cancelExtendCredentials()
        first.queue.sync {}
        #expect(lines.texts == ["started 482915037 true", "done"])
    }

    @Test func aFarewellThatNobodyHearsHoldsUpNobody() async throws {
        try await first.register()
        let lines = try await first.extend()
        try await eventually { !lines.texts.isEmpty }
        for _ in 0..<200 { server.fail("/v2/extensions/extension-1", .lostRequest) }
        try await first.embedded.cancelExtendCredentials()
        first.queue.sync {}
        #expect(lines.texts.last == "aborted")
    }

    @Test func anExtensionThatCannotBeReadIsClosedAgain() async throws {
        try await first.register()
        server.set { $0.changes["/v2/extensions"] = { if $0["extension_id"] != nil { $0["status"] = "odd" } } }
        #expect(try await first.ended(try await first.extend()).first?.hasPrefix("failed") == true)
        #expect(farewells == 1)
    }

    @Test func aDeviceThatIsBehindExtendsWithTheChainOfTheAnswer() async throws {
        let before = try await first.register()
        server.set { $0.renewsCertificate = true }
        let lines = try await first.extend()
        try await eventually { !lines.texts.isEmpty }
        try await server.learnChains()
        server.set { $0.script = [server.claiming()] }
        #expect(try await first.ended(lines).last == "done")
        let after = try #require(try await first.embedded.getCredentials().first)
        #expect(after.chain != before.chain)
        let recorded = server.state.withLock { Array($0.bound.values) }
        let child = try #require(recorded.first { $0.chain.count == 3 })
        #expect(child.chain.dropFirst().first == recorded.first { $0.chain.count == 2 }?.chain.first)
    }

    @Test func aUserWhoIsSuspendedMeanwhileIsToldByTheCredential() async throws {
        try await first.register()
        let lines = try await first.extend()
        try await eventually { !lines.texts.isEmpty }
        server.set { state in
            for key in state.bound.keys { state.bound[key]?.state = "user_suspended" }
            state.script = [server.claiming()]
        }
        #expect(try await first.ended(lines).last == "aborted")
        #expect(try await first.embedded.getCredentials().first?.state == .userSuspended)
    }

    @Test func aSecondLessIsNoNews() throws {
        var body = JSONObject()
        body["status"] = "pairing"
        body["pairing"] = [
            "pairing_id": "p", "device_name": "Tablet", "match_number": "42", "choices": ["17", "42", "88"],
            "to_be_signed": "AAAA", "expires_in": 60,
        ]
        let one = try ExtensionState(body)
        var pairing = try #require(body["pairing"]?.object)
        pairing["expires_in"] = 59
        body["pairing"] = .object(pairing)
        #expect(try ExtensionState(body) == one)
        pairing["match_number"] = "43"
        body["pairing"] = .object(pairing)
        #expect(try ExtensionState(body) != one)
    }
}
