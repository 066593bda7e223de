import ChaveBase
import ChaveJOSE
import ChaveWire
import ServerTestSupport
import SignInCore
import SignInModel
import StoreTestSupport
import Testing

@testable import HTTPKernel

/// From the mailed link to tokens and back, over both forms of each address, in memory and through a socket.
struct SignInFlowTests {
    @Test(arguments: DoorKind.allCases, AddressForm.allCases)
    func aPersonRegistersADeviceAndSignsInWithIt(_ door: DoorKind, _ form: AddressForm) async throws {
        try await withSignIn(door) { rig in
            let client = try await rig.clientID()
            let phone = try await rig.phone(form: form)
            let code = try await rig.code(phone, client, form: form)
            let tokens = try await rig.done(rig.exchange(code, client, form: form))
            #expect(tokens.header("Cache-Control") == "no-store")
            #expect(tokens["token_type"]?.string == "Bearer")
            #expect(tokens["expires_in"] == 600)
            #expect(tokens["scope"]?.string == "openid profile email offline_access")
            try await rig.expectIDToken(tokens, of: phone, client)
            let access = try #require(tokens["access_token"]?.string)
            try await rig.expectInformation(access, of: phone, form)
            try await rig.expectRefresh(try #require(tokens["refresh_token"]?.string), client, form)
        }
    }

    @Test(arguments: AddressForm.allCases)
    func aConfidentialClientProvesItselfByHeaderOrForm(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let phone = try await rig.phone()
            for method in ["client_secret_basic", "client_secret_post"] {
                let client = try await rig.client(method)
                let id = try #require(client["client_id"]?.string)
                let secret = try #require(client["client_secret"]?.string)
                var call = rig.exchange(try await rig.code(phone, id), id, form: form)
                if method == "client_secret_basic" {
                    call = call.with("Authorization", "Basic \(Base64.encode("\(id):\(secret)".utf8))")
                } else {
                    call.body += Array("&client_secret=\(secret)".utf8)
                }
                let tokens = try await rig.done(call)
                let access = try #require(tokens["access_token"]?.string)
                let active = try await rig.introspection(of: access, id, secret, method, form)
                #expect(active["active"] == true)
                #expect(active["client_id"]?.string == id)
                try await rig.revoke(access, id, secret, method, form)
                let after = try await rig.introspection(of: access, id, secret, method, form)
                #expect(after.json == ["active": false])
                let information = try await rig.send(.get(form.path("/v2/userinfo", rig.home)).bearer(access))
                expectSignInRefusal(information, 401, .invalidToken)
            }
        }
    }

    @Test(arguments: AddressForm.allCases)
    func aRequestIsPushed(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let client = try await rig.clientID()
            let pushed = try await rig.done(
                .form(
                    form.path("/v2/par", rig.home),
                    [
                        "client_id": client, "redirect_uri": SignInRig.redirectURI, "response_type": "code",
                        "code_challenge": SignInRig.challenge, "code_challenge_method": "S256",
                    ]
                )
            )
            #expect(pushed.status == 201)
            #expect(pushed["expires_in"] == 60)
            #expect(pushed["request_uri"]?.string?.hasPrefix("urn:ietf:params:oauth:request_uri:") == true)
        }
    }

    /// Mail scanners and people open the link as often as they like.
    @Test func openingTheMailedLinkChangesNothing() async throws {
        try await withSignIn { rig in
            _ = try await rig.manage(.post("/v1/manage/users", SignInRig.person))
            let phone = PhoneInHand()
            let body = try await rig.binding(phone)
            let before = try await Set(rig.store.contents)
            #expect(try await rig.binding(phone)["token"] == body["token"])
            #expect(try await Set(rig.store.contents) == before)
            let bound = try await rig.done(.post("/v2/credentials", body))
            #expect(
                try await rig.done(.post("/v2/credentials", body)).json == bound.json,
                "a lost answer is told again"
            )
            let other = try await PhoneInHand().request()
            let late = Call.post(
                "/v2/credentials",
                ["token": body["token"] ?? .null, "csr": .string(other), "device_name": "x"]
            )
            expectSignInRefusal(try await rig.send(late), 400, .invalidRegistrationToken)
        }
    }

    @Test func aDeadLinkTellsAPersonInWordsAndAProgramInForm() async throws {
        try await withSignIn { rig in
            let call = Call.get("/t/\(rig.home.text)/bind?token=unknown")
            expectSignInRefusal(try await rig.send(call), 400, .invalidRegistrationToken, field: "token")
            let browser = call.with("Accept", "text/html,application/xhtml+xml;q=0.9")
            for (language, words) in [("pt-BR", "Este link não vale mais"), ("en", "This link is not good any more")] {
                let page = try await rig.send(browser.with("Accept-Language", language))
                #expect(page.status == 400)
                #expect(page.header("Content-Type") == "text/html; charset=utf-8")
                #expect(page.header("Referrer-Policy") == "no-referrer")
                #expect(page.text.contains(words) && page.text.contains("Padaria Aurora"))
                #expect(!page.text.contains("unknown"))
            }
            let nobody = try await rig.send(.get("/t/nobody/bind?token=x").with("Accept", "text/html"))
            expectSignInRefusal(nobody, 400, .invalidRegistrationToken)
        }
    }

    @Test func aTokenBoundToAKeyIsTakenWithItsProofAlone() async throws {
        try await withSignIn { rig in
            let key = try SigningKey.generate(.es256)
            let client = try await rig.clientID()
            let code = try await rig.code(try await rig.phone(), client)
            let address = "\(TestServer.baseURL)/t/\(rig.home.text)/v2/token"
            let proof = try DPoPText.proof("POST", address, by: key, at: rig.clock.now, id: "1")
            let tokens = try await rig.done(rig.exchange(code, client).with("DPoP", proof))
            #expect(tokens["token_type"]?.string == "DPoP")
            let access = try #require(tokens["access_token"]?.string)
            let call = Call.get("/v2/userinfo").with("Authorization", "DPoP \(access)")
            let place = "\(TestServer.baseURL)/v2/userinfo"
            let use = try DPoPText.proof("GET", place, by: key, at: rig.clock.now, id: "2", token: access)
            let refused = try await rig.send(call)
            expectSignInRefusal(refused, 401, .invalidDPoPProof)
            let challenges = refused.answer.headers.filter { $0.name == "WWW-Authenticate" }.map(\.value)
            #expect(challenges.contains { $0.hasPrefix(#"DPoP algs="ES256", error="invalid_dpop_proof""#) })
            expectSignInRefusal(try await rig.send(.get("/v2/userinfo").bearer(access)), 401, .invalidToken)
            let taken = try await rig.send(call.with("DPoP", use))
            #expect(taken.status == 200, "\(taken.text)")
            let twice = try await rig.send(call.with("DPoP", use).with("DPoP", use))
            expectSignInRefusal(twice, 401, .invalidDPoPProof)
        }
    }
}

