import ChaveBase
import ChaveJOSE
import ChaveWire
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// A client that is registered already, as its tenant changes it.
@Suite struct ClientChangeTests {
    private let home = TestSignIn.home

    private func change(
        _ id: String,
        in rig: OAuthRig,
        _ write: (inout ClientPatch) -> Void
    ) async throws -> RegisteredClient {
        var patch = ClientPatch()
        write(&patch)
        return try await rig.signIn.changeClient(id, patch, of: rig.tenant)
    }

    @Test func whatIsSentChangesAndTheRestStays() async throws {
        let rig = try await OAuthRig()
        let before = try await rig.signIn.client("shop", of: rig.tenant)
        let nothing = try await change("shop", in: rig) { _ in }
        #expect(nothing.client == before && nothing.secret == nil)
        let changed = try await change("shop", in: rig) { patch in
            patch.name = "Loja"
            patch.postLogoutRedirectURIs = ["https://shop.example/bye"]
        }
        var expected = before
        expected.name = "Loja"
        expected.postLogoutRedirectURIs = ["https://shop.example/bye"]
        #expect(changed.client == expected && changed.secret == nil)
        #expect(try await rig.signIn.client("shop", of: rig.tenant) == expected)
    }

    /// By the address, from a request that was pushed before, and on a page that stood open.
    @Test func anAddressThatWasTakenAwayLeadsNobodyBack() async throws {
        var rig = try await BrowserRig()
        let form = try OAuthRig.form(OAuthRig.authorization("app"))
        let pushed = try await rig.signIn.pushRequest(form, authorization: nil, tenant: rig.tenant)
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        _ = try await rig.turn(id)
        var patch = ClientPatch()
        patch.redirectURIs = ["https://new.example/callback"]
        _ = try await rig.signIn.changeClient("app", patch, of: rig.tenant)
        guard case .show(let error) = try await rig.open() else {
            Issue.record("the address is taken still")
            return
        }
        #expect(error.field == "redirect_uri")
        let reference = try #require(pushed["request_uri"]?.string)
        let opening = try await rig.signIn.openAuthorization(
            [(name: "client_id", value: "app"), (name: "request_uri", value: reference)],
            tenant: rig.tenant
        )
        guard case .show(let refused) = opening else {
            Issue.record("the pushed request is taken still")
            return
        }
        #expect(refused.code == .invalidRequestURI)
        let ended = try await browserRefusal { _ = try await rig.decide(true, id) }
        #expect(ended == .over)
        #expect(try await rig.open(["redirect_uri": "https://new.example/callback"]) != .show(error))
    }

