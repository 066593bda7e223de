import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveWire
import Crypto
import SignInCore
import Testing

/// A person's device: a key, and the chain that the server gave it.
struct PhoneInHand: Sendable {
    let key = P256.Signing.PrivateKey()
    var chain: [[UInt8]] = []
    var credential = ""
    var user = ""

    /// A certificate request as it goes over the wire.
    func request() async throws -> String {
        let request = try await CertificateRequest.make(key: key.publicKey) { [key] bytes in
            Array(try key.signature(for: bytes).derRepresentation)
        }
        return Base64.encode(request)
    }

    func signature(over bytes: [UInt8]) throws -> String {
        Base64.encode(Array(try key.signature(for: bytes).derRepresentation))
    }

    /// Takes a *bound credential*.
    mutating func take(_ bound: JSONValue?) throws {
        let pem = try #require(bound?["chain"]?.array).compactMap(\.string)
        chain = try pem.map { try PhoneInHand.certificate($0) }
        credential = try #require(bound?["credential_id"]?.string)
        user = try #require(bound?["user_id"]?.string)
    }

    private static func certificate(_ pem: String) throws -> [UInt8] {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-") }
        return try #require(Base64.decode(lines.joined()))
    }

    /// The proof that it has its credential's key.
    func proof(_ claims: JSONObject) throws -> String {
        var header = JSONObject()
        header["alg"] = "ES256"
        header["typ"] = "chave-signin+jwt"
        header["x5c"] = .array(chain.map { .string(Base64.encode($0)) })
        let input = CompactJWS.signingInput(header: header, payload: JSONValue.object(claims).encoded())
        let signing = try SigningKey(p256: Array(key.rawRepresentation))
        return CompactJWS.assemble(signingInput: input, signature: try signing.signature(over: input))
    }
}

/// What is common to a sign-in and an extension: a session, and the proof that answers it.
struct ProofSession: Sendable {
    let id: String
    let challenge: String

    init(_ reply: Reply) throws {
        id = try #require(reply["auth_session"]?.string)
        challenge = try #require(reply["challenge"]?.string)
    }

    func claims(_ purpose: String, at address: String, now: Timestamp, _ more: [String: String] = [:]) -> JSONObject {
        var claims = JSONObject()
        for (name, value) in more { claims[name] = .string(value) }
        claims["purpose"] = .string(purpose)
        claims["challenge"] = .string(challenge)
        claims["auth_session"] = .string(id)
        claims["aud"] = .string(address)
        claims["iat"] = JSONValue(now.seconds)
        claims["exp"] = JSONValue(now.seconds + 120)
        return claims
    }
}