extension SignInRig {
    fileprivate func expectIDToken(_ tokens: Reply, of phone: PhoneInHand, _ client: String) async throws {
        let keys = try await done(.get("/t/\(home.text)/.well-known/jwks.json"))
        #expect(keys.header("Cache-Control") == "public, max-age=600")
        let set = try JWKSet(json: keys.json)
        let text = try #require(tokens["id_token"]?.string)
        let claims = try #require(JWTClaims(parsing: try set.verify(text).payload))
        #expect(claims["iss"]?.string == "\(TestServer.baseURL)/t/\(home.text)")
        #expect(claims["sub"]?.string == phone.user)
        #expect(claims["aud"]?.string == client)
        #expect(claims["nonce"]?.string == "n")
    }

    fileprivate func expectInformation(_ token: String, of phone: PhoneInHand, _ form: AddressForm) async throws {
        let path = form.path("/v2/userinfo", home)
        for method in ["GET", "POST"] {
            let information = try await done(Call(method: method, target: path).bearer(token))
            #expect(information["sub"]?.string == phone.user)
            #expect(information["name"]?.string == "Ana Souza")
            #expect(information["email"]?.string == "ana@example.com")
            // No page asked: which pages may read it is in SharedAnswersTests.
            #expect(information.header("Access-Control-Allow-Origin") == nil)
        }
    }

    fileprivate func expectRefresh(_ token: String, _ client: String, _ form: AddressForm) async throws {
        let path = form.path("/v2/token", home)
        let call = Call.form(path, ["grant_type": "refresh_token", "refresh_token": token, "client_id": client])
        let next = try await done(call)
        let access = try #require(next["access_token"]?.string)
        #expect(next["refresh_token"]?.string?.hasPrefix("chave_rt_") == true)
        let revocation = form.path("/v2/revoke", home)
        let revoked = try await done(.form(revocation, ["token": next["refresh_token"]?.string, "client_id": client]))
        #expect(revoked.status == 200 && revoked.body.isEmpty)
        let refused = try await send(.get(form.path("/v2/userinfo", home)).bearer(access))
        expectSignInRefusal(refused, 401, .invalidToken)
    }

    fileprivate func introspection(
        of token: String,
        _ id: String,
        _ secret: String,
        _ method: String,
        _ form: AddressForm
    ) async throws -> Reply {
        try await done(confidential(.form(form.path("/v2/introspect", home), ["token": token]), id, secret, method))
    }

    fileprivate func revoke(
        _ token: String,
        _ id: String,
        _ secret: String,
        _ method: String,
        _ form: AddressForm
    ) async throws {
        _ = try await done(confidential(.form(form.path("/v2/revoke", home), ["token": token]), id, secret, method))
    }

    private func confidential(_ call: Call, _ id: String, _ secret: String, _ method: String) -> Call {
        guard method == "client_secret_post" else {
            return call.with("Authorization", "Basic \(Base64.encode("\(id):\(secret)".utf8))")
        }
        var call = call
        call.body += Array("&client_id=\(id)&client_secret=\(secret)".utf8)
        return call
    }
}
