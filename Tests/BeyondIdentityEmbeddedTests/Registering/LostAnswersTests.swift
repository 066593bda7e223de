import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct LostAnswersTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    private var bodies: [[UInt8]] { server.requests("/v2/credentials").map { $0.body ?? [] } }

    private var pendingNames: [String] {
        get throws { try device.store.secretNames().filter { $0.hasPrefix("sign-in/pending/") } }
    }

    @Test func aLostAnswerIsAskedForAgainWithTheSameBytes() async throws {
        server.fail("/v2/credentials", .lostAnswer)
        try await device.register()
        #expect(bodies.count == 2)
        #expect(Set(bodies).count == 1)
        #expect(device.keys.prompts.count == 1)
        #expect(try pendingNames.isEmpty)
    }

    @Test func theKeyIsKeptAndTakenUpByTheSameLinkLater() async throws {
        for _ in 0..<4 { server.fail("/v2/credentials", .lostAnswer) }
        await expectFailure(.timedOut) { try await device.register() }
        #expect(device.keys.handles == ["key-1"])
        // The app was ended: nothing of it is left but its store and its keys.
        let restarted = CoreEmbedded()
        restarted.configure(device.configuration(name: "Renamed meanwhile"))
        let credential = try await restarted.registerCredentials(Device.link())
        #expect(credential.keyHandle == "key-1")
        #expect(bodies.count == 5)
        #expect(Set(bodies).count == 1)
        #expect(device.keys.prompts.count == 1)
        #expect(try pendingNames.isEmpty)
    }

    @Test func anotherLinkHasAKeyOfItsOwn() async throws {
        for _ in 0..<4 { server.fail("/v2/credentials", .lostRequest) }
        await expectFailure(.notConnected) { try await device.register("good-1") }
        let credential = try await device.register("good-2")
        #expect(credential.keyHandle == "key-2")
        #expect(device.keys.handles == ["key-2"])
    }

    @Test func aKeyThatTheStoreNoLongerHasIsMadeAnew() async throws {
        for _ in 0..<4 { server.fail("/v2/credentials", .lostRequest) }
        await expectFailure(.notConnected) { try await device.register() }
        try device.keys.delete("key-1")
        #expect(try await device.register().keyHandle == "key-2")
    }

    @Test(arguments: [400, 403, 409, 422])
    func aDefiniteRefusalEndsTheKey(_ status: Int) async throws {
        server.fail("/v2/credentials", .status(status, ["error": "conflict"]))
        await expectFailure(.refused) { try await device.register() }
        #expect(device.keys.handles.isEmpty)
        #expect(try pendingNames.isEmpty)
    }

    @Test(arguments: [(429, SignInError.Code.rateLimited), (500, .serverUnavailable), (503, .serverUnavailable)])
    func aPassingOneKeepsIt(_ status: Int, _ code: SignInError.Code) async throws {
        for _ in 0..<4 { server.fail("/v2/credentials", .status(status, ["error": "server_error"])) }
        await expectFailure(code) { try await device.register() }
        #expect(device.keys.handles == ["key-1"])
        server.set { $0.faults = [] }
        #expect(try await device.register().keyHandle == "key-1")
    }

    @Test(arguments: [
        ("user_suspended", SignInError.Code.userSuspended), ("user_deleted", .userDeleted),
        ("device_deleted", .deviceDeleted),
    ])
    func aRefusalOfTheUserIsToldByItsState(_ name: String, _ code: SignInError.Code) async throws {
        server.set { $0.linkedUserState = name }
        await expectFailure(code) { try await device.register() }
        #expect(try await device.embedded.getCredentials().isEmpty)
    }

    @Test func aDamagedRecordOfWhatWaitsStopsNothing() async throws {
        for _ in 0..<4 { server.fail("/v2/credentials", .lostRequest) }
        await expectFailure(.notConnected) { try await device.register() }
        try device.store.setSecret("sign-in/pending/link", [1, 2, 3])
        #expect(try await device.register().keyHandle == "key-2")
    }
}
