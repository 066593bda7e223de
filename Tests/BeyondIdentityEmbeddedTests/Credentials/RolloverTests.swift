import ChaveBase
import ChaveCredentialChain
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct RolloverTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    private func pinned() throws -> [String] {
        try device.embedded.configured?.vault.pinnedRoots(of: FakeServer.tenant) ?? []
    }

    @Test func aRenewalUnderANewRootIsTakenAndBothRootsArePinned() async throws {
        let before = try await device.register()
        #expect(try pinned() == [before.rootFingerprint])
        try server.rollOver()
        server.set { $0.renewsCertificate = true }
        _ = try await device.embedded.authenticate()
        let after = try #require(try await device.embedded.getCredentials().first)
        #expect(after.state == .active)
        #expect(after.rootFingerprint == server.state.withLock { $0.root.fingerprint })
        #expect(after.chain != before.chain)
        #expect(try pinned() == [after.rootFingerprint, before.rootFingerprint])
        // It goes on signing in, and the old root is forgotten when it is renewed once more.
        _ = try await device.embedded.authenticate()
        #expect(try pinned() == [after.rootFingerprint])
    }

    @Test func inARolloverLinksOfBothRootsAreTaken() async throws {
        try await device.register("good-1")
        try server.rollOver()
        server.set { $0.renewsCertificate = true }
        _ = try await device.embedded.authenticate()
        server.set { $0.renewsCertificate = false }
        #expect(try await device.register("good-2").rootFingerprint == server.state.withLock { $0.root.fingerprint })
    }

    @Test func aNewRootThatNoRenewalBroughtIsNotTaken() async throws {
        let before = try await device.register("good-1")
        try server.rollOver()
        await expectFailure(.untrustedChain) { try await device.register("good-2") }
        #expect(try await device.embedded.getCredentials() == [before])
        #expect(try pinned() == [before.rootFingerprint])
    }

    @Test func aRenewalForAnotherKeyBringsNoRoot() async throws {
        let before = try await device.register()
        try server.rollOver()
        let other = Device(server)
        let stranger = try await other.register("good-other")
        server.set { state in
            state.changes["/v2/authorize-challenge"] = { body in
                if body["iss"] != nil { body["chain"] = .array(stranger.chain.map(JSONValue.string)) }
            }
        }
        _ = try await device.embedded.authenticate()
        #expect(try await device.embedded.getCredentials() == [before])
        #expect(try pinned() == [before.rootFingerprint])
    }

    @Test func aDeviceUnderTheNewRootLetsAnotherIn() async throws {
        try await device.register()
        try server.rollOver()
        server.set { $0.renewsCertificate = true }
        let lines = try await device.extend()
        try await eventually { !lines.texts.isEmpty }
        try await server.learnChains()
        server.set { $0.script = [server.claiming()] }
        #expect(try await device.ended(lines).last == "done")
        #expect(try pinned().count == 2)
    }
}
