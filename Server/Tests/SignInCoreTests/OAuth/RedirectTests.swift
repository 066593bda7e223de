import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

@Suite struct RedirectTests {
    private static let registered = [
        "https://app.example/callback", "http://127.0.0.1/callback", "http://[::1]:8080/callback",
        "http://localhost:8080/callback", "com.example.app:/callback",
    ]

    @Test(
        arguments: [
            "https://app.example/callback/", "https://app.example/Callback", "HTTPS://app.example/callback",
            "https://APP.example/callback", "https://app.example/%63allback", "https://app.example/callback%2e",
            "https://app.example/x/../callback", "https://app.example/./callback", "https://app.example//callback",
            "https://app.example/callback?x=1", "https://app.example/callback?", "https://app.example/callback#x",
            "https://app.example/callback#", "https://user@app.example/callback",
            "https://app.example@evil.example/callback", "https://app.example\\@evil.example/callback",
            "https://app.example\\callback", "https://evil.app.example/callback",
            "https://app.example.evil.example/callback", "http://app.example/callback",
            "https://app.example:443/callback", "https://app.example:8443/callback", "https://app.example./callback",
            "https://аpp.example/callback", "https://xn--pp-7kc.example/callback", "https://app.example/callback\u{0}",
            "https://app.example%00.evil.example/callback", "https://ａｐｐ.example/callback",
            "https://app。example/callback", "https://app.example/cal\u{6C}back\u{301}", " https://app.example/callback",
            "https://app.example/callback ", "//app.example/callback", "/callback", "javascript:alert(1)", "",
            "com.example.app:/callback/", "com.example.app://callback", "COM.example.app:/callback",
            // Loopback: only the port of a literal, and only as ports are written.
            "http://127.0.0.1:0/callback", "http://127.0.0.1:65536/callback", "http://127.0.0.1:080/callback",
            "http://127.0.0.1:/callback", "http://127.0.0.1:99999999999999999999/callback",
            "http://127.0.0.1:8080@evil.example/callback", "http://127.0.0.1.evil.example/callback",
            "http://127.0.0.1@evil.example/callback", "http://127.0.0.1:1:2/callback", "http://127.0.0.2/callback",
            "http://127.0.0.1:8080/other", "http://127.0.0.1:8080/callback?x=1", "http://127.0.0.1:8080",
            "https://127.0.0.1:8080/callback", "http://127.1:8080/callback", "http://①②⑦.0.0.1:8080/callback",
            "http://127.0.0.1:８０/callback", "http://127.0.0.1:+80/callback", "http://[::1]:8080:1/callback",
            "http://[::2]/callback", "http://[0:0:0:0:0:0:0:1]/callback", "http://localhost:9090/callback",
            "http://localhost/callback",
        ]
    )
    func whatOnlyLooksLikeARegisteredAddressIsRefused(_ sent: String) {
        #expect(!RedirectURI.isRegistered(sent, among: Self.registered))
    }

    @Test(
        arguments: registered + [
            "http://127.0.0.1:1/callback", "http://127.0.0.1:49152/callback", "http://127.0.0.1:65535/callback",
            "http://[::1]/callback", "http://[::1]:1/callback",
        ]
    )
    func aRegisteredAddressAndTheLoopbacksPortsAreTaken(_ sent: String) {
        #expect(RedirectURI.isRegistered(sent, among: Self.registered))
    }

    @Test func whatIsAddedToAnAddressIsEncoded() {
        let added = RedirectURI.adding([("state", "a&b=c #é"), ("none", nil)], to: "https://a.example/?x=1")
        #expect(added == "https://a.example/?x=1&state=a%26b%3Dc%20%23%C3%A9")
    }

    /// An unknown client or address is shown and never sent anywhere.
    @Test func nothingIsSentToAnAddressThatIsNotRegistered() async throws {
        let rig = try await OAuthRig()
        let faults: [([String: String?], String)] = [
            (["redirect_uri": "https://evil.example/"], "redirect_uri"), (["redirect_uri": nil], "redirect_uri"),
            (["client_id": "nobody"], "client_id"), (["client_id": nil], "client_id"),
            (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "request_uri"),
        ]
        for (changes, field) in faults {
            var values = OAuthRig.authorization()
            for (name, value) in changes { values[name] = value }
            let opening = try await rig.signIn.openAuthorization(OAuthRig.pairs(values), tenant: rig.tenant)
            guard case .show(let error) = opening else {
                Issue.record("\(changes): \(opening)")
                continue
            }
            #expect(error.field == field)
        }
        let twice = OAuthRig.pairs(OAuthRig.authorization()) + [(name: "state", value: "other")]
        let opening = try await rig.signIn.openAuthorization(twice, tenant: rig.tenant)
        guard case .show(let error) = opening else {
            Issue.record("a name that stands twice: \(opening)")
            return
        }
        #expect(error.field == "state")
    }

