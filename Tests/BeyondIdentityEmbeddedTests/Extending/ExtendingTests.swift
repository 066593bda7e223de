import ChaveDeviceKeys
import ChaveTesting
import ChaveTransport
import Crypto
import Dispatch
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct ExtendingTests {
    private let server: FakeServer
    private let first: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        first = Device(server)
    }

    private func extend() async throws -> Lines { try await first.extend() }
    private func ended(_ lines: Lines) async throws -> [String] { try await first.ended(lines) }
    private func claim(_ name: String = "Tablet") -> @Sendable (inout FakeServer.State) -> Void {
        server.claiming(name)
    }

    @Test func aSecondDeviceGetsACredentialUnderTheFirstOnes() async throws {
        let whole = try await first.register()
        let second = Device(server, name: "Tablet")
        let shown = Lines()
        server.set { $0.holdsClaims = true }
        second.embedded.onMatchNumber { shown.append("\($0.text) \($0.tenantName)") }
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        let imported = try await second.embedded.registerCredentials(token: CredentialToken(value: "482-915 037"))
        #expect(try await ended(statuses) == ["started 482915037 true", "done"])
        #expect(imported.count == 1)
        #expect(imported[0].chain.count == 3)
        #expect(Array(imported[0].chain.dropFirst()) == whole.chain)
        #expect(try await second.embedded.getCredentials() == imported)
        #expect(shown.texts == ["42 Padaria Aurora"])
        // The new device signs in by its own key.
        _ = try await second.embedded.authenticate()
        #expect(second.keys.prompts.count == 2)
    }

    @Test func thePromptNamesTheDeviceAndItsNumber() async throws {
        try await first.register()
        server.set { $0.script = [claim("Tablet\u{1B}[2J\u{202E}")] }
        _ = try await ended(try await extend())
        let prompt = try #require(first.keys.prompts.last)
        #expect(prompt.contains("“Tablet[2J”"))
        #expect(prompt.contains("42"))
        #expect(prompt.hasPrefix("Sign in to Aurora"))
        // Once for the registration, once to open the extension, once to approve.
        #expect(first.keys.prompts.count == 3)
    }

    @Test func eachNewCodeIsToldOnceAndTheEndOnce() async throws {
        try await first.register()
        let rotate: (String) -> @Sendable (inout FakeServer.State) -> Void = { code in
            { state in
                state.extending?.code = code
                state.extending?.version += 1
            }
        }
        server.set { state in
            state.script = [
                { _ in }, rotate("111111111"), { _ in }, rotate("222222222"), { $0.extending?.version += 1 },
                { state in
                    state.extending?.status = "aborted"
                    state.extending?.version += 1
                },
            ]
        }
        let texts = try await ended(try await extend())
        #expect(texts == ["started 482915037 true", "updated 111111111", "updated 222222222", "aborted"])
    }

    @Test func readingsAreHeldByTheServerAndNameWhatWasSeen() async throws {
        try await first.register()
        let end: @Sendable (inout FakeServer.State) -> Void = { state in
            state.extending?.status = "done"
            state.extending?.version += 1
        }
        server.set { $0.script = [{ _ in }, { _ in }, end] }
        _ = try await ended(try await extend())
        let readings = server.requests("/v2/extensions/extension-1")
        #expect(readings.allSatisfy { $0.headers["Prefer"] == "wait=25" && $0.timeoutMilliseconds == 35_000 })
        #expect(readings.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
        // Only where an answer came at once although it could have been held.
        #expect(server.clock.elapsedMilliseconds == ReadingPace.pauseMilliseconds)
    }

    @Test func whileItRunsOtherCallsFailAtOnceAndCancelFreesTheSDK() async throws {
        try await first.register()
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        await expectFailure(.extensionInProgress) { _ = try await first.embedded.authenticate() }
        await expectFailure(.extensionInProgress) { _ = try await first.embedded.getCredentials() }
        let again: Result<ExtendCredentialsStatus, BISDKError> = await told {
            first.embedded.extendCredentials(handles: [], callback: $0)
        }
        #expect(throws: SignInError.extensionInProgress.legacy) { try again.get() }
        let cancelled: Result<Void, BISDKError> = await told { first.embedded.cancelExtendCredentials(callback: $0) }
        #expect(throws: Never.self) { try cancelled.get() }
        #expect(statuses.texts == ["started 482915037 true", "aborted"])
        #expect(server.requests("/v2/extensions/extension-1").contains { $0.method == .delete })
        _ = try await first.embedded.authenticate()
    }

    @Test func aCancelWhileThePersonDecidesRefusesTheDevice() async throws {
        try await first.register()
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        first.keys.setAnswer(.neverAnswers)
        server.set { $0.script = [claim()] }
        try await eventually { first.keys.prompts.count == 3 }
        try await first.embedded.cancelExtendCredentials()
        first.queue.sync {}
        #expect(statuses.texts == ["started 482915037 true", "aborted"])
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func aPersonWhoRefusesIsAskedAgainForTheNextDevice() async throws {
        try await first.register()
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        first.keys.setAnswer(.cancels)
        server.set { $0.script = [claim(), claim(), claim()] }
        #expect(try await ended(statuses) == ["started 482915037 true", "aborted"])
        #expect(server.requests("/refusal").count == 3)
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func nobodyWhoAnswersInTimeRefuses() async throws {
        try await first.register()
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        first.keys.setAnswer(.neverAnswers)
        server.clock.setMovement(.byPausesAndLimits)
        server.set { $0.script = [claim()] }
        try await eventually { server.requests("/refusal").count == 1 }
        try await first.embedded.cancelExtendCredentials()
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func aCertificateForAnotherUserIsNeverSigned() async throws {
        try await first.register()
        server.set { state in
            state.childUser = "0193b3a1-0000-7000-8000-00000000beef"
            state.script = [claim()]
        }
        #expect(try await ended(try await extend()) == ["started 482915037 true", "aborted"])
        #expect(server.requests("/approval").isEmpty)
        #expect(server.requests("/refusal").count == 1)
        #expect(first.keys.prompts.count == 2)
    }

    @Test func keysThatFailEndIt() async throws {
        try await first.register()
        let statuses = try await extend()
        try await eventually { !statuses.texts.isEmpty }
        first.keys.setAnswer(.fails(DeviceKeyError(.pinBlocked, "blocked")))
        server.set { $0.script = [claim()] }
        #expect(try await ended(statuses) == ["started 482915037 true", "aborted"])
        #expect(server.requests("/v2/extensions/extension-1").contains { $0.method == .delete })
    }

    @Test func aGapInTheConnectionIsWaitedOutAndALongOneEndsIt() async throws {
        try await first.register()
        for _ in 0..<10 { server.fail("/v2/extensions/extension-1", .lostRequest) }
        let statuses = try await extend()
        try await eventually { server.requests("/v2/extensions/extension-1").count >= 12 }
        #expect(statuses.texts == ["started 482915037 true"])
        for _ in 0..<200 { server.fail("/v2/extensions/extension-1", .lostRequest) }
        #expect(try await ended(statuses).last == "aborted")
        #expect(server.clock.elapsedMilliseconds >= ExtensionRun.patienceMilliseconds)
    }

    @Test func whatCannotBeginIsAFailure() async throws {
        let none = await told { first.embedded.extendCredentials(handles: [Credential.Handle("aurora")], callback: $0) }
        #expect(throws: BISDKError.credentialNotFound) { try none.get() }
        try await first.register()
        let empty = await told { first.embedded.extendCredentials(handles: [], callback: $0) }
        #expect(throws: BISDKError.credentialNotFound) { try empty.get() }
        server.set { state in for key in state.bound.keys { state.bound[key]?.state = "user_suspended" } }
        let handle = try await first.handle()
        let suspended = await told { first.embedded.extendCredentials(handles: [handle], callback: $0) }
        #expect(throws: BISDKError.self) { try suspended.get() }
        #expect(try await first.embedded.getCredentials().first?.state == .userSuspended)
    }

    @Test func theAsyncFaceHasThePersonPickTheNumber() async throws {
        try await first.register()
        server.set { $0.script = [claim()] }
        let offers = Lines()
        let approval = PairingApproval { offer in
            offers.append("\(offer.deviceName) \(offer.choices) \(offer.expiresInSeconds)")
            return .number("42")
        }
        var seen: [String] = []
        for try await status in first.embedded.extendCredentials(
            handles: [try await first.handle()],
            approval: approval
        ) {
            switch status {
            case .started: seen.append("started")
            case .tokenUpdated: seen.append("updated")
            case .done: seen.append("done")
            case .aborted: seen.append("aborted")
            }
        }
        #expect(seen == ["started", "done"])
        #expect(offers.texts == [#"Tablet ["17", "42", "88"] 60"#])
        #expect(server.requests("/approval").count == 1)
        #expect(first.keys.prompts.count == 3)
    }

    @Test func aWrongNumberIsRefusedWithoutAskingForTheKey() async throws {
        try await first.register()
        server.set { $0.script = [claim()] }
        let approval = PairingApproval { _ in .number("17") }
        let stream = first.embedded.extendCredentials(handles: [try await first.handle()], approval: approval)
        let reading = Task {
            var last: ExtendCredentialsStatus?
            for try await status in stream { last = status }
            return last
        }
        try await eventually { server.requests("/refusal").count == 1 }
        try await first.embedded.cancelExtendCredentials()
        guard case .aborted = try await reading.value else {
            Issue.record("it did not end by being aborted")
            return
        }
        #expect(first.keys.prompts.count == 2)
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func leavingTheLoopCancelsTheExtension() async throws {
        try await first.register()
        let approval = PairingApproval { _ in .refuse }
        for try await _ in first.embedded.extendCredentials(handles: [try await first.handle()], approval: approval) {
            break
        }
        try await eventually { server.requests("/v2/extensions/extension-1").contains { $0.method == .delete } }
    }
}
