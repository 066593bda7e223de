import ChaveBase
import ChaveJOSE
import ChaveWire
import Crypto
import SignInModel
import Testing

@testable import SignInCore

/// A person with a device that has a certificate, and the proofs that the device makes.
struct ChallengeRig: Sendable {
    struct Session {
        var id: String
        var challenge: String
    }

    let test: TestSignIn
    let device = TestDevice()
    let credential: RecordedCredential

    var signIn: SignIn { test.signIn }
    var user: String { credential.user }

    init(_ test: TestSignIn = TestSignIn()) async throws {
        self.test = try await test.withTenant()
        _ = try await test.user()
        var change = RecordChange()
        change.insert(
            OIDCClient(
                tenant: TestSignIn.home,
                id: "app",
                name: "App",
                redirectURIs: [OAuthRig.redirectURI],
                tokenAuthentication: .none,
                createdAt: test.now
            )
        )
        #expect(try await test.signIn.records.commit(change) == .committed)
        credential = try await test.bind(device).credential
    }

    /// What the first call sends.
    static func asked(_ purpose: SignInChallenge.Purpose, _ changes: [String: String?] = [:]) -> [String: String] {
        guard purpose == .signIn else { return ["client_id": "app"] }
        return OAuthRig.authorization("app", changes)
    }

    static func address(_ purpose: SignInChallenge.Purpose, tenant: TenantID? = TestSignIn.home) -> String {
        let path = purpose == .signIn ? "/v2/authorize-challenge" : "/v2/extensions"
        return TestSignIn.baseURL + (tenant.map { "/t/\($0.text)" } ?? "") + path
    }

    func begin(
        _ purpose: SignInChallenge.Purpose = .signIn,
        _ changes: [String: String?] = [:],
        tenant: TenantID? = TestSignIn.home
    ) async throws -> Session {
        let form = try OAuthRig.form(Self.asked(purpose, changes))
        let error = try await refusal {
            if purpose == .extension {
                _ = try await signIn.beginExtension(form, tenant: tenant)
            } else {
                _ = try await signIn.authorizeChallenge(form, tenant: tenant)
            }
        }
        #expect(error.code == .insufficientAuthorization)
        #expect(error.status == 403)
        #expect(error.members["expires_in"] == 120)
        #expect(error.members["tenant_id"]?.string == "sandbox")
        #expect(error.members["token_endpoint_auth_method"]?.string == "none")
        return Session(
            id: try #require(error.members["auth_session"]?.string),
            challenge: try #require(error.members["challenge"]?.string)
        )
    }

    func claims(
        _ session: Session,
        _ purpose: SignInChallenge.Purpose = .signIn,
        _ changes: [String: JSONValue?] = [:]
    ) -> JSONObject {
        var claims = JSONObject()
        for (name, value) in Self.asked(purpose) where !["response_type", "code_challenge_method"].contains(name) {
            claims[name] = .string(value)
        }
        claims["purpose"] = .string(purpose.rawValue)
        claims["challenge"] = .string(session.challenge)
        claims["auth_session"] = .string(session.id)
        claims["aud"] = .string(Self.address(purpose))
        claims["iat"] = JSONValue(test.now.seconds)
        claims["exp"] = JSONValue(test.now.seconds + 120)
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    /// By the rig's own device under the chain that it was given, unless others are named.
    func proof(
        _ claims: JSONObject,
        by key: P256.Signing.PrivateKey? = nil,
        chain: [[UInt8]]? = nil,
        header changes: [String: JSONValue?] = [:]
    ) throws -> String {
        var header: [String: JSONValue] = [
            "alg": "ES256", "typ": "chave-signin+jwt",
            "x5c": .array((chain ?? credential.chain).map { .string(Base64.encode($0)) }),
        ]
        for (name, value) in changes { header[name] = value }
        var object = JSONObject()
        for (name, value) in header { object[name] = value }
        let input = CompactJWS.signingInput(header: object, payload: JSONValue.object(claims).encoded())
        let signing = try SigningKey(p256: Array((key ?? device.key).rawRepresentation))
        return CompactJWS.assemble(signingInput: input, signature: try signing.signature(over: input))
    }

    func finish(_ session: String, _ proof: String?) async throws -> ChallengeAnswer {
        try await signIn.authorizeChallenge(second(session, proof), tenant: TestSignIn.home)
    }

    func finishExtension(_ session: String, _ proof: String?) async throws -> BegunExtension {
        try await signIn.beginExtension(second(session, proof), tenant: TestSignIn.home)
    }

    func second(_ session: String, _ proof: String?) throws -> OAuthParameters {
        var form = ["client_id": "app", "auth_session": session]
        form["assertion"] = proof
        return try OAuthRig.form(form)
    }

    /// Both calls, by a device under a chain of its own.
    func signedIn(by key: P256.Signing.PrivateKey? = nil, chain: [[UInt8]]? = nil) async throws -> ChallengeAnswer {
        let session = try await begin()
        return try await finish(session.id, proof(claims(session), by: key, chain: chain))
    }

    func extending(by key: P256.Signing.PrivateKey? = nil, chain: [[UInt8]]? = nil) async throws -> BegunExtension {
        let session = try await begin(.extension)
        return try await finishExtension(session.id, proof(claims(session, .extension), by: key, chain: chain))
    }

    func tokens(_ code: String) async throws -> TokenAnswer {
        try await signIn.token(
            OAuthRig.form([
                "grant_type": "authorization_code", "code": code, "client_id": "app",
                "redirect_uri": OAuthRig.redirectURI, "code_verifier": OAuthRig.verifier,
            ]),
            headers: TokenRequestHeaders(),
            tenant: TestSignIn.home
        )
    }
}
