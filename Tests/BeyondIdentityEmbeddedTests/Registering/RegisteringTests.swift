import ChaveBase
import ChaveCredentialChain
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Crypto
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct RegisteringTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    @Test func aRegisteredCredentialIsThereWithAllItsFields() async throws {
        let credential = try await device.register()
        #expect(try await device.embedded.getCredentials() == [credential])
        #expect(credential.handle == Credential.Handle("aurora"))
        #expect(credential.keyHandle == "key-1")
        #expect(credential.name == "Padaria Aurora")
        #expect(credential.logoURL == "https://aurora.example/logo.png")
        #expect(credential.loginURI == "https://aurora.example/login")
        #expect(credential.enrollURI == "https://aurora.example/enroll")
        #expect(credential.created == "2026-08-31T12:00:00Z")
        #expect(credential.chain.count == 2)
        #expect(credential.rootFingerprint == server.state.withLock { $0.root.fingerprint })
        #expect(credential.state == .active)
        #expect(device.keys.prompts == ["Sign in to Aurora"])
    }

    @Test func theRequestCarriesTheTokenTheNameAndAProvenKey() async throws {
        try await device.register("good-token")
        let body = try FakeServer.json(try #require(server.requests("/v2/credentials").first))
        #expect(body["token"]?.string == "good-token")
        #expect(body["device_name"]?.string == "Telefone")
        #expect(throws: Never.self) { try CertificateRequest(verifying: FakeServer.bytes(body["csr"])) }
    }

    @Test(arguments: [
        ("", "device"), (" \n ", "device"), ("  Maria's\u{202E} phone ", "Maria's phone"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 60)),
    ])
    func aDevicesNameIsSentAsTheServerTakesIt(_ name: String, _ sent: String) {
        #expect(PrintableText.deviceName(name) == sent)
    }

    @Test func anotherRegistrationOfTheTenantReplacesTheFirst() async throws {
        let first = try await device.register("good-1")
        let second = try await device.register("good-2")
        #expect(try await device.embedded.getCredentials() == [second])
        #expect(first.keyHandle != second.keyHandle)
        #expect(device.keys.handles == ["key-2"])
        #expect(try device.store.secretNames().filter { $0.hasPrefix("sign-in/credential/") }.count == 1)
    }

    @Test func aSpentLinkIsSaidToBeSpentAndLeavesNoKey() async throws {
        try await device.register()
        let before = try await device.embedded.getCredentials()
        await expectFailure(.invalidCode) { try await device.register() }
        #expect(try await device.embedded.getCredentials() == before)
        #expect(device.keys.handles == ["key-1"])
        #expect(try device.store.secretNames().allSatisfy { !$0.hasPrefix("sign-in/pending/") })
    }

    @Test func aPersonWhoRefusesSendsNothing() async throws {
        device.keys.setAnswer(.cancels)
        await expectFailure(.userCancelled) { try await device.register() }
        #expect(server.state.withLock { $0.requests.isEmpty })
        #expect(device.keys.handles.isEmpty)
    }

    @Test(arguments: ["user_id", "tenant_id", "credential_id", "root_fingerprint"])
    func aCertificateForAnotherIsRefused(_ member: String) async throws {
        server.set { $0.changes["/v2/credentials"] = { $0[member] = "another" } }
        await expectFailure(.untrustedChain) { try await device.register() }
        #expect(try await device.embedded.getCredentials().isEmpty)
        // The server has spent the link on this key: where only the answer was wrong, the same link still works.
        server.set { $0.changes = [:] }
        try await device.register()
        #expect(device.keys.handles == ["key-1"])
    }

    @Test func aCertificateForAnotherKeyIsRefused() async throws {
        let other = Device(server)
        let credential = try await other.register("good-other")
        let bound = try #require(server.state.withLock { $0.bound.first })
        server.set { state in
            state.changes["/v2/credentials"] = { body in
                body["chain"] = .array(credential.chain.map(JSONValue.string))
                body["credential_id"] = .string(bound.key)
            }
        }
        await expectFailure(.untrustedChain) { try await device.register() }
    }

    @Test func aChainThatIsCutIsRefused() async throws {
        server.set { state in
            state.changes["/v2/credentials"] = { body in
                body["chain"] = .array(Array(body["chain"]?.array?.prefix(1) ?? []))
            }
        }
        await expectFailure(.unreadableAnswer) { try await device.register() }
    }

    @Test func theRootOfTheFirstRegistrationIsPinnedUntilDeletion() async throws {
        let first = try await device.register("good-1")
        let another = try FakeServer.root(server.clock)
        server.set { $0.root = another }
        await expectFailure(.untrustedChain) { try await device.register("good-2") }
        #expect(try await device.embedded.getCredentials() == [first])
        try await device.embedded.deleteCredential(for: first.handle)
        server.set { $0.bound = [:] }
        #expect(try await device.register("good-3").rootFingerprint == another.fingerprint)
    }

    @Test func aCallbackHearsOfTheCredential() async throws {
        let result = await told { device.embedded.registerCredentials(Device.link(), callback: $0) }
        #expect(try result.get().state == .active)
    }
}
