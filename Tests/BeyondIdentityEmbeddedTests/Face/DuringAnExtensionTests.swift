import ChaveTesting
import ChaveTransport
import Dispatch
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct DuringAnExtensionTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    @Test func everyOtherCallFailsAtOnceOnBothFaces() async throws {
        try await device.register()
        let embedded = device.embedded
        let handle = try await device.handle()
        let lines = try await device.extend()
        try await eventually { !lines.texts.isEmpty }
        await expectFailure(.extensionInProgress) { _ = try await embedded.registerCredentials(Device.link()) }
        await expectFailure(.extensionInProgress) {
            _ = try await embedded.registerCredentials(token: CredentialToken(value: "123456789"))
        }
        await expectFailure(.extensionInProgress) { _ = try await embedded.createPKCE() }
        await expectFailure(.extensionInProgress) {
            _ = try await embedded.authorize(pkceChallenge: nil, scope: "openid")
        }
        await expectFailure(.extensionInProgress) { _ = try await embedded.authenticate() }
        await expectFailure(.extensionInProgress) { _ = try await embedded.getCredentials() }
        await expectFailure(.extensionInProgress) { try await embedded.deleteCredential(for: handle) }
        await expectFailure(.extensionInProgress) { try await embedded.deleteAllCredentials() }
        await expectFailure(.extensionInProgress) { try await embedded.signOut() }
        let expected = SignInError.extensionInProgress.legacy
        #expect(await told { embedded.createPKCE(callback: $0) } == .failure(expected))
        #expect(await told { embedded.authenticate(callback: $0) } == .failure(expected))
        #expect(await told { embedded.getCredentials(callback: $0) } == .failure(expected))
        #expect(await told { embedded.deleteCredential(for: handle, callback: $0) } == .failure(expected))
        #expect(try await device.ended(lines, cancelling: true) == ["started 482915037 true", "aborted"])
        #expect(try await embedded.getCredentials().count == 1)
    }

    @Test func afterTheEndNothingMoreIsTold() async throws {
        try await device.register()
        let lines = try await device.extend()
        try await eventually { !lines.texts.isEmpty }
        try await device.embedded.cancelExtendCredentials()
        server.set { state in
            state.extending?.code = "999999999"
            state.extending?.version += 1
        }
        try await device.embedded.cancelExtendCredentials()
        _ = try await device.embedded.getCredentials()
        device.queue.sync {}
        #expect(lines.texts == ["started 482915037 true", "aborted"])
    }

    @Test func aNewConfigurationLeavesTheExtensionAsItBegan() async throws {
        try await device.register()
        let lines = try await device.extend()
        try await eventually { !lines.texts.isEmpty }
        device.configure(clientID: "another")
        await expectFailure(.extensionInProgress) { _ = try await device.embedded.authenticate() }
        server.set { $0.script = [server.claiming()] }
        #expect(try await device.ended(lines).last == "done")
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/v2/token").map { FakeServer.form($0)["client_id"] } == ["another"])
    }
}