    /// A code keeps the address that it was given for, and tokens know of none.
    @Test func whatWasGivenBeforeGoesOn() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code("shop")
        let tokens = try await rig.exchange(try await rig.code("shop", ["scope": "openid offline_access"]), "shop")
        _ = try await change("shop", in: rig) { $0.redirectURIs = ["https://new.example/callback"] }
        #expect(try await rig.exchange(code, "shop").idToken != nil)
        #expect(try await rig.introspect(tokens.accessToken)["active"] == true)
        #expect(try await rig.refresh(tokens.refreshToken, "shop").refreshToken != nil)
    }

    @Test func aChangeIsCheckedAsARegistrationIs() async throws {
        let rig = try await OAuthRig()
        let many = (1...21).map { "https://app.example/\($0)" }
        let changes: [(field: String, write: (inout ClientPatch) throws -> Void)] = [
            ("name", { $0.name = "\u{7}" }), ("redirect_uris", { $0.redirectURIs = [] }),
            ("redirect_uris", { $0.redirectURIs = many }),
            ("redirect_uris", { $0.redirectURIs = ["http://app.example/"] }),
            ("post_logout_redirect_uris", { $0.postLogoutRedirectURIs = ["javascript:alert(1)"] }),
            ("post_logout_redirect_uris", { $0.postLogoutRedirectURIs = many }),
            ("post_logout_redirect_uris", { $0.postLogoutRedirectURIs = ["https://a.example", "https://a.example"] }),
            ("backchannel_logout_uri", { $0.backChannelLogoutURI = "https://a.example/out" }),
            ("token_endpoint_auth_method", { $0.tokenAuthentication = OIDCClient.TokenAuthentication.none }),
            ("jwks", { $0.jwks = ["keys": []] }), ("jwks", { $0.tokenAuthentication = .privateKeyJWT }),
        ]
        let before = try await rig.signIn.client("shop", of: rig.tenant)
        for (field, write) in changes {
            var patch = ClientPatch()
            try write(&patch)
            let error = try await refusal { try await rig.signIn.changeClient("shop", patch, of: rig.tenant) }
            #expect(error.code == .invalidRequest && error.field == field)
        }
        #expect(try await rig.signIn.client("shop", of: rig.tenant) == before)
        let lost = try await refusal { try await rig.signIn.changeClient("none", ClientPatch(), of: rig.tenant) }
        #expect(lost.code == .notFound && lost.status == 404)
        let other = TenantID.named("other")
        _ = try await rig.signIn.createTenant(other, displayName: "Outra")
        let strange = try await refusal { try await rig.signIn.changeClient("shop", ClientPatch(), of: other) }
        #expect(strange.code == .notFound)
    }

    /// What its tokens may do hangs on it.
    @Test func aPublicClientStaysPublic() async throws {
        let rig = try await OAuthRig()
        for method in OIDCClient.TokenAuthentication.allCases where method != .none {
            let error = try await refusal { try await change("app", in: rig) { $0.tokenAuthentication = method } }
            #expect(error.field == "token_endpoint_auth_method")
        }
    }

    @Test func keysReplaceASecretAndASecretKeys() async throws {
        let rig = try await OAuthRig()
        let keys = try ClientKeys.set(["a"])
        let bound = try await change("shop", in: rig) { patch in
            patch.tokenAuthentication = .privateKeyJWT
            patch.jwks = keys
        }
        #expect(bound.secret == nil && bound.client.secretDigest == nil && bound.client.keys?.json == keys)
        let refused = try await refusal { try await rig.introspect("x") }
        #expect(refused.code == .invalidClient)
        let again = try await change("shop", in: rig) { $0.tokenAuthentication = .basic }
        let secret = try #require(again.secret)
        #expect(again.client.keys == nil && secret.hasPrefix("chave_cs_"))
        #expect(try await isTaken(secret, rig))
        // From the header to the form it is the same secret.
        #expect(try await change("shop", in: rig) { $0.tokenAuthentication = .post }.secret == nil)
    }

    @Test(
        arguments: [
            ["keys": []], [:], ["keys": [["kty": "oct", "k": "AAAA"]]], ["keys": [["kty": "EC", "crv": "P-256"]]],
        ] as [JSONValue]
    )
    func aSetWithoutAKeyIsRefused(_ jwks: JSONValue) async throws {
        let rig = try await OAuthRig()
        let error = try await refusal {
            try await change("shop", in: rig) { patch in
                patch.tokenAuthentication = .privateKeyJWT
                patch.jwks = jwks
            }
        }
        #expect(error.field == "jwks")
    }

    @Test func keysOfAClientHaveNamesAndAreFew() async throws {
        let rig = try await OAuthRig()
        let names = (1...11).map { "\($0)" as String? }
        for set in [["a", "a"], ["a", nil], names] {
            let jwks = try ClientKeys.set(set)
            let error = try await refusal {
                try await change("shop", in: rig) { patch in
                    patch.tokenAuthentication = .privateKeyJWT
                    patch.jwks = jwks
                }
            }
            #expect(error.field == "jwks")
        }
    }

    private func isTaken(_ secret: String, _ rig: OAuthRig) async throws -> Bool {
        let form = try OAuthRig.form(["token": "x"])
        do {
            _ = try await rig.signIn.introspect(
                form,
                authorization: OAuthRig.basic("shop", secret),
                tenant: rig.tenant
            )
            return true
        } catch let error as OAuthError where error.code == .invalidClient {
            return false
        }
    }

    private static let first = "a+secret%3Awith%2Bsigns%25"

    @Test func bothSecretsCountUntilTheEndOfTheOverlap() async throws {
        let rig = try await OAuthRig()
        let rotated = try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: 3_600, of: rig.tenant)
        let second = try #require(rotated.secret)
        #expect(rotated.client.formerSecret?.endsAt == rig.world.now.adding(seconds: 3_600))
        for secret in [Self.first, second] { #expect(try await isTaken(secret, rig)) }
        #expect(try await !isTaken("", rig))
        rig.world.advance(seconds: 3_599)
        #expect(try await isTaken(Self.first, rig))
        rig.world.advance(seconds: 1)
        #expect(try await !isTaken(Self.first, rig))
        #expect(try await isTaken(second, rig))
    }

    @Test func theFormerSecretEndsAtOnceWhereItIsAsked() async throws {
        let rig = try await OAuthRig()
        let second = try #require(
            try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: 60, of: rig.tenant).secret
        )
        try await rig.signIn.endFormerSecret(ofClient: "shop", of: rig.tenant)
        try await rig.signIn.endFormerSecret(ofClient: "shop", of: rig.tenant)
        #expect(try await !isTaken(Self.first, rig))
        let third = try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: 0, of: rig.tenant)
        #expect(try await !isTaken(second, rig))
        #expect(try await isTaken(try #require(third.secret), rig))
        #expect(third.client.formerSecret == nil)
    }

    /// Whose answer was lost rotates again, and what is in use goes on.
    @Test func aRotationThatIsRepeatedEndsNothingThatIsInUse() async throws {
        let rig = try await OAuthRig()
        var secrets: [String] = []
        for _ in 0..<3 {
            let rotated = try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: 60, of: rig.tenant)
            secrets.append(try #require(rotated.secret))
        }
        #expect(try await isTaken(Self.first, rig))
        for (secret, counts) in zip(secrets, [false, false, true]) { #expect(try await isTaken(secret, rig) == counts) }
        rig.world.advance(seconds: 60)
        _ = try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: 60, of: rig.tenant)
        #expect(try await isTaken(secrets[2], rig))
        #expect(try await !isTaken(Self.first, rig))
    }

    @Test func aRotationIsBoundedAndForWhoeverHasASecret() async throws {
        let rig = try await OAuthRig()
        for seconds in [-1, 30 * 86_400 + 1, .max] as [Int64] {
            let error = try await refusal {
                try await rig.signIn.rotateSecret(ofClient: "shop", overlapSeconds: seconds, of: rig.tenant)
            }
            #expect(error.field == "overlap_seconds")
        }
        let open = try await refusal {
            try await rig.signIn.rotateSecret(ofClient: "app", overlapSeconds: 0, of: rig.tenant)
        }
        #expect(open.code == .conflict && open.status == 409)
        for call in [
            { _ = try await rig.signIn.rotateSecret(ofClient: "none", overlapSeconds: 0, of: rig.tenant) },
            { try await rig.signIn.endFormerSecret(ofClient: "none", of: rig.tenant) },
        ] as [() async throws -> Void] {
            #expect(try await refusal { try await call() }.code == .notFound)
        }
    }
}
