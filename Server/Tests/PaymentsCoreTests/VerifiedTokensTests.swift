import ChaveBase
import ChavePixModel
import Hashing
import PaymentsModel
import Testing

@testable import PaymentsCore

/// What is remembered of a token says no more than its verification would.
struct VerifiedTokensTests {
    private func claims(_ family: String) -> AccessTokens.Claims {
        AccessTokens.Claims(
            family: family,
            organisation: ResourceID(high: 1, low: 2),
            apiKey: ResourceID(high: 3, low: 4),
            customer: nil,
            tokenID: "t"
        )
    }

    private func remember(_ token: String, in tokens: VerifiedTokens, seconds: Range<Int64> = 100..<200) {
        tokens.remember(.init(claims: claims(token), seconds: seconds), of: token, since: tokens.round)
    }

    @Test func aTokenIsKnownInItsSecondsAlone() {
        let tokens = VerifiedTokens()
        remember("a.b.c", in: tokens)
        #expect(tokens.claims(of: "a.b.c", at: 99) == nil)
        #expect(tokens.claims(of: "a.b.c", at: 100)?.family == "a.b.c")
        #expect(tokens.claims(of: "a.b.c", at: 199)?.family == "a.b.c")
        #expect(tokens.claims(of: "a.b.c", at: 200) == nil)
    }

    @Test(arguments: ["a.b.d", "a.b.c ", "A.b.c", "", "a.b.\u{212A}"])
    func anotherTokenIsNotKnown(_ other: String) {
        let tokens = VerifiedTokens()
        remember("a.b.c", in: tokens)
        // The sign for kelvin counts as the letter K where texts are compared as texts.
        remember("a.b.K", in: tokens)
        #expect(tokens.claims(of: other, at: 150) == nil)
    }

    @Test func whenKeysAreExchangedNothingIsKnown() {
        let tokens = VerifiedTokens()
        remember("a.b.c", in: tokens)
        tokens.forgetAll()
        #expect(tokens.claims(of: "a.b.c", at: 150) == nil)
    }

    @Test func aVerificationThatBeganBeforeTheExchangeIsNotRemembered() {
        let tokens = VerifiedTokens()
        let round = tokens.round
        tokens.forgetAll()
        tokens.remember(.init(claims: claims("old"), seconds: 0..<1_000), of: "old", since: round)
        #expect(tokens.claims(of: "old", at: 150) == nil)
    }

    @Test func itHoldsNoMoreThanTwiceItsCapacityAndWhatIsUsedStays() {
        let tokens = VerifiedTokens(capacity: 10)
        remember("used", in: tokens)
        for number in 0..<100 {
            remember("\(number)", in: tokens)
            #expect(tokens.claims(of: "used", at: 150) != nil)
        }
        let known = (0..<100).filter { tokens.claims(of: "\($0)", at: 150) != nil }
        #expect(known.contains(99))
        #expect(known.count <= 20)
    }

    @Test func aRememberedTokenEndsWithItsFamilyItsKeyAndItsTime() async throws {
        let simulation = try await Simulation()
        let merchant = Caller.merchant(organisation: simulation.organisation, apiKey: Simulation.apiKey)
        let pair = try await simulation.payments.issueTokens(WidgetTokenRequest(customer: nil), for: merchant)
        let device = Digest(ofText: "device")
        for _ in 0..<3 {
            let caller = try await simulation.payments.authenticate(bearer: pair.access, device: device)
            #expect(caller.organisation == simulation.organisation)
        }
        // The refresh token used twice, the second time by another device: somebody has a copy.
        _ = try await simulation.payments.refreshTokens(RefreshTokenRequest(refresh: pair.refresh), device: device)
        _ = await apiFailure {
            try await simulation.payments.refreshTokens(
                RefreshTokenRequest(refresh: pair.refresh),
                device: Digest(ofText: "thief")
            )
        }
        let ended = await apiFailure {
            try await simulation.payments.authenticate(bearer: pair.access, device: device)
        }
        #expect(ended?.items.map(\.code) == [.tokenNotValid])
        let second = try await simulation.payments.issueTokens(WidgetTokenRequest(customer: nil), for: merchant)
        _ = try await simulation.payments.authenticate(bearer: second.access, device: device)
        simulation.clock.advance(seconds: try simulation.payments.policy.accessTokenSeconds)
        let expired = await apiFailure {
            try await simulation.payments.authenticate(bearer: second.access, device: device)
        }
        #expect(expired?.items.map(\.code) == [.tokenNotValid])
    }
}
