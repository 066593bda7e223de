import ChaveBase
import ChaveTesting
import ChaveTransport
import Dispatch
import Testing

@testable import BeyondIdentityEmbedded

/// A phone on which the app has set nothing that the guide does not set: the SDK shows what is needed by itself.
@Suite(.timeLimit(.minutes(15)))
struct OwnSheetTests {
    private let server: FakeServer
    private let first: Device
    private let sheet = FakeSheet()

    init() throws {
        server = try FakeServer(clock: TestClock())
        first = Device(server)
        first.configureAsPhone(sheet)
    }

    // MARK: - The device that has the credential

    @Test func extendCredentialsInCallbackFormAsksByItself() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        let lines = try await first.extend()
        try await sheet.waitUntilShown()
        let words = await sheet.shown[0]
        #expect(words.message.contains("“Tablet”"))
        #expect(words.buttons == ["17", "42", "88", "Refuse"])
        await sheet.press("42")
        #expect(try await first.ended(lines) == ["started 482915037 true", "done"])
        // The key is used with a verification of its own: registration, opening, approval.
        #expect(first.keys.prompts.count == 3)
    }

    @Test(arguments: ["17", "Refuse"]) func anotherNumberAndANoRefuse(_ button: String) async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        let lines = try await first.extend()
        try await sheet.waitUntilShown()
        await sheet.press(button)
        try await eventually { server.requests("/refusal").count == 1 }
        #expect(try await first.ended(lines, cancelling: true).last == "aborted")
        #expect(server.requests("/approval").isEmpty)
        #expect(first.keys.prompts.count == 2)
    }

    @Test func withoutAWindowNothingBeginsAndTheErrorSaysSo() async throws {
        try await first.register()
        await MainActor.run { sheet.hasWindow = false }
        let lines = try await first.extend()
        let texts = try await first.ended(lines)
        #expect(texts.count == 1 && texts[0].hasPrefix("failed") && texts[0].contains("window"))
        #expect(server.requests("/v2/extensions").isEmpty)
        // The SDK is free again.
        _ = try await first.embedded.getCredentials()
    }

    @Test func aWindowThatGoesMeanwhileEndsIt() async throws {
        try await first.register()
        let lines = try await first.extend()
        try await eventually { !lines.texts.isEmpty }
        await MainActor.run { sheet.hasWindow = false }
        server.set { $0.script = [server.claiming()] }
        #expect(try await first.ended(lines) == ["started 482915037 true", "aborted"])
        #expect(server.requests("/refusal").count == 1)
    }

    @Test func cancellingTakesTheSheetAway() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        let lines = try await first.extend()
        try await sheet.waitUntilShown()
        #expect(try await first.ended(lines, cancelling: true).last == "aborted")
        try await sheet.waitUntilGone()
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func nobodyWhoPicksInTimeRefusesAndTheSheetGoes() async throws {
        try await first.register()
        server.clock.setMovement(.byPausesAndLimits)
        server.set { $0.script = [server.claiming()] }
        let lines = try await first.extend()
        try await eventually { server.requests("/refusal").count == 1 }
        try await sheet.waitUntilGone()
        _ = try await first.ended(lines, cancelling: true)
        #expect(server.requests("/approval").isEmpty)
    }

    @Test func whatTheAppHasSetWins() async throws {
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        first.embedded.onPairing(PairingApproval { _ in .number("42") })
        #expect(try await first.ended(try await first.extend()).last == "done")
        #expect(await sheet.shown.isEmpty)
    }

    @Test func aPromptThatShowsATextAsksOnce() async throws {
        first.configureAsPhone(sheet, showsPrompt: true)
        try await first.register()
        server.set { $0.script = [server.claiming()] }
        #expect(try await first.ended(try await first.extend()).last == "done")
        #expect(await sheet.shown.isEmpty)
    }

    // MARK: - The device that is to get one

    /// An extension that nobody answers, for claims.
    private func offer() async throws -> Device {
        let other = Device(server)
        try await other.register()
        let bound = try #require(server.state.withLock { $0.bound.keys.first })
        server.set { state in
            state.extending = FakeServer.Extension(parent: bound)
            state.holdsClaims = true
        }
        return other
    }

    private func importing() -> Task<[Credential], any Error> {
        Task { [first] in try await first.embedded.registerCredentials(token: CredentialToken(value: "482915037")) }
    }

    @Test func theImportingDeviceShowsItsNumberUntilTheOtherHasAnswered() async throws {
        _ = try await offer()
        let task = importing()
        try await sheet.waitUntilShown()
        #expect(await sheet.shown[0].title == "42")
        #expect(await sheet.shown[0].message.contains("Padaria Aurora"))
        #expect(await sheet.isStanding)
        server.set { $0.extending?.claim?.status = "refused" }
        await expectFailure(.refusedByOtherDevice) { _ = try await task.value }
        #expect(await !sheet.isStanding)
    }

    @Test func theButtonOfTheNumberCancelsTheImport() async throws {
        _ = try await offer()
        let task = importing()
        try await sheet.waitUntilShown()
        await sheet.press("Cancel")
        await expectFailure(.userCancelled) { _ = try await task.value }
        #expect(server.requests("/v2/extension-claims/claim-1").contains { $0.method == .delete })
    }

    @Test func aCancelledTaskTakesTheNumberAway() async throws {
        _ = try await offer()
        let task = importing()
        try await sheet.waitUntilShown()
        task.cancel()
        await expectFailure(.cancelled) { _ = try await task.value }
        #expect(await !sheet.isStanding)
    }

    @Test func aNumberThatNobodyCouldSeeIsNotAskedFor() async throws {
        _ = try await offer()
        await MainActor.run { sheet.hasWindow = false }
        let error = await expectFailure(.configuration) { _ = try await importing().value }
        #expect(error?.message.contains("window") == true)
        #expect(server.requests("/v2/extension-claims").isEmpty)
    }

    @Test func aMacWithoutAWindowGoesOn() async throws {
        _ = try await offer()
        first.configureAsPhone(sheet, showsPrompt: true)
        await MainActor.run { sheet.hasWindow = false }
        let task = importing()
        try await eventually { server.requests("/v2/extension-claims/claim-1").count == 1 }
        server.set { $0.extending?.claim?.status = "refused" }
        await expectFailure(.refusedByOtherDevice) { _ = try await task.value }
    }

    @Test func anAppThatShowsTheNumberIsLeftToIt() async throws {
        _ = try await offer()
        let shown = Lines()
        first.embedded.onMatchNumber { shown.append($0.text) }
        let task = importing()
        try await eventually { server.requests("/v2/extension-claims/claim-1").count == 1 }
        server.set { $0.extending?.claim?.status = "refused" }
        await expectFailure(.refusedByOtherDevice) { _ = try await task.value }
        first.queue.sync {}
        #expect(shown.texts == ["42"])
        #expect(await sheet.shown.isEmpty)
    }
}
