import ChaveBase
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct AccessTokenTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    private func signIn() async throws {
        try await device.register()
        _ = try await device.embedded.authenticate()
    }

    private var kept: KeptTokens? {
        get async throws { try await device.embedded.configured?.tokenStore().kept() }
    }

    private var refreshes: Int {
        server.requests("/v2/token").filter { FakeServer.form($0)["grant_type"] == "refresh_token" }.count
    }

    @Test func theTokenOfTheSignInServesUntilItIsAboutToEnd() async throws {
        try await signIn()
        server.clock.advance(milliseconds: 100_000)
        let token = try await device.embedded.accessToken()
        #expect(token == AccessToken(value: "chave_at_secret", type: "Bearer", expiresIn: 200))
        #expect(refreshes == 0)
        server.clock.advance(milliseconds: 170_000)
        #expect(try await device.embedded.accessToken().value == "chave_at_refreshed_2")
        #expect(refreshes == 1)
        #expect(device.keys.prompts.count == 2)
    }

    @Test func eachRefreshUsesTheTokenOfTheOneBefore() async throws {
        try await signIn()
        for number in 2...5 {
            server.clock.advance(milliseconds: 300_000)
            #expect(try await device.embedded.accessToken().value == "chave_at_refreshed_\(number)")
        }
        let sent = server.requests("/v2/token").compactMap { FakeServer.form($0)["refresh_token"] }
        #expect(sent == ["chave_rt_1", "chave_rt_2", "chave_rt_3", "chave_rt_4"])
    }

    @Test func anAppThatWasEndedStillHasItsTokens() async throws {
        try await signIn()
        let restarted = CoreEmbedded()
        restarted.configure(device.configuration())
        #expect(try await restarted.accessToken().value == "chave_at_secret")
        server.clock.advance(milliseconds: 300_000)
        #expect(try await restarted.accessToken().value == "chave_at_refreshed_2")
    }

    @Test func ofManyAtOnceOneRefreshesForAll() async throws {
        try await signIn()
        server.clock.advance(milliseconds: 300_000)
        let values = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await device.embedded.accessToken().value } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(values == ["chave_at_refreshed_2"])
        #expect(refreshes == 1)
    }

    @Test func aLostAnswerIsNotAskedForAgainByItself() async throws {
        try await signIn()
        server.clock.advance(milliseconds: 300_000)
        server.fail("/v2/token", .lostRequest)
        await expectFailure(.notConnected) { _ = try await device.embedded.accessToken() }
        #expect(refreshes == 1)
        // Whoever asks next sends the token that is kept.
        #expect(try await device.embedded.accessToken().value == "chave_at_refreshed_2")
    }

    @Test func aTokenThatIsTakenForStolenEndsTheStore() async throws {
        try await signIn()
        server.clock.advance(milliseconds: 300_000)
        // The server has spent it, and the answer was lost for longer than the server repeats it.
        server.fail("/v2/token", .lostAnswer)
        await expectFailure(.timedOut) { _ = try await device.embedded.accessToken() }
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        #expect(try await kept == nil)
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        #expect(refreshes == 2)
        _ = try await device.embedded.authenticate()
        #expect(try await device.embedded.accessToken().value == "chave_at_secret")
    }

    @Test func withoutARefreshTokenTheEndIsTheEnd() async throws {
        server.set { $0.givesRefreshTokens = false }
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        try await signIn()
        _ = try await device.embedded.accessToken()
        server.clock.advance(milliseconds: 300_000)
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        #expect(refreshes == 0)
    }

    @Test func aClockThatIsPutBackMakesNoTokenFresh() async throws {
        try await signIn()
        server.clock.moveDate(milliseconds: -10_000)
        #expect(try await device.embedded.accessToken().value == "chave_at_refreshed_2")
    }

    @Test(arguments: ["iss", "aud", "sub", "at_hash", "nonce"])
    func anIDTokenOfARefreshIsVerifiedToo(_ claim: String) async throws {
        try await signIn()
        server.clock.advance(milliseconds: 300_000)
        server.set { $0.changesIDToken = { $0[claim] = "another" } }
        await expectFailure(.untrustedAnswer) { _ = try await device.embedded.accessToken() }
        #expect(try await kept?.accessToken == "chave_at_secret")
    }

    @Test func signingOutForgetsAndTakesBack() async throws {
        try await signIn()
        try await device.embedded.signOut()
        let revoked = FakeServer.form(try #require(server.requests("/v2/revoke").first))
        #expect(revoked["token"] == "chave_rt_1")
        #expect(revoked["token_type_hint"] == "refresh_token")
        #expect(server.state.withLock { $0.family == nil })
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        try await device.embedded.signOut()
        #expect(server.requests("/v2/revoke").count == 1)
        #expect(try await device.embedded.getCredentials().count == 1)
    }

    @Test func aServerThatIsAwayKeepsNobodySignedIn() async throws {
        try await signIn()
        for _ in 0..<4 { server.fail("/v2/revoke", .lostRequest) }
        await expectFailure(.notConnected) { try await device.embedded.signOut() }
        #expect(try await kept == nil)
    }

    @Test func tokensEndWithTheirCredential() async throws {
        try await signIn()
        try await device.register("good-2")
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        _ = try await device.embedded.authenticate()
        let handle = try await device.handle()
        try await device.embedded.deleteCredential(for: handle)
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        #expect(try device.store.secretNames().allSatisfy { !$0.hasPrefix("sign-in/tokens/") })
    }

    @Test func eachClientHasItsOwn() async throws {
        try await signIn()
        device.configure(clientID: "another")
        await expectFailure(.signInRequired) { _ = try await device.embedded.accessToken() }
        device.configure()
        #expect(try await device.embedded.accessToken().value == "chave_at_secret")
    }

    @Test func anExtensionKeepsNobodyFromTheirToken() async throws {
        try await signIn()
        let lines = try await device.extend()
        try await eventually { !lines.texts.isEmpty }
        #expect(try await device.embedded.accessToken().value == "chave_at_secret")
        try await device.embedded.cancelExtendCredentials()
    }

    @Test func callbacksHearTheSame() async throws {
        let embedded = CoreEmbedded()
        #expect(
            await told { embedded.accessToken(callback: $0) } == .failure(SignInError.notInitialized.legacy)
        )
        await expectFailure(.notInitialized) { _ = try await embedded.accessToken() }
        await expectFailure(.notInitialized) { try await embedded.signOut() }
        try await signIn()
        #expect(try await told { device.embedded.accessToken(callback: $0) }.get().value == "chave_at_secret")
        let out: Result<Void, BISDKError> = await told { device.embedded.signOut(callback: $0) }
        #expect(throws: Never.self) { try out.get() }
    }

    @Test func whatIsKeptIsReadBackAndShowsNothing() throws {
        var body = JSONObject()
        body["access_token"] = "access-secret"
        body["refresh_token"] = "refresh-secret"
        body["token_type"] = "bearer"
        body["expires_in"] = 300
        let tokens = KeptTokens(try ReceivedTokens(body, askedAt: 1_000), tenant: "aurora", user: "user")
        #expect(KeptTokens(tokens.content.encoded()) == tokens)
        var dumped = "\(tokens) \(String(reflecting: tokens))"
        dump(tokens, to: &dumped)
        #expect(!dumped.contains("secret"))
        #expect(KeptTokens([1, 2, 3]) == nil)
        #expect(tokens.fresh(at: 1_269)?.expiresIn == 31)
        #expect(tokens.fresh(at: 1_270) == nil)
        #expect(tokens.fresh(at: 999) == nil)
    }
}
