import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

@Suite struct ClientAuthenticationTests {
    /// A client in the form or in the header, what it brings, and how that ends.
    @Test(
        arguments: [
            // Wrong secrets, wrong methods, clients that are none: one answer.
            ("shop", nil, OAuthRig.basic("shop", "wrong"), OAuthError.Code.invalidClient),
            ("nobody", nil, OAuthRig.basic("nobody"), .invalidClient), ("shop", OAuthRig.secret, nil, .invalidClient),
            ("till", "wrong", nil, .invalidClient), ("till", nil, OAuthRig.basic("till"), .invalidClient),
            ("till", nil, nil, .invalidClient), ("shop", nil, nil, .invalidClient),
            ("app", OAuthRig.secret, nil, .invalidClient), ("app", nil, OAuthRig.basic("app", ""), .invalidClient),
            ("nobody", OAuthRig.secret, nil, .invalidClient), ("nobody", nil, nil, .invalidClient),
            // Without the form-encoding of RFC 6749, section 2.3.1, the `+` and the `%` are others.
            ("shop", nil, OAuthRig.basic("shop", OAuthRig.secret), .invalidClient),
            ("shop", nil, "Basic !!!!", .invalidClient), ("shop", nil, "Basic", .invalidClient),
            ("shop", nil, "Bearer " + Base64.encode("shop:x".utf8), .invalidClient),
            ("shop", nil, "Basic " + Base64.encode("shop".utf8), .invalidClient),
            ("shop", nil, "Basic " + Base64.encode("shop:%zz".utf8), .invalidClient),
            ("shop", nil, "Basic " + Base64.encode("shop:%FF".utf8), .invalidClient),
            // Two ways at once.
            ("shop", OAuthRig.secret, OAuthRig.basic("shop"), .invalidRequest),
            ("till", nil, OAuthRig.basic("shop"), .invalidRequest), (nil, nil, nil, .invalidRequest),
            (nil, OAuthRig.secret, nil, .invalidRequest),
        ] as [(String?, String?, String?, OAuthError.Code)]
    )
    func whoeverIsNotProvenIsRefused(
        _ id: String?,
        _ secret: String?,
        _ header: String?,
        _ code: OAuthError.Code
    ) async throws {
        let rig = try await OAuthRig()
        var form = ["grant_type": "authorization_code", "code": "x", "redirect_uri": OAuthRig.redirectURI]
        form["client_id"] = id
        form["client_secret"] = secret
        let parameters = try OAuthRig.form(form)
        let error = try await refusal {
            try await rig.signIn.token(
                parameters,
                headers: TokenRequestHeaders(authorization: header),
                tenant: rig.tenant
            )
        }
        #expect(error.code == code)
        #expect(error.status == (code == .invalidClient ? 401 : 400))
        if code == .invalidClient { #expect(error == ClientAuthentication.refusal) }
    }

    @Test func aSecretOfOddCharactersIsReadAsItWasEncoded() throws {
        let parameters = try OAuthParameters([])
        let read = try ClientAuthentication(parameters, authorization: OAuthRig.basic("a%3Ab", "%2B+%25%c3%A9"))
        #expect(read.id == "a:b")
        #expect(read.secret == "+ %é")
        let lower = try ClientAuthentication(parameters, authorization: "basic " + Base64.encode("a:b:c".utf8))
        #expect(lower.secret == "b:c")
    }

    @Test func onlyTheKnownGrantTypesAreTaken() async throws {
        let rig = try await OAuthRig()
        for type in ["password", "client_credentials", "implicit", "authorization_code "] {
            let form = try OAuthRig.form(["grant_type": type, "client_id": "app"])
            let error = try await refusal {
                try await rig.signIn.token(form, headers: TokenRequestHeaders(), tenant: rig.tenant)
            }
            #expect(error.code == .unsupportedGrantType)
        }
    }

    @Test func introspectionIsForConfidentialClientsOfTheTenant() async throws {
        let rig = try await OAuthRig()
        let answer = try await rig.exchange(try await rig.code())
        let form = try OAuthRig.form(["token": answer.accessToken, "client_id": "app"])
        let error = try await refusal {
            try await rig.signIn.introspect(form, authorization: nil, tenant: rig.tenant)
        }
        #expect(error.code == .invalidClient)
        #expect(try await rig.introspect("chave_at_unknown") == ["active": false])
        #expect(try await rig.introspect(answer.refreshToken) == ["active": false])
        let own = try await rig.exchange(try await rig.code("shop"), "shop")
        #expect(try await rig.introspect(own.accessToken)["active"] == true)
        rig.world.advance(seconds: 600)
        #expect(try await rig.introspect(own.accessToken) == ["active": false])
    }

    @Test func parametersAreBoundedAndNamed() throws {
        let long = String(repeating: "a", count: 2_049)
        for (pairs, field) in [
            ([("a", "1"), ("a", "1")], "a"), ([("state", long)], "state"), ([("state", "a\u{0}")], "state"),
            ([("state", "a\n")], "state"), ([("\u{0}", "1"), ("\u{0}", "1")], nil),
            ((0...64).map { ("n\($0)", "1") }, nil),
        ] as [([(String, String)], String?)] {
            let error = #expect(throws: OAuthError.self) {
                try OAuthParameters(pairs.map { (name: $0.0, value: $0.1) })
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == field)
        }
        #expect(try OAuthParameters([(name: "a", value: "")])["a"] == nil)
    }

    /// Whoever counts wrong secrets counts them by the name that is looked up, however it is spelled.
    @Test(
        arguments: [
            ("app:secret", "app"), ("%61pp:x", "app"), ("%61%70%70:", "app"), ("a+b:x", "a b"), ("app", nil),
            (":x", nil),
            ("%zz:x", nil), ("app:%ff", nil),
        ] as [(String, String?)]
    )
    func aClaimedClientHasOneName(_ pair: String, _ expected: String?) throws {
        let header = "Basic \(Base64.encode(pair.utf8))"
        #expect(SignIn.claimedClient(try OAuthRig.form([:]), authorization: header) == expected)
    }

    @Test func onlyWhoHasASecretIsCountedByItsForm() throws {
        let named = try OAuthRig.form(["client_id": "app"])
        let secret = try OAuthRig.form(["client_id": "app", "client_secret": "x"])
        #expect(SignIn.claimedClient(named, authorization: nil) == nil)
        #expect(SignIn.claimedClient(secret, authorization: nil) == "app")
        #expect(SignIn.claimedClient(named, authorization: "Bearer x") == nil)
    }
}
