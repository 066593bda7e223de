import ChaveCredentialChain
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct WaysOutTests {
    private static let otherUser = "0193b3a1-0000-7000-8000-00000000beef"

    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    @Test(arguments: ["no json", "{}", "[[1]]", #"[["aurora"]]"#])
    func aDamagedListNamesItsWayOutWhichWorks(_ text: String) async throws {
        try await device.register("good-1")
        try device.store.setSecret("sign-in/credentials", Array(text.utf8))
        let error = await expectFailure(.credentialInvalid) { _ = try await device.embedded.getCredentials() }
        #expect(error?.message.contains("deleteAllCredentials") == true)
        await expectFailure(.credentialInvalid) {
            try await device.embedded.deleteCredential(for: Credential.Handle("aurora"))
        }
        try await device.embedded.deleteAllCredentials()
        #expect(try device.store.secretNames().isEmpty)
        #expect(device.keys.handles.isEmpty)
        #expect(try await device.embedded.getCredentials().isEmpty)
        try await device.register("good-2")
        _ = try await device.embedded.authenticate()
    }

    @Test func theWayOutIsThereForCallbacksAndTouchesNothingElse() async throws {
        try await device.register()
        try device.store.setSecret("another product's", [1])
        let result: Result<Void, BISDKError> = await told { device.embedded.deleteAllCredentials(callback: $0) }
        #expect(throws: Never.self) { try result.get() }
        #expect(try device.store.secretNames() == ["another product's"])
    }

    @Test func aDamagedRecordIsDeletedByItsHandle() async throws {
        let credential = try await device.register()
        let name = try #require(try device.store.secretNames().first { $0.hasPrefix("sign-in/credential/") })
        try device.store.setSecret(name, [1, 2, 3])
        try await device.embedded.deleteCredential(for: credential.handle)
        #expect(try await device.embedded.getCredentials().isEmpty)
    }

    @Test func aClockThatIsBehindIsSaidToBeAndTheLinkIsStillGood() async throws {
        let late = TestClock()
        late.moveDate(milliseconds: -86_400_000)
        var configuration = device.configuration()
        configuration.surroundings.clock = late.clock
        let behind = CoreEmbedded()
        behind.configure(configuration)
        let error = await expectFailure(.clockWrong) { _ = try await behind.registerCredentials(Device.link()) }
        #expect(error?.message.contains("clock is behind") == true)
        late.advance(milliseconds: 86_400_000)
        _ = try await behind.registerCredentials(Device.link())
        late.moveDate(milliseconds: -86_400_000)
        await expectFailure(.clockWrong) { _ = try await behind.authenticate() }
    }

    @Test func aTokenOfLaterIsTheClocksFaultToo() async throws {
        try await device.register()
        for claim in ["iat", "nbf"] {
            server.set { $0.changesIDToken = { $0[claim] = JSONValue(server.clock.seconds + 100) } }
            await expectFailure(.clockWrong) { _ = try await device.embedded.authenticate() }
            server.set { $0.changesIDToken = { $0[claim] = JSONValue(server.clock.seconds + 59) } }
            _ = try await device.embedded.authenticate()
        }
    }

    @Test func aCertificateThatHasRunOutIsSaidToHave() async throws {
        try await device.register()
        server.clock.advance(milliseconds: 366 * 86_400_000)
        let error = await expectFailure(.credentialExpired) { _ = try await device.embedded.authenticate() }
        #expect(error?.message.contains("recover") == true)
        #expect(device.keys.prompts.count == 1)
    }

    @Test func anotherUsersCredentialIsNotReplacedUnasked() async throws {
        let first = try await device.register("good-1")
        server.set { $0.linkedUser = WaysOutTests.otherUser }
        let error = await expectFailure(.anotherUser) { try await device.register("good-2") }
        #expect(error?.message.contains(FakeServer.user) == true)
        #expect(error?.message.contains(WaysOutTests.otherUser) == true)
        #expect(try await device.embedded.getCredentials() == [first])
        _ = try await device.embedded.authenticate()
        // The link waits for a decision.
        try await device.embedded.deleteCredential(for: first.handle)
        let second = try await device.register("good-2")
        #expect(try await device.embedded.getCredentials() == [second])
        #expect(device.keys.handles == [second.keyHandle])
    }

    @Test func anAppMaySayThatUsersReplaceOneAnother() async throws {
        try await device.register("good-1")
        server.set { $0.linkedUser = WaysOutTests.otherUser }
        var configuration = device.configuration()
        configuration.replacesOtherUsers = true
        device.embedded.configure(configuration)
        let second = try await device.register("good-2")
        #expect(try await device.embedded.getCredentials() == [second])
    }

    @Test func aDeviceWithoutALockIsSaidToHaveNoneAndTheLinkIsStillGood() async throws {
        device.keys.setHasLock(false)
        let error = await expectFailure(.noDeviceLock) { try await device.register() }
        #expect(error?.message.contains("set a code") == true)
        #expect(try await device.embedded.getCredentials().isEmpty)
        device.keys.setHasLock(true)
        try await device.register()
        _ = try await device.embedded.authenticate()
    }
}
