import ChaveBase
import ChaveJOSE
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct AuthenticatingTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    @Test func aPublicClientGetsVerifiedTokens() async throws {
        try await device.register()
        let tokens = try await device.embedded.authenticate()
        #expect(tokens.accessToken == AccessToken(value: "chave_at_secret", type: "Bearer", expiresIn: 300))
        #expect(tokens.idToken.split(separator: ".").count == 3)
        let begun = FakeServer.form(try #require(server.requests("/v2/authorize-challenge").first))
        #expect(begun["scope"] == "openid")
        #expect(begun["code_challenge_method"] == "S256")
        #expect(begun["response_type"] == "code")
        #expect(begun["redirect_uri"] == "https://app.example/signed-in")
    }

    @Test func eachSignInHasItsOwnSecrets() async throws {
        try await device.register()
        _ = try await device.embedded.authenticate()
        _ = try await device.embedded.authenticate()
        let begun = server.requests("/v2/authorize-challenge").map(FakeServer.form).filter { $0["state"] != nil }
        try #require(begun.count == 2)
        for member in ["state", "nonce", "code_challenge"] { #expect(begun[0][member] != begun[1][member]) }
    }

    @Test func aSignInOverCallbacksIsTheSame() async throws {
        try await device.register()
        let result = await told { device.embedded.authenticate(callback: $0) }
        #expect(try result.get().accessToken.expiresIn == 300)
    }

    /// One lie at a time.
    @Test(arguments: ["iss", "aud", "exp", "iat", "nonce", "at_hash", "sub"])
    func anIDTokenWithOneWrongClaimIsRefused(_ claim: String) async throws {
        try await device.register()
        server.set { state in
            state.changesIDToken = { claims in
                claims[claim] = ["exp", "iat"].contains(claim) ? 1_000_000 : "another"
            }
        }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
    }

    @Test(arguments: ["iss", "aud", "exp", "iat", "nonce", "at_hash", "sub"])
    func anIDTokenWithoutOneClaimIsRefused(_ claim: String) async throws {
        try await device.register()
        server.set { $0.changesIDToken = { $0[claim] = nil } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
    }

    @Test func anIDTokenForSeveralClientsMustNameThisOne() async throws {
        try await device.register()
        server.set { $0.changesIDToken = { $0["aud"] = ["client", "another"] } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        server.set { state in
            state.changesIDToken = { claims in
                claims["aud"] = ["client", "another"]
                claims["azp"] = "client"
            }
        }
        _ = try await device.embedded.authenticate()
    }

    @Test func anIDTokenByAKeyThatIsNotPublishedIsRefused() async throws {
        try await device.register()
        let stranger = try SigningKey.generate(.es256, keyID: "first")
        server.set { $0.signingKey = stranger }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
    }

    @Test func aRotatedKeyIsReadOnceMore() async throws {
        try await device.register()
        _ = try await device.embedded.authenticate()
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/jwks").count == 1)
        let next = try SigningKey.generate(.edDSA, keyID: "second")
        server.set { state in
            state.publishedKeys.append(next)
            state.signingKey = next
        }
        _ = try await device.embedded.authenticate()
        #expect(server.requests("/jwks").count == 2)
    }

    @Test func aDiscoveryDocumentOfAnotherIssuerIsRefused() async throws {
        try await device.register()
        server.set { $0.changes["/openid-configuration"] = { $0["issuer"] = "https://other.example" } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
    }

    @Test(arguments: ["state", "iss"])
    func anAnswerWithAnotherStateOrIssuerIsRefusedBeforeTheCodeIsSpent(_ member: String) async throws {
        try await device.register()
        server.set { state in
            state.changes["/v2/authorize-challenge"] = { if $0["iss"] != nil { $0[member] = "another" } }
        }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.authenticate() }
        #expect(server.requests("/v2/token").isEmpty)
    }

    @Test func aConfidentialClientIsToldTheSettingBeforeThePersonIsAsked() async throws {
        try await device.register()
        server.set { $0.clientAuthentication = "client_secret_basic" }
        let error = await expectFailure(.wrongKindOfClient) { _ = try await device.embedded.authenticate() }
        #expect(error?.message.contains("token_endpoint_auth_method") == true)
        #expect(device.keys.prompts.count == 1)
    }

    @Test func aServerThatDoesNotSayTheKindOfClientLetsTheTokenEndpointTell() async throws {
        try await device.register()
        server.set { state in
            state.clientAuthentication = "client_secret_post"
            state.changes["/v2/authorize-challenge"] = { $0["token_endpoint_auth_method"] = nil }
        }
        await expectFailure(.wrongKindOfClient) { _ = try await device.embedded.authenticate() }
    }

    @Test func aConfidentialClientGetsACodeBoundToItsChallenge() async throws {
        try await device.register()
        server.set { $0.clientAuthentication = "client_secret_basic" }
        let pkce = try await device.embedded.createPKCE()
        let code = try await device.embedded.authorize(pkceChallenge: pkce.codeChallenge, scope: "openid email")
        let grant = server.state.withLock { $0.grants[code.value] }
        #expect(grant?.fields["code_challenge"] == pkce.codeChallenge.challenge)
        #expect(grant?.fields["scope"] == "openid email")
        #expect(server.requests("/v2/token").isEmpty)
        _ = try await device.embedded.authorize(pkceChallenge: nil, scope: "openid")
    }

    @Test func aPlainChallengeIsRefusedHere() async throws {
        try await device.register()
        let plain = PKCE.CodeChallenge(challenge: "verifier", method: "plain")
        await expectFailure(.invalidParameters) {
            _ = try await device.embedded.authorize(pkceChallenge: plain, scope: "openid")
        }
        #expect(server.requests("/v2/authorize-challenge").isEmpty)
    }

    @Test func withoutACredentialNothingIsSigned() async throws {
        await expectFailure(.credentialNotFound) { _ = try await device.embedded.authenticate() }
        #expect(device.keys.prompts.isEmpty)
    }

    @Test func neitherTheProofNorTheCodeIsEverSentTwice() async throws {
        try await device.register()
        server.fail("/v2/token", .lostAnswer)
        await expectFailure(.timedOut) { _ = try await device.embedded.authenticate() }
        #expect(server.requests("/v2/token").count == 1)
        let before = server.requests("/v2/authorize-challenge").count
        server.fail("/v2/authorize-challenge", .lostRequest)
        _ = try await device.embedded.authenticate()
        // The beginning, which spends nothing, was repeated; the proof was sent once.
        let calls = server.requests("/v2/authorize-challenge").dropFirst(before).map(FakeServer.form)
        #expect(calls.map { $0["assertion"] == nil } == [true, true, false])
    }

    @Test func aPersonWhoRefusesEndsTheSignIn() async throws {
        try await device.register()
        device.keys.setAnswer(.cancels)
        await expectFailure(.userCancelled) { _ = try await device.embedded.authenticate() }
        #expect(server.requests("/v2/token").isEmpty)
    }

    @Test func aCancelledTaskEndsTheSignIn() async throws {
        try await device.register()
        device.keys.setAnswer(.neverAnswers)
        let task = Task { try await device.embedded.authenticate() }
        try await eventually { device.keys.prompts.count == 2 }
        task.cancel()
        await expectFailure(.cancelled) { _ = try await task.value }
    }

    @Test(arguments: [
        ("user_suspended", CredentialState.userSuspended, SignInError.Code.userSuspended),
        ("user_deleted", .userDeleted, .userDeleted), ("device_deleted", .deviceDeleted, .deviceDeleted),
    ])
    func aRefusalOfTheUserShowsInTheCredential(
        _ name: String,
        _ shown: CredentialState,
        _ code: SignInError.Code
    ) async throws {
        let before = try await device.register()
        server.set { state in for key in state.bound.keys { state.bound[key]?.state = name } }
        await expectFailure(code) { _ = try await device.embedded.authenticate() }
        let refused = try #require(try await device.embedded.getCredentials().first)
        #expect(refused.state == shown)
        #expect(refused.chain == before.chain)
        server.set { state in for key in state.bound.keys { state.bound[key]?.state = nil } }
        _ = try await device.embedded.authenticate()
        #expect(try await device.embedded.getCredentials().first?.state == .active)
    }

    @Test func aRenewedCertificateIsKeptAndUsed() async throws {
        let before = try await device.register()
        server.set { $0.renewsCertificate = true }
        _ = try await device.embedded.authenticate()
        let after = try #require(try await device.embedded.getCredentials().first)
        #expect(after.chain != before.chain)
        server.set { $0.renewsCertificate = false }
        // The server takes no other chain than the one it recorded last.
        _ = try await device.embedded.authenticate()
    }

    @Test func aRenewedCertificateThatDoesNotHoldIsLeftAlone() async throws {
        let before = try await device.register()
        server.set { state in
            state.changes["/v2/authorize-challenge"] = { body in
                if body["iss"] != nil { body["chain"] = .array(before.chain.reversed().map(JSONValue.string)) }
            }
        }
        _ = try await device.embedded.authenticate()
        #expect(try await device.embedded.getCredentials() == [before])
    }
}
