import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

@Suite struct TokenTests {
    @Test func anExpiredTokenIsRenewedOnceAndTheCallRepeated() async throws {
        var rig = try Rig()
        let asked = Locked(0)
        rig.configuration.tokenProvider = {
            asked.withLock { $0 += 1 }
            return "fresh"
        }
        rig.server.state.withLock { $0.validTokens = ["fresh"] }
        let client = rig.client(token: "old")
        _ = try await client.institutions()
        _ = try await client.institutions()
        #expect(asked.withLock { $0 } == 1)
        #expect(
            rig.server.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer fresh", "Bearer fresh"]
        )
    }

    @Test func manyCallsAskForOneFreshToken() async throws {
        var rig = try Rig()
        let asked = Locked(0)
        rig.configuration.tokenProvider = {
            asked.withLock { $0 += 1 }
            for _ in 0..<200 { await Task.yield() }
            return "fresh"
        }
        rig.server.state.withLock { $0.validTokens = ["fresh"] }
        let client = rig.client(token: "old")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.institutions() } }
            try await group.waitForAll()
        }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func aRenewalGivesNoFurtherRetries() async throws {
        var rig = try Rig()
        rig.configuration.tokenProvider = { "fresh" }
        let busy = FakeServer.Fault.status(503, code: "unexpected_error")
        rig.server.fail(.get, "/institutions/", busy, busy, .status(401, code: "token_not_valid"), busy, busy)
        await expectFailure(.serverUnavailable) { _ = try await rig.client().institutions() }
        #expect(rig.server.requests.count == 5, "three retries and one renewal beside the first try")
    }

    @Test func aFreshTokenThatIsRefusedTooEndsTheCall() async throws {
        var rig = try Rig()
        rig.configuration.tokenProvider = { "also refused" }
        rig.server.state.withLock { $0.validTokens = [] }
        await expectFailure(.authentication) { _ = try await rig.client(token: "old").institutions() }
        #expect(rig.server.requests.count == 2)
    }

    @Test func aRenewedPostKeepsItsBytesAndKey() async throws {
        var rig = try Rig()
        rig.configuration.tokenProvider = { "fresh" }
        let signed = try await rig.signed()
        rig.server.state.withLock { $0.validTokens = ["fresh"] }
        #expect(try await signed.authorize().status == .succeeded)
        let tries = rig.server.requests(.post, "/authorize/")
        #expect(tries.count == 2)
        #expect(Set(tries.map(\.body)).count == 1)
        #expect(Set(tries.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
    }

    private func renewals(_ rig: Rig) -> [PixEvent.Kind] {
        rig.events.withLock { $0 }.filter { $0.step == .renewToken }.map(\.kind)
    }

    @Test func aRenewalIsToldFromItsStartToItsEndAndOnce() async throws {
        var rig = try Rig()
        let clock = rig.clock
        rig.configuration.tokenProvider = {
            for _ in 0..<200 { await Task.yield() }
            clock.advance(milliseconds: 250)
            return "fresh"
        }
        rig.server.state.withLock { $0.validTokens = ["fresh"] }
        let client = rig.client(token: "old")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = try await client.institutions() } }
            try await group.waitForAll()
        }
        #expect(renewals(rig) == [.started, .ended(milliseconds: 250)])
    }

    @Test func aRenewalThatFailsIsToldAsAFailure() async throws {
        struct NoNetwork: Error {}
        var rig = try Rig()
        rig.configuration.tokenProvider = { throw NoNetwork() }
        await expectFailure(.authentication) { _ = try await rig.client(token: "old, refused").institutions() }
        #expect(renewals(rig) == [.started, .failed(.authentication, status: nil, milliseconds: 0)])
    }

    @Test func theFirstTokenIsToldAsARenewalAndAGivenOneIsNot() async throws {
        var rig = try Rig()
        rig.configuration.tokenProvider = { "token" }
        _ = try await rig.client(token: "token").institutions()
        #expect(renewals(rig).isEmpty)
        _ = try await rig.client(token: nil).institutions()
        #expect(renewals(rig) == [.started, .ended(milliseconds: 0)])
    }

    @Test func withoutATokenNothingIsSent() async throws {
        let rig = try Rig()
        await expectFailure(.authentication) { _ = try await rig.client(token: nil).institutions() }
        #expect(rig.server.requests.isEmpty)
    }

    @Test func theProviderGivesTheFirstTokenToo() async throws {
        var rig = try Rig()
        rig.configuration.tokenProvider = { "token" }
        #expect(try await rig.client(token: nil).institutions().count == 2)
    }

    @Test func aWaitForATokenEndsWithItsTask() async throws {
        var rig = try Rig()
        let asked = Locked(false)
        rig.configuration.tokenProvider = {
            asked.withLock { $0 = true }
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
            return "late"
        }
        let client = rig.client(token: nil)
        let task = Task { try await client.institutions() }
        try await eventually { asked.withLock({ $0 }) }
        task.cancel()
        await expectFailure(.cancelled) { _ = try await task.value }
    }

    @Test(.timeLimit(.minutes(15))) func aWaitWithALimitEndsThoughNoTokenComes() async throws {
        var rig = try Rig()
        let created = try await rig.client().createEnrollment(try Rig.newEnrollment())
        rig.configuration.tokenProvider = {
            // Ended by nobody; an hour is for ever in a test.
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
            return "late"
        }
        let client = rig.client(token: nil)
        rig.clock.setMovement(.byPausesAndLimits)
        let began = rig.clock.elapsedMilliseconds
        await expectFailure(.timedOut) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.clock.elapsedMilliseconds - began == 300_000)
    }

    @Test func aTokenThatComesBeforeTheLimitIsUsed() async throws {
        var rig = try Rig()
        rig.server.state.withLock { $0.asksBeforeOptions = 0 }
        let created = try await rig.client().createEnrollment(try Rig.newEnrollment())
        rig.configuration.tokenProvider = { "token" }
        rig.clock.setMovement(.byHand)
        _ = try await rig.client(token: nil).registrationOptions(created.id)
    }

    @Test func theServerIsTheTokensIssuerWhereNothingElseNamesOne() async throws {
        let claims = Base64URL.encode(Array(#"{"iss":"https://issuer.example"}"#.utf8))
        let address = ServerAddress(configured: nil, environment: { nil })
        #expect(try address.resolve(token: "e30.\(claims).c2ln").text == "https://issuer.example")
    }

    @Test func anEmptyAddressIsNone() throws {
        #expect(ServerAddress.firstNamed("", nil) == nil)
        #expect(ServerAddress.firstNamed(nil, "https://a.example", "https://b.example") == "https://a.example")
        let claims = Base64URL.encode(Array(#"{"iss":"https://issuer.example"}"#.utf8))
        let address = ServerAddress(configured: nil, environment: { ServerAddress.firstNamed("", "") })
        #expect(try address.resolve(token: "e30.\(claims).c2ln").text == "https://issuer.example")
    }

    @Test func theEnvironmentComesBeforeTheIssuerAndTheConfigurationBeforeBoth() throws {
        let claims = Base64URL.encode(Array(#"{"iss":"https://issuer.example"}"#.utf8))
        let named = ServerAddress(configured: nil, environment: { "http://localhost:8080/" })
        #expect(try named.resolve(token: "e30.\(claims).c2ln").text == "http://localhost:8080")
        let configured = ServerAddress(
            configured: try BaseURL("https://c.example"),
            environment: { "https://e.example" }
        )
        #expect(try configured.resolve(token: nil).text == "https://c.example")
    }

    @Test(arguments: ["e30.e30.c2ln", "opaque", "a.b", "a.!!.c"]) func aTokenThatNamesNoServerIsAMissingAddress(
        _ token: String
    ) {
        let address = ServerAddress(configured: nil, environment: { nil })
        #expect(throws: PixError.self) { try address.resolve(token: token) }
    }

    @Test func plainHTTPToAnotherMachineIsRefused() {
        let address = ServerAddress(configured: nil, environment: { "http://pay.example" })
        #expect(throws: PixError.self) { try address.resolve(token: "t") }
    }
}