    /// RFC 9207: whoever asked two servers knows which one answers.
    @Test func anAnswerNamesItsIssuerAndState() async throws {
        let rig = try await OAuthRig()
        let pairs = OAuthRig.pairs(OAuthRig.authorization("app", ["state": "a b&c"]))
        for tenant in [rig.tenant, nil] {
            guard case .proceed(let request) = try await rig.signIn.openAuthorization(pairs, tenant: tenant) else {
                Issue.record("it was refused")
                return
            }
            let user = SignedInUser(
                id: OAuthRig.user,
                credential: OAuthRig.credential,
                authenticatedAt: rig.world.now,
                methods: ["pop", "user"]
            )
            let address = try await rig.signIn.grantCode(for: request, user: user)
            #expect(address.hasPrefix(OAuthRig.redirectURI + "?code="))
            #expect(OAuthRig.query(address)["state"] == "a%20b%26c")
            #expect(OAuthRig.query(address)["iss"] == "https%3A%2F%2Fchave.example%2Ft%2Fsandbox")
        }
    }

    @Test func aClientOfAnotherTenantIsUnknown() async throws {
        let rig = try await OAuthRig()
        let pairs = OAuthRig.pairs(OAuthRig.authorization())
        guard case .show = try await rig.signIn.openAuthorization(pairs, tenant: TenantID("other")) else {
            Issue.record("it was opened")
            return
        }
        guard case .proceed = try await rig.signIn.openAuthorization(pairs, tenant: nil) else {
            Issue.record("it was not opened without a tenant")
            return
        }
    }

    /// One fault at a time, answered to the client with its state and our issuer.
    @Test(
        arguments: [
            ("response_type", "token", "unsupported_response_type"), ("response_type", nil, "invalid_request"),
            ("response_type", "code id_token", "unsupported_response_type"),
            ("response_mode", "fragment", "invalid_request"), ("request", "e30", "request_not_supported"),
            ("request_uri", "https://app.example/request.jwt", "request_uri_not_supported"),
            ("request_uri", "urn:unknown", "request_uri_not_supported"),
            ("id_token_hint", "a.b.c", "invalid_request"), ("resource", "https://nowhere.example/", "invalid_target"),
            ("scope", "calendar", "invalid_scope"), ("scope", String(repeating: "a", count: 513), "invalid_request"),
            ("nonce", String(repeating: "a", count: 513), "invalid_request"),
            ("login_hint", String(repeating: "a", count: 257), "invalid_request"),
            ("code_challenge", nil, "invalid_request"), ("code_challenge", "short", "invalid_request"),
            ("code_challenge_method", "plain", "invalid_request"), ("code_challenge_method", nil, "invalid_request"),
            ("prompt", "none login", "invalid_request"), ("prompt", "ask", "invalid_request"),
            ("max_age", "-1", "invalid_request"), ("max_age", "99999999999", "invalid_request"),
        ] as [(String, String?, String)]
    )
    func whatElseIsWrongIsAnsweredAtTheAddress(_ name: String, _ value: String?, _ code: String) async throws {
        let rig = try await OAuthRig()
        let pairs = OAuthRig.pairs(OAuthRig.authorization("app", [name: value]))
        guard case .redirect(let address, let error) = try await rig.signIn.openAuthorization(pairs, tenant: rig.tenant)
        else {
            Issue.record("it was not refused")
            return
        }
        #expect(address.hasPrefix(OAuthRig.redirectURI + "?error=\(code)&"))
        #expect(error.field == name || name.hasPrefix("code_challenge"))
        #expect(OAuthRig.query(address)["state"] == "s")
        #expect(OAuthRig.query(address)["iss"] == "https%3A%2F%2Fchave.example%2Ft%2Fsandbox")
    }
}
