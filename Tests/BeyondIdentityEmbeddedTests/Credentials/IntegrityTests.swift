import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct IntegrityTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    private func recordName() throws -> String {
        try #require(try device.store.secretNames().first { $0.hasPrefix("sign-in/credential/") })
    }

    private func change(_ change: (inout JSONObject) -> Void) throws {
        let name = try recordName()
        let bytes = try #require(try device.store.secret(name))
        var record = try #require(try JSONValue(parsing: bytes).object)
        change(&record)
        try device.store.setSecret(name, JSONValue.object(record).encoded())
    }

    @Test(arguments: KeptCredential.Field.allCases)
    func aChangedFieldIsGoneAndTheStateIsInvalid(_ field: KeptCredential.Field) async throws {
        let whole = try await device.register()
        try change { record in
            let tag = record[field.rawValue]?.array?.last ?? .null
            record[field.rawValue] = [field == .chain ? .array([.string(whole.chain[0])]) : "another", tag]
        }
        let credential = try #require(try await device.embedded.getCredentials().first)
        #expect(credential.state == .invalid)
        #expect(credential.handle == whole.handle)
        #expect(credential.keyHandle == (field == .keyHandle ? nil : whole.keyHandle))
        #expect(credential.created == (field == .created ? nil : whole.created))
        #expect(credential.name == (field == .name ? "" : whole.name))
        #expect(credential.logoURL == (field == .logoURL ? "" : whole.logoURL))
        #expect(credential.loginURI == (field == .loginURI ? nil : whole.loginURI))
        #expect(credential.enrollURI == (field == .enrollURI ? nil : whole.enrollURI))
        #expect(credential.chain == (field == .chain ? [] : whole.chain))
        #expect(credential.rootFingerprint == (field == .rootFingerprint ? nil : whole.rootFingerprint))
    }

    @Test(arguments: KeptCredential.Field.allCases)
    func aFieldThatIsTakenAwayIsSeen(_ field: KeptCredential.Field) async throws {
        try await device.register()
        try change { $0[field.rawValue] = nil }
        #expect(try await device.embedded.getCredentials().first?.state == .invalid)
    }

    @Test func aFieldOfAnotherNameDoesNotPass() async throws {
        try await device.register()
        try change { $0["login_uri"] = $0["enroll_uri"] }
        let credential = try #require(try await device.embedded.getCredentials().first)
        #expect(credential.loginURI == nil)
        #expect(credential.state == .invalid)
    }

    @Test func aFieldOfAnEarlierRecordDoesNotPass() async throws {
        try await device.register("good-1")
        let older = try #require(try device.store.secret(try recordName()))
        try await device.register("good-2")
        try device.store.setSecret(try recordName(), older)
        #expect(try await device.embedded.getCredentials().first?.state == .invalid)
    }

    @Test func aRecordOfWhichNothingIsLeftIsStillSeen() async throws {
        let whole = try await device.register()
        try device.store.setSecret(try recordName(), [1, 2, 3])
        let credential = try #require(try await device.embedded.getCredentials().first)
        #expect(credential.state == .invalid)
        #expect(credential.handle == whole.handle)
        #expect(credential.chain.isEmpty)
    }

    @Test func aDamagedCredentialSignsNothingAndCanBeReplaced() async throws {
        try await device.register("good-1")
        try change { $0["name"] = nil }
        let prompts = device.keys.prompts.count
        await expectFailure(.credentialInvalid) { _ = try await device.embedded.authenticate() }
        #expect(device.keys.prompts.count == prompts)
        try await device.register("good-2")
        _ = try await device.embedded.authenticate()
    }

    @Test func deletingRemovesCredentialAndKey() async throws {
        let credential = try await device.register()
        let deleted = await told { device.embedded.deleteCredential(for: credential.handle, callback: $0) }
        #expect(deleted == .success(Credential.Handle("aurora")))
        #expect(try await device.embedded.getCredentials().isEmpty)
        #expect(device.keys.handles.isEmpty)
        #expect(try device.store.secretNames().allSatisfy { !$0.hasPrefix("sign-in/credential/") })
        await expectFailure(.credentialNotFound) { _ = try await device.embedded.authenticate() }
    }

    @Test(arguments: [nil, Credential.Handle("another")])
    func anUnknownHandleOrNoneIsNotFound(_ handle: Credential.Handle?) async throws {
        try await device.register()
        #expect(
            await told { device.embedded.deleteCredential(for: handle, callback: $0) } == .failure(.credentialNotFound)
        )
        await expectFailure(.credentialNotFound) { try await device.embedded.deleteCredential(for: handle) }
        #expect(try await device.embedded.getCredentials().count == 1)
    }
}
