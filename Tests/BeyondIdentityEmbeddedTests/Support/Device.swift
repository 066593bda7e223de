import ChaveBase
import ChaveCredentialChain
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveTesting
import Dispatch
import Foundation
import Testing

@testable import BeyondIdentityEmbedded

/// One device over a server of the test's.
struct Device: Sendable {
    let embedded = CoreEmbedded()
    /// Each device has keys of its own.
    let keys = TestSigningKeys(seed: .random(in: .min ... .max))
    let store = MemoryKeyStore()
    let queue = DispatchQueue(label: "callbacks of a test")
    let lines = Lines()
    let server: FakeServer

    init(_ server: FakeServer, name: String = "Telefone", clientID: String = "client") {
        self.server = server
        configure(name: name, clientID: clientID)
    }

    func configure(name: String = "Telefone", clientID: String = "client") {
        embedded.configure(configuration(name: name, clientID: clientID)) { [lines] _, line in lines.append(line) }
    }

    func configuration(name: String = "Telefone", clientID: String = "client") -> SignInConfiguration {
        SignInConfiguration(
            biometricAskPrompt: "Sign in to Aurora",
            clientID: clientID,
            domain: .custom(Device.base),
            redirectURI: "https://app.example/signed-in",
            surroundings: surroundings(name)
        )
    }

    func surroundings(_ name: String = "Telefone") -> SignInSurroundings {
        SignInSurroundings(
            transport: server,
            keys: keys,
            store: store,
            clock: server.clock.clock,
            deviceName: name,
            callbackQueue: queue
        )
    }

    static let base = URL(string: FakeServer.base) ?? URL(fileURLWithPath: "/")

    static func link(_ token: String = "good") -> URL {
        URL(string: "https://app.example/register?token=\(token)") ?? base
    }

    @discardableResult
    func register(_ token: String = "good") async throws -> Credential {
        let credential = try await embedded.registerCredentials(Device.link(token))
        try await server.learnChains()
        return credential
    }

    func handle() async throws -> Credential.Handle {
        try #require(await embedded.getCredentials().first?.handle)
    }
}

/// Texts that several tasks add to.
final class Lines: Sendable {
    private let all = Locked<[String]>([])

    var texts: [String] { all.withLock { $0 } }
    func append(_ text: String) { all.withLock { $0.append(text) } }
}
