import ChaveJOSE
import ChavePixModel
import ChaveWire
import Crypto
import Testing

@testable import SignInCore

/// From the mailed link to tokens, by the certificates themselves.
struct SignInByCertificateTests {
    private static let redirectURI = "https://app.example/callback"

    private static func form(_ values: [String: String]) throws -> OAuthParameters {
        try OAuthParameters(values.map { (name: $0.key, value: $0.value) })
    }

    private static func rig() async throws -> TestSignIn {
        let test = try await TestSignIn().withTenant()
        _ = try await test.user()
        var change = RecordChange()
        change.insert(
            OIDCClient(
                tenant: TestSignIn.home,
                id: "app",
                name: "App",
                redirectURIs: [redirectURI],
                tokenAuthentication: .none,
                createdAt: test.now
            )
        )
        #expect(try await test.signIn.records.commit(change) == .committed)
        return test
    }

    private static let asked = [
        "client_id": "app", "redirect_uri": redirectURI, "response_type": "code", "scope": "openid", "state": "s",
        "nonce": "n", "code_challenge": OAuthRig.challenge, "code_challenge_method": "S256",
    ]

    /// Both calls, the second with a proof by `key` under `chain`.
    private static func code(
        _ test: TestSignIn,
        _ key: P256.Signing.PrivateKey,
        _ chain: [[UInt8]]
    ) async throws -> ChallengeAnswer {
        let begun = try #require(
            try await test.refusal {
                _ = try await test.signIn.authorizeChallenge(
                    form(asked),
                    tenant: TestSignIn.home,
                    resolving: test.signIn
                )
            }
        )
        #expect(begun.code == .insufficientAuthorization)
        #expect(begun.members["tenant_id"]?.string == "sandbox")
        #expect(begun.members["token_endpoint_auth_method"]?.string == "none")
        let session = try #require(begun.members["auth_session"]?.string)
        var claims = JSONObject()
        claims["purpose"] = "sign-in"
        claims["challenge"] = begun.members["challenge"]
        claims["auth_session"] = .string(session)
        claims["aud"] = .string("\(TestSignIn.baseURL)/t/sandbox/v2/authorize-challenge")
        claims["iat"] = JSONValue(test.now.seconds)
        claims["exp"] = JSONValue(test.now.seconds + 120)
        for name in ["client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge"] {
            claims[name] = asked[name].map(JSONValue.string)
        }
        var header = JSONObject()
        header["x5c"] = .array(chain.map { .string(Base64.encode($0)) })
        let proof = try SigningKey(p256: Array(key.rawRepresentation)).sign(
            JSONValue.object(claims).encoded(),
            type: "chave-signin+jwt",
            extraHeader: header
        )
        return try await test.signIn.authorizeChallenge(
            form(["client_id": "app", "auth_session": session, "assertion": proof]),
            tenant: TestSignIn.home,
            resolving: test.signIn
        )
    }

    private static func bound(_ test: TestSignIn, _ device: TestDevice) async throws -> RecordedCredential {
        try await test.bind(device).credential
    }

    @Test func aBoundDeviceSignsInAndSoDoesOneThatItLetIn() async throws {
        let test = try await Self.rig()
        let (device, second) = (TestDevice(), TestDevice())
        let credential = try await Self.bound(test, device)
        let child = try await test.extend(credential, by: device.key, to: second)
        for (key, record) in [(device.key, credential), (second.key, child)] {
            let answer = try await Self.code(test, key, record.chain)
            #expect(answer.signer == ProofSigner(user: record.user, credential: record.id))
            #expect(answer.state == "s" && answer.issuer == "\(TestSignIn.baseURL)/t/sandbox")
            let tokens = try await test.signIn.token(
                Self.form([
                    "grant_type": "authorization_code", "code": answer.authorizationCode, "client_id": "app",
                    "redirect_uri": Self.redirectURI, "code_verifier": OAuthRig.verifier,
                ]),
                headers: TokenRequestHeaders(authorization: nil, proofs: []),
                tenant: TestSignIn.home
            )
            let person = try await test.signIn.userInformation(
                TokenRequestHeaders(authorization: "Bearer \(tokens.accessToken)", proofs: []),
                method: "GET",
                tenant: TestSignIn.home
            )
            #expect(person["sub"]?.string == record.user)
        }
    }

    /// Only whoever has the key is told what became of it.
    @Test func whatBecameOfADeviceIsToldToItsOwnKey() async throws {
        let test = try await Self.rig()
        let (device, stranger) = (TestDevice(), TestDevice())
        let credential = try await Self.bound(test, device)
        _ = try await test.signIn.suspendUser(credential.user, of: TestSignIn.home)
        let told = try await test.refusal { _ = try await Self.code(test, device.key, credential.chain) }
        #expect(told?.code == .accessDenied && told?.members["credential_state"]?.string == "user_suspended")
        let other = try await test.refusal { _ = try await Self.code(test, stranger.key, credential.chain) }
        #expect(other?.code == .invalidGrant && other?.members["credential_state"] == nil)
    }

    /// A chain that no tenant's root began is like a wrong signature.
    @Test func aChainOfAnotherRootIsNobodys() async throws {
        let test = try await Self.rig()
        let device = TestDevice()
        let credential = try await Self.bound(test, device)
        let cut = try await test.refusal {
            _ = try await Self.code(test, device.key, [credential.chain[0], credential.chain[0]])
        }
        #expect(cut?.code == .invalidGrant)
    }
}
