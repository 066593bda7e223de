import ChaveBase
import ChaveJOSE
import ChaveTesting
import ChaveTransport
import ChaveWire
import Crypto
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct IDTokenForgeryTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    private var key: SigningKey { server.state.withLock { $0.signingKey } }

    private func isRefused(_ forge: @escaping @Sendable (CompactJWS, SigningKey) throws -> String) async throws {
        try await device.register()
        let key = self.key
        server.set { $0.forgesIDToken = { try forge(CompactJWS(parsing: $0), key) } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        #expect(try await device.embedded.configured?.tokenStore().kept() == nil)
        server.set { $0.forgesIDToken = nil }
        _ = try await device.embedded.authenticate()
    }

    /// The same payload under another header, signed by the published key all the same.
    private func signed(
        _ jws: CompactJWS,
        _ key: SigningKey,
        _ change: (inout JSONObject) -> Void
    ) throws -> String {
        var header = jws.header
        change(&header)
        let input = CompactJWS.signingInput(header: header, payload: jws.payload)
        return CompactJWS.assemble(signingInput: input, signature: try key.signature(over: input))
    }

    @Test(arguments: ["none", "None", "HS256", "RS256", "ES384", "ES256 "])
    func anotherAlgorithmIsRefused(_ algorithm: String) async throws {
        try await isRefused { try signed($0, $1) { $0["alg"] = .string(algorithm) } }
    }

    @Test func anUnsignedTokenIsRefused() async throws {
        try await isRefused { jws, _ in
            var header = JSONObject()
            header["alg"] = "none"
            return CompactJWS.assemble(
                signingInput: CompactJWS.signingInput(header: header, payload: jws.payload),
                signature: []
            )
        }
    }

    @Test func aMACByThePublishedKeyIsRefused() async throws {
        let published = Array(JSONValue.object(key.publicKey.jwk).encoded())
        try await isRefused { jws, _ in
            var header = jws.header
            header["alg"] = "HS256"
            let input = CompactJWS.signingInput(header: header, payload: jws.payload)
            let code = HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: published))
            return CompactJWS.assemble(signingInput: input, signature: Array(code))
        }
    }

    @Test(arguments: ["First", "first ", "../first", "first' OR '1'='1", "", "https://keys.example/first"])
    func aKeyOfAnotherNameIsRefused(_ name: String) async throws {
        try await isRefused { try signed($0, $1) { $0["kid"] = .string(name) } }
    }

    @Test func criticalExtensionsAreRefused() async throws {
        try await isRefused { try signed($0, $1) { $0["crit"] = ["b64"] } }
    }

    @Test(arguments: ["jwk", "jku", "x5u", "x5c"])
    func noKeyThatTheTokenBringsCounts(_ member: String) async throws {
        let stranger = try SigningKey.generate(.es256, keyID: "first")
        try await isRefused { jws, _ in
            var header = jws.header
            header[member] = member == "jwk" ? .object(stranger.publicKey.jwk) : "https://keys.example/first"
            let input = CompactJWS.signingInput(header: header, payload: jws.payload)
            return CompactJWS.assemble(signingInput: input, signature: try stranger.signature(over: input))
        }
        #expect(server.state.withLock { $0.requests.allSatisfy { $0.url.hasPrefix(FakeServer.base) } })
    }

    @Test func aTokenWithoutItsSignatureOrWithAnotherIsRefused() async throws {
        try await isRefused { jws, _ in CompactJWS.assemble(signingInput: jws.signingInput, signature: []) }
    }

    @Test func aPartyThatIsAnotherClientIsRefused() async throws {
        try await device.register()
        server.set { $0.changesIDToken = { $0["azp"] = "another" } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        server.set { $0.changesIDToken = { $0["azp"] = "client" } }
        _ = try await device.embedded.authenticate()
    }

    @Test(arguments: [["another"], [], ["Client"]] as [[String]])
    func aListOfAudiencesWithoutThisClientIsRefused(_ audiences: [String]) async throws {
        try await device.register()
        server.set { $0.changesIDToken = { $0["aud"] = .array(audiences.map(JSONValue.string)) } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
    }

    @Test func keysAreReadAgainAfterTenMinutes() async throws {
        try await device.register()
        _ = try await device.embedded.authenticate()
        server.clock.advance(milliseconds: 599_000)
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/jwks").count == 1)
        server.clock.advance(milliseconds: 1_000)
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/jwks").count == 2)
        // A clock that was put back makes none fresher.
        server.clock.moveDate(milliseconds: -5_000)
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/jwks").count == 3)
    }

    @Test func unknownKeysAreAskedForOnceInHalfAMinute() async throws {
        try await device.register()
        _ = try await device.embedded.authenticate()
        server.clock.advance(milliseconds: 31_000)
        let key = self.key
        server.set { $0.forgesIDToken = { try signed(CompactJWS(parsing: $0), key) { $0["kid"] = "unknown" } } }
        for _ in 0..<5 {
            await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        }
        #expect(server.requests("/jwks").count == 2)
        server.clock.advance(milliseconds: 31_000)
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        #expect(server.requests("/jwks").count == 3)
    }
}
