import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// OpenID Connect RP-Initiated Logout 1.0.
@Suite struct LogoutTests {
    @Test func anIDTokenOfThePersonEndsTheSessionAtOnce() async throws {
        let rig = try await LogoutRig()
        let hint = try #require(try await rig.tokens().idToken)
        // A client keeps it for longer than it is good for.
        rig.browser.test.advance(seconds: 7_200)
        let opening = try await rig.logOut([
            "id_token_hint": hint, "post_logout_redirect_uri": LogoutRig.afterwards, "state": "a b&c",
        ])
        #expect(opening == .left(to: LogoutRig.afterwards + "&state=a%20b%26c"))
        #expect(try await !rig.isIn)
        // Whoever is out already is sent back too.
        let again = try await rig.logOut(["id_token_hint": hint, "post_logout_redirect_uri": LogoutRig.afterwards])
        #expect(again == .left(to: LogoutRig.afterwards))
    }

    @Test func withoutOneThePersonIsAsked() async throws {
        let rig = try await LogoutRig()
        let asked = ["client_id": "app", "post_logout_redirect_uri": LogoutRig.afterwards, "state": "s"]
        for parameters in [[:], ["client_id": "app"], asked] {
            guard case .ask(let view) = try await rig.logOut(parameters) else {
                Issue.record("nobody is asked")
                return
            }
            #expect(view.userName == "maria" && !view.isForAnother)
            #expect(view.asker.clientName == (parameters["client_id"] == nil ? nil : "App"))
        }
        #expect(try await rig.isIn)
        let confirmed = try await rig.logOut(asked, isConfirmed: true)
        #expect(confirmed == .left(to: LogoutRig.afterwards + "&state=s"))
        #expect(try await !rig.isIn)
    }

    /// Anybody can write an address.
    @Test func whoIsNotSignedInIsSentNowhereByAnAddressAlone() async throws {
        var rig = try await LogoutRig()
        rig.browser.visit = BrowserVisit(visit: "another browser", session: nil)
        let opening = try await rig.logOut(["client_id": "app", "post_logout_redirect_uri": LogoutRig.afterwards])
        guard case .nobody(let asker) = opening else {
            Issue.record("\(opening)")
            return
        }
        #expect(asker.way == LogoutRig.afterwards)
        #expect(try await rig.logOut([:]) == .left(to: nil))
    }

    @Test func aHintOfAnotherPersonEndsNothing() async throws {
        let rig = try await LogoutRig()
        let other = try await rig.browser.test.user("joana")
        let key = try await rig.signIn.signingKey(.es256, of: rig.tenant).key
        let hint = try key.sign(claims(rig, ["sub": .string(other.id)]).encoded(), type: "JWT")
        guard case .ask(let view) = try await rig.logOut(["id_token_hint": hint]) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(view.isForAnother)
        #expect(try await rig.isIn)
    }

    @Test(
        arguments: [
            ("maria", false), ("joana", true), ("maria@example.com", false),
        ]
    )
    func aLogoutHintSaysWhomTheClientMeans(_ hint: String, _ isForAnother: Bool) async throws {
        let rig = try await LogoutRig()
        guard case .ask(let view) = try await rig.logOut(["logout_hint": hint]) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(view.isForAnother == isForAnother)
        guard case .ask(let own) = try await rig.logOut(["logout_hint": try await rig.session]) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(!own.isForAnother)
    }

    private func claims(_ rig: LogoutRig, _ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var object = JSONObject()
        object["iss"] = .string(rig.signIn.policy.issuer(of: rig.tenant))
        object["sub"] = .string(rig.browser.user)
        object["aud"] = "app"
        for (name, value) in changes { object[name] = value }
        return .object(object)
    }

    /// Nobody is signed out, and nobody is sent anywhere.
    @Test func whatTheClientDidNotRegisterOrWasNotGivenIsRefused() async throws {
        let rig = try await LogoutRig()
        let good = try #require(try await rig.tokens().idToken)
        let own = try await rig.signIn.signingKey(.es256, of: rig.tenant)
        let foreign = try SigningKey.generate(.es256).named(own.recordID)
        let hints = try [
            foreign.sign(claims(rig).encoded(), type: "JWT"), own.key.sign(claims(rig).encoded(), type: "logout+jwt"),
            own.key.sign(claims(rig, ["iss": "https://chave.example/t/other"]).encoded(), type: "JWT"),
            own.key.sign(claims(rig, ["sub": nil]).encoded(), type: "JWT"), String(good.dropLast(6)), "x",
        ]
        for hint in hints { #expect(try await rig.refusal(["id_token_hint": hint])?.field == "id_token_hint") }
        let other = try await rig.refusal(["id_token_hint": good, "client_id": "quiet"])
        #expect(other?.field == "id_token_hint")
        let unregistered = [
            "https://evil.example/", "https://app.example/bye", LogoutRig.afterwards + "&x=1", OAuthRig.redirectURI,
            "https://quiet.example/", "HTTPS://app.example/bye?from=chave",
        ]
        for address in unregistered {
            for more in [["id_token_hint": good], ["client_id": "app"]] {
                let parameters = more.merging(["post_logout_redirect_uri": address]) { $1 }
                #expect(try await rig.refusal(parameters)?.field == "post_logout_redirect_uri")
            }
        }
        let nobodys = try await rig.refusal(["post_logout_redirect_uri": LogoutRig.afterwards])
        #expect(nobodys?.field == "post_logout_redirect_uri")
        #expect(try await rig.refusal(["client_id": "none"])?.code == .invalidClient)
        let long = String(repeating: "a", count: 1_025)
        let state = ["client_id": "app", "post_logout_redirect_uri": LogoutRig.afterwards, "state": long]
        #expect(try await rig.refusal(state)?.field == "state")
        #expect(try await rig.isIn)
    }

    /// The whole list of parameters is read by OAuth's rules.
    @Test func aParameterThatStandsTwiceIsRefused() async throws {
        let rig = try await LogoutRig()
        let pairs = [(name: "client_id", value: "app"), (name: "client_id", value: "app")]
        guard case .show(let error) = try await rig.signIn.logOut(pairs, rig.browser.visit, of: rig.tenant) else {
            Issue.record("it is taken")
            return
        }
        #expect(error.field == "client_id")
    }

    /// Back-Channel Logout 1.0, section 2.7; what the person allowed in their absence goes on.
    @Test func tokensOfTheSessionEndWithItAndOfflineAccessGoesOn() async throws {
        let rig = try await LogoutRig()
        let (plain, offline) = (try await rig.tokens(), try await rig.tokens(scope: "openid offline_access"))
        let code = try await rig.code()
        #expect(plain.refreshToken != nil)
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        #expect(try await rig.signIn.liveToken(plain.accessToken) == nil)
        #expect(try await rig.signIn.liveToken(offline.accessToken) != nil)
        let form = ["grant_type": "refresh_token", "client_id": "app"]
        for (token, goesOn) in [(plain.refreshToken, false), (offline.refreshToken, true)] {
            let parameters = try OAuthRig.form(form.merging(["refresh_token": try #require(token)]) { $1 })
            do {
                _ = try await rig.signIn.token(parameters, headers: TokenRequestHeaders(), tenant: rig.tenant)
                #expect(goesOn)
            } catch let error as OAuthError {
                #expect(!goesOn && error.code == .invalidGrant)
            }
        }
        // A code that was on its way when the session ended gives nothing: its client could be told of no end.
        #expect(try await SignInCoreTests.refusal { try await rig.exchange(code) }.code == .invalidGrant)
    }
}
