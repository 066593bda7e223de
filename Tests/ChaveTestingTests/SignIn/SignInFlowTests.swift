import BeyondIdentityEmbedded
import ChaveDeviceKeys
import ChaveTesting
import Foundation
import Testing

/// Registration, sign-in, tokens, refresh and sign-out, without network, biometrics or waiting.
struct SignInFlowTests {
    let server: SignInTestServer
    let keys: TestSigningKeys
    let embedded = CoreEmbedded()

    init() throws {
        server = try SignInTestServer()
        keys = TestSigningKeys(clock: server.clock)
        embedded.configure(.testing(server, .testing(server, keys: keys)))
    }

    private func code(_ body: () async throws -> Void) async -> SignInError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? SignInError)?.code
        }
    }

    @Test func aUserRegistersSignsInAndStaysSignedIn() async throws {
        let credential = try await embedded.registerCredentials(server.makeRegistrationLink())
        #expect(credential.handle?.value == SignInTestServer.tenant && credential.state == .active)
        let tokens = try await embedded.authenticate()
        #expect(tokens.accessToken.expiresIn == 300)
        #expect(keys.prompts == ["Sign in to Aurora", "Sign in to Aurora"], "once for each key that signs")
        #expect(try await embedded.accessToken() == tokens.accessToken)
        server.clock.advance(milliseconds: 300_000)
        let renewed = try await embedded.accessToken()
        #expect(renewed != tokens.accessToken)
        #expect(server.count(of: .token) == 2)
        try await embedded.signOut()
        #expect(await code { _ = try await embedded.accessToken() } == .signInRequired)
    }

    @Test func aConfidentialClientGetsACode() async throws {
        server.setIsPublicClient(false)
        _ = try await embedded.registerCredentials(server.makeRegistrationLink())
        let pkce = try await embedded.createPKCE()
        let code = try await embedded.authorize(pkceChallenge: pkce.codeChallenge, scope: "openid")
        #expect(!code.value.isEmpty)
        #expect(await self.code { _ = try await embedded.authenticate() } == .wrongKindOfClient)
    }

    @Test func aLinkCountsOnce() async throws {
        let link = server.makeRegistrationLink()
        _ = try await embedded.registerCredentials(link)
        let other = CoreEmbedded()
        other.configure(.testing(server, .testing(server, seed: 2)))
        #expect(await code { _ = try await other.registerCredentials(link) } == .invalidCode)
    }

    @Test func theDeviceMayFail() async throws {
        keys.setHasLock(false)
        let link = server.makeRegistrationLink()
        #expect(await code { _ = try await embedded.registerCredentials(link) } == .noDeviceLock)
        keys.setHasLock(true)
        _ = try await embedded.registerCredentials(link)
        #expect(keys.handles.count == 1)
        keys.answerNext(.cancels, .isOnlyPresent, .signsWrongly)
        #expect(await code { _ = try await embedded.authenticate() } == .userCancelled)
        #expect(await code { _ = try await embedded.authenticate() } == .deviceKeys)
        let forged = await code { _ = try await embedded.authenticate() }
        #expect(forged == .refused, "a signature that does not hold is refused by the server")
        #expect(await code { _ = try await embedded.authenticate() } == nil)
    }

    @Test func whatBecameOfTheUserIsTold() async throws {
        _ = try await embedded.registerCredentials(server.makeRegistrationLink())
        server.setCredentials(.userSuspended)
        #expect(await code { _ = try await embedded.authenticate() } == .userSuspended)
        #expect(try await embedded.getCredentials().first?.state == .userSuspended)
        server.setCredentials(.active)
        _ = try await embedded.authenticate()
        #expect(try await embedded.getCredentials().first?.state == .active)
    }

    @Test func whatIsOrderedToFailFails() async throws {
        server.fail(.register, .answerLost)
        _ = try await embedded.registerCredentials(server.makeRegistrationLink())
        #expect(server.count(of: .register) == 2, "the same key again has the same answer")
        server.fail(.token, .offline)
        #expect(await code { _ = try await embedded.authenticate() } == .notConnected)
        server.fail(.token, .serverError)
        #expect(await code { _ = try await embedded.authenticate() } == .serverUnavailable)
        server.fail(.authorizeChallenge, .refused(401, "invalid_client"))
        #expect(await code { _ = try await embedded.authenticate() } == .refused)
        server.fail(.authorizeChallenge, .rateLimited(retryAfterSeconds: 2))
        server.fail(.discovery, .timesOut)
        _ = try await embedded.authenticate()
        #expect(server.openFailures.isEmpty)
    }

    @Test func revokedTokensWantANewSignIn() async throws {
        _ = try await embedded.registerCredentials(server.makeRegistrationLink())
        _ = try await embedded.authenticate()
        server.revokeTokens()
        server.clock.advance(milliseconds: 300_000)
        #expect(await code { _ = try await embedded.accessToken() } == .signInRequired)
        #expect(server.calls.last == .token)
    }

    @Test func aDeviceWithAWrongDateIsTold() async throws {
        server.clock.moveDate(milliseconds: -86_400_000)
        #expect(await code { _ = try await embedded.registerCredentials(server.makeRegistrationLink()) } == .clockWrong)
    }
}
