import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Crypto
import Foundation
import Testing

/// What the tests of this target start from.
enum Sample {
    static let relyingPartyID = "bank.example"

    static func creation(_ change: (inout CredentialCreationOptions) -> Void = { _ in }) -> CredentialCreationOptions {
        var options = CredentialCreationOptions(
            relyingPartyID: relyingPartyID,
            relyingPartyName: "Bank",
            userID: Array("user-1".utf8),
            userName: "ana",
            challenge: [UInt8](repeating: 7, count: 32),
            algorithms: [-7]
        )
        change(&options)
        return options
    }

    static func request(_ change: (inout CredentialRequestOptions) -> Void = { _ in }) -> CredentialRequestOptions {
        var options = CredentialRequestOptions(
            relyingPartyID: relyingPartyID,
            challenge: [UInt8](repeating: 9, count: 32)
        )
        change(&options)
        return options
    }

    static func authenticator(
        _ store: any KeyStore = MemoryKeyStore(),
        gesture: UserGesture = .always(.verified),
        configuration: SoftwareAuthenticator.Configuration = .init(now: { 1_800_000_000 })
    ) -> SoftwareAuthenticator {
        SoftwareAuthenticator(store: store, gesture: gesture, configuration: configuration)
    }

    static func credential(
        id: [UInt8] = [1, 2, 3],
        relyingPartyID: String = relyingPartyID,
        isDiscoverable: Bool = true,
        createdAt: Int64 = 1,
        signCount: UInt32 = 0
    ) throws -> DeviceCredential {
        DeviceCredential(
            id: id,
            relyingPartyID: relyingPartyID,
            userHandle: Array("user-1".utf8),
            userName: "ana",
            userDisplayName: "Ana",
            privateKey: try .generate(.es256),
            isDiscoverable: isDiscoverable,
            createdAt: createdAt,
            signCount: signCount
        )
    }

    static func data(_ assertion: CredentialAssertion) throws -> AuthenticatorData {
        try AuthenticatorData(decoding: assertion.authenticatorData)
    }

    static func data(_ created: CreatedCredential) throws -> AuthenticatorData {
        try AuthenticatorData(decoding: AttestationObject(decoding: created.attestationObject).authenticatorData)
    }
}

/// A directory that goes away with the test.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "chave-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var store: String { path + "/keys" }

    /// The names of the store's files, without lock and leftovers.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store).filter { !$0.hasPrefix(".") }.sorted()
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: store + "/" + name)))
    }

    func setBytes(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: store + "/" + name))
    }
}

extension StoreProtection {
    static let test = StoreProtection.passphrase("correct horse", cost: .insecureForTests)
}

/// What the person was asked, in order.
final class AskedRequests: @unchecked Sendable {
    // Unchecked: touched only while `lock` is held.
    private let lock = NSLock()
    private var asked: [GestureRequest] = []

    var all: [GestureRequest] { lock.withLock { asked } }

    func gesture(_ answer: GestureAnswer) -> UserGesture {
        UserGesture { request in
            self.lock.withLock { self.asked.append(request) }
            return answer
        }
    }
}

/// Expects a `DeviceKeyError` with that code.
func expectCode<Value>(
    _ code: DeviceKeyError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("no error; expected \(code)", sourceLocation: sourceLocation)
    } catch let error as DeviceKeyError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
