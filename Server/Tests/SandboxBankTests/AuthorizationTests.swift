import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// The redirect: pushed request, code, tokens, identity token.
@Suite(.everyEngine) struct AuthorizationTests {
    @Test func theIdentityTokenTiesStateAndCodeToTheBanksKey() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (_, pushed) = try await initiator.enrollmentAwaitingHolder()
        let browser = Browser(test.pages)
        let parameters = try await browser.decide(pushed.redirectURL, cpf: Initiator.alice)
        // What the callback had before is still there.
        #expect(parameters["pedido"] == "7")
        #expect(parameters["state"] == pushed.state)
        let branch = try #require(test.bank.branches[initiator.institution])
        let jws = try JWKSet([branch.key.publicKey]).verify(try #require(parameters["id_token"]))
        let claims = try #require(JWTClaims(parsing: jws.payload))
        #expect(jws.header["alg"] == "PS256")
        #expect(claims.issuer == branch.issuer(test.bank.configuration))
        #expect(claims.audiences == [Initiator.clientID])
        #expect(claims.issuedAt == test.clock.now.seconds)
        #expect(claims.expiresAt == test.clock.now.seconds + 300)
        #expect(claims["nonce"]?.string == pushed.nonce)
        #expect(claims["s_hash"]?.string == LeftHalfHash.sha256(pushed.state))
        #expect(claims["c_hash"]?.string == LeftHalfHash.sha256(try #require(parameters["code"])))
        #expect(claims["acr"] == "urn:brasil:openbanking:loa2")
        #expect(claims.subject.map { !$0.contains(Initiator.alice) } ?? false)
    }

    @Test func aCodeWorksOnce() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        let browser = Browser(test.pages)
        let code = try #require(try await browser.decide(pushed.redirectURL, cpf: Initiator.alice)["code"])
        _ = try answered(await initiator.exchange(code, pushed), 200)
        #expect(try refusedCode(await initiator.exchange(code, pushed)) == "invalid_grant")
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.hybridFlowFailure))
    }

    @Test(arguments: ["verifier", "redirect", "late"]) func aCodeIsBoundToItsRequest(_ fault: String) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (_, pushed) = try await initiator.enrollmentAwaitingHolder()
        let browser = Browser(test.pages)
        let code = try #require(try await browser.decide(pushed.redirectURL, cpf: Initiator.alice)["code"])
        let reply: InstitutionReply
        switch fault {
        case "verifier":
            reply = await initiator.exchange(
                code,
                Pushed(redirectURL: "", verifier: pushed.verifier + "x", state: "", nonce: "")
            )
        case "redirect": reply = await initiator.exchange(code, pushed, callback: "https://evil.example")
        default:
            test.clock.advance(seconds: 600)
            reply = await initiator.exchange(code, pushed)
        }
        #expect(try refusedCode(reply) == "invalid_grant")
    }

    @Test func anUnknownCodeEndsNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let pushed = Pushed(redirectURL: "", verifier: "v", state: "", nonce: "")
        #expect(try refusedCode(await initiator.exchange("unknown", pushed)) == "invalid_grant")
        #expect(try await initiator.enrollment(id).status == .awaitingEnrollment)
        _ = try answered(await initiator.registrationOptions(id, tokens.accessToken), 201)
    }

    @Test func anAccessTokenLivesFifteenMinutesAndIsRenewedWithoutRotation() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        test.clock.advance(seconds: 900)
        let consent = try await initiator.createConsent(device, "10.00")
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let assertion = try await initiator.assertion(device, options)
        #expect(refusedStatus(await initiator.authorise(device, consent.consentID, assertion)) == 401)
        let refresh = TokenRefresh(refreshToken: device.refreshToken, clientID: Initiator.clientID)
        for _ in 0..<2 {
            let body = try answered(await initiator.call(.refreshToken, body: refresh.bytes), 200)
            let answer = try TokenAnswer(bytes: body)
            #expect(answer.refreshToken == device.tokens.refreshToken)
            #expect(answer.accessToken != device.tokens.accessToken)
        }
    }

    @Test func aRefreshTokenOfAnEndedEnrollmentOrOfAnotherClientIsWorthNothing() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let stranger = TokenRefresh(refreshToken: device.refreshToken, clientID: "stranger")
        #expect(try refusedCode(await initiator.call(.refreshToken, body: stranger.bytes)) == "invalid_grant")
        let broken = TokenRefresh(refreshToken: device.refreshToken + "x", clientID: Initiator.clientID)
        #expect(try refusedCode(await initiator.call(.refreshToken, body: broken.bytes)) == "invalid_grant")
        _ = try answered(await initiator.end(device.enrollmentID, .revocation(.manually)), 204)
        let late = TokenRefresh(refreshToken: device.refreshToken, clientID: Initiator.clientID)
        #expect(try refusedCode(await initiator.call(.refreshToken, body: late.bytes)) == "invalid_grant")
    }

    @Test func aForgedAccessTokenIsNone() {
        let tokens = AccessTokens(key: [UInt8](repeating: 1, count: 32), lifeSeconds: 900)
        let holder = AccessTokenHolder(
            enrollmentID: "urn:e:1",
            client: "chave",
            certificate: "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2",
            scope: "openid payments"
        )
        let token = tokens.issue(for: holder, at: TestBank.start)
        #expect(tokens.holder(of: token, at: TestBank.start) == holder)
        #expect(AccessTokens(key: [2], lifeSeconds: 900).holder(of: token, at: TestBank.start) == nil)
        for index in token.indices {
            var forged = token
            forged.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
            #expect(tokens.holder(of: forged, at: TestBank.start) == nil)
            #expect(tokens.holder(of: String(token[..<index]), at: TestBank.start) == nil)
        }
        #expect(tokens.holder(of: token, at: TestBank.start.adding(seconds: 900)) == nil)
        // A form's token is no access token.
        let made = "at.\(Base64URL.encode(Array("urn:e:1|chave|||9999999999".utf8))).AA"
        #expect(tokens.holder(of: made, at: TestBank.start) == nil)
    }

    @Test func aNewRequestTakesThePlaceOfTheOld() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, old) = try await initiator.enrollmentAwaitingHolder()
        _ = try await initiator.push(id)
        var browser = Browser(test.pages)
        #expect(await browser.get(old.redirectURL).status == 410)
    }

    @Test(arguments: ["javascript:alert(1)", "https://user@evil.example", "https://a.example/#x", "https://a b"])
    func aRedirectToNowhereIsRefused(_ callback: String) async throws {
        let initiator = Initiator(try await TestBank())
        let id = try await initiator.createEnrollment()
        try await initiator.sendSignals(id)
        let message = PushedAuthorization(
            enrollmentID: id,
            redirectURI: callback,
            state: "s",
            nonce: "n",
            codeChallenge: Base64URL.encode([UInt8](repeating: 1, count: 32)),
            clientID: "c"
        )
        #expect(try refusedCode(await initiator.call(.pushAuthorization, body: message.bytes)) == "invalid_request")
    }
}
