import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// Clients that prove themselves by a signature (RFC 7523; OpenID Connect Core 1.0, section 9).
@Suite struct ClientAssertionTests {
    /// A client with a key of each algorithm.
    private struct Scene {
        let rig: OAuthRig
        let client: String
        let keys: [JWSAlgorithm: SigningKey]

        init() async throws {
            rig = try await OAuthRig()
            var keys: [JWSAlgorithm: SigningKey] = [:]
            for algorithm in JWSAlgorithm.allCases {
                keys[algorithm] = try SigningKey.generate(algorithm, keyID: algorithm.rawValue)
            }
            self.keys = keys
            var draft = ClientDraft(
                name: "Banco",
                redirectURIs: [OAuthRig.redirectURI],
                tokenAuthentication: .privateKeyJWT
            )
            draft.jwks = try ClientKeys.set(of: Array(keys.values))
            client = try await rig.signIn.registerClient(draft, of: rig.tenant).client.id
        }

        var issuer: String { rig.signIn.policy.issuer(of: rig.tenant) }

        func assertion(
            _ changes: [String: JSONValue?] = [:],
            type: String? = "JWT",
            by key: SigningKey? = nil,
            _ algorithm: JWSAlgorithm = .es256
        ) throws -> String {
            let now = rig.world.now.seconds
            var claims = JSONObject()
            claims["iss"] = .string(client)
            claims["sub"] = .string(client)
            claims["aud"] = .string(issuer)
            claims["iat"] = JSONValue(now)
            claims["exp"] = JSONValue(now + 60)
            claims["jti"] = .string(rig.signIn.world.newSecret())
            for (name, value) in changes { claims[name] = value }
            let key = try key ?? #require(keys[algorithm])
            return try key.sign(JSONValue.object(claims).encoded(), type: type)
        }

        func form(_ assertion: String, _ more: [String: String] = [:]) throws -> OAuthParameters {
            let proof = ["client_assertion_type": ClientAssertion.type, "client_assertion": assertion]
            return try OAuthRig.form(proof.merging(more) { $1 })
        }

        /// What introspection of nothing is answered; `nil` where it is, as by a client that is proven.
        func refusal(_ assertion: String, _ more: [String: String] = [:], tenant: TenantID?) async throws -> OAuthError?
        {
            let form = try form(assertion, ["token": "x"].merging(more) { $1 })
            do {
                _ = try await rig.signIn.introspect(form, authorization: nil, tenant: tenant)
                return nil
            } catch let error as OAuthError {
                return error
            }
        }

        func refusal(_ assertion: String, _ more: [String: String] = [:]) async throws -> OAuthError? {
            try await refusal(assertion, more, tenant: rig.tenant)
        }
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func aKeyOfEachAlgorithmProvesAClient(_ algorithm: JWSAlgorithm) async throws {
        let scene = try await Scene()
        #expect(try await scene.refusal(scene.assertion([:], type: "JWT", by: nil, algorithm)) == nil)
    }

    /// One fault at a time; a new refusal without a case here does not compile.
    @Test(arguments: ClientAssertionRefusal.allCases)
    func eachFaultIsRefused(_ expected: ClientAssertionRefusal) async throws {
        let scene = try await Scene()
        let now = scene.rig.world.now.seconds
        let other = try SigningKey.generate(.es256, keyID: "ES256")
        let issuer = scene.issuer
        let bad: [String]
        switch expected {
        case .unproven:
            bad = [
                try scene.assertion(by: other), try scene.assertion(by: other.named("unknown")),
                try scene.assertion(by: try #require(scene.keys[.ps256]).named("RS256")),
                try String(scene.assertion().dropLast(4)), "a.b.c", "x",
                try scene.assertion(["sub": "app", "iss": "app"]),
                try scene.assertion(["sub": "shop", "iss": "shop"]), try scene.assertion(["sub": "nobody"]),
                try scene.assertion(["sub": nil]), try scene.assertion(["sub": ["a"]]),
            ]
        case .wrongType: bad = try ["dpop+jwt", "at+jwt", "logout+jwt"].map { try scene.assertion(type: $0) }
        case .malformedClaims:
            let long = JSONValue.string(String(repeating: "a", count: 256))
            let changes: [[String: JSONValue?]] = [["exp": nil], ["jti": nil], ["jti": ""], ["jti": long]]
            bad = try changes.map { try scene.assertion($0) }
        case .wrongClient: bad = [try scene.assertion(["iss": "app"]), try scene.assertion(["iss": nil])]
        case .wrongAudience:
            let audiences: [JSONValue?] = [
                nil, "https://other.example", [], .array([.string(issuer), "https://other.example"]),
                .string(issuer + "/"), .string("\(TestSignIn.baseURL)/t/other"),
            ]
            bad = try audiences.map { try scene.assertion(["aud": $0]) }
        case .expired:
            bad = [try scene.assertion(["exp": JSONValue(now - 30)]), try scene.assertion(["exp": 0])]
        case .livesTooLong:
            bad = [
                try scene.assertion(["exp": JSONValue(now + 331)]),
                try scene.assertion(["iat": JSONValue(now - 331)]),
            ]
        case .issuedInFuture:
            bad = [
                try scene.assertion(["iat": JSONValue(now + 31)]), try scene.assertion(["nbf": JSONValue(now + 31)]),
            ]
        case .replayed:
            let once = try scene.assertion(["jti": "once"])
            #expect(try await scene.refusal(once) == nil)
            bad = [once, try scene.assertion(["jti": "once"])]
        }
        for assertion in bad {
            let error = try #require(try await scene.refusal(assertion))
            #expect(error == expected.error)
            #expect(error.code == .invalidClient && error.status == 401)
        }
        #expect(try await scene.refusal(scene.assertion()) == nil)
    }

    @Test func whatIsNamedOtherwiseAndMeansThisServerIsTaken() async throws {
        let scene = try await Scene()
        let base = TestSignIn.baseURL
        let audiences: [JSONValue] = [
            .string("\(scene.issuer)/v2/token"), .string("\(base)/v2/token"), .string("\(scene.issuer)/v2/par"),
            .array([.string(scene.issuer)]), .array([.string(scene.issuer), .string("\(scene.issuer)/v2/token")]),
        ]
        for audience in audiences { #expect(try await scene.refusal(scene.assertion(["aud": audience])) == nil) }
        for type in [nil, "jwt", "client-authentication+jwt"] {
            #expect(try await scene.refusal(scene.assertion(type: type)) == nil)
        }
        #expect(try await scene.refusal(scene.assertion(["iat": nil])) == nil)
        #expect(try await scene.refusal(scene.assertion(), ["client_id": scene.client]) == nil)
        #expect(try await scene.refusal(scene.assertion(), tenant: nil) == nil)
    }

    /// Two faults: the earlier is told.
    @Test func theOrderOfFaultsIsFixed() async throws {
        let scene = try await Scene()
        let all: [String: JSONValue?] = ["iss": "app", "aud": "x", "exp": 0]
        let error = try await scene.refusal(scene.assertion(all))
        #expect(error == ClientAssertionRefusal.wrongClient.error)
        let later = try await scene.refusal(scene.assertion(["aud": "x", "exp": 0]))
        #expect(later == ClientAssertionRefusal.wrongAudience.error)
    }

    /// What was seen is kept until it would be refused for its age, and no longer.
    @Test func whatWasSeenGoesWhenItIsTooOldAnyway() async throws {
        let scene = try await Scene()
        let once = try scene.assertion(["jti": "once", "exp": JSONValue(scene.rig.world.now.seconds + 300)])
        #expect(try await scene.refusal(once) == nil)
        scene.rig.world.advance(seconds: 329)
        _ = try await scene.rig.signIn.removeExpired()
        #expect(try await scene.refusal(once) == ClientAssertionRefusal.replayed.error)
        scene.rig.world.advance(seconds: 1)
        #expect(try await scene.refusal(once) == ClientAssertionRefusal.expired.error)
        _ = try await scene.rig.signIn.removeExpired()
        #expect(try await scene.rig.signIn.records.list(SeenAssertion.self, of: scene.rig.tenant, limit: 10).isEmpty)
    }

    @Test func twoWaysAtOnceAreRefused() async throws {
        let scene = try await Scene()
        for (more, header) in [
            (["client_secret": "x"], nil), ([:], OAuthRig.basic("shop")), (["client_assertion_type": "saml"], nil),
            (["client_assertion_type": ""], nil),
        ] as [([String: String], String?)] {
            let form = try scene.form(scene.assertion(), ["token": "x"].merging(more) { $1 })
            let error = try await SignInCoreTests.refusal {
                try await scene.rig.signIn.introspect(form, authorization: header, tenant: scene.rig.tenant)
            }
            #expect(error.code == .invalidRequest)
        }
        let named = try await scene.refusal(scene.assertion(), ["client_id": "shop"])
        #expect(named == ClientAuthentication.refusal)
        let without = try OAuthRig.form(["client_id": scene.client, "token": "x"])
        let error = try await SignInCoreTests.refusal {
            try await scene.rig.signIn.introspect(without, authorization: nil, tenant: scene.rig.tenant)
        }
        #expect(error == ClientAuthentication.refusal)
        // Wrong ones are counted by the client that they name.
        #expect(SignIn.claimedClient(try scene.form(scene.assertion()), authorization: nil) == scene.client)
    }

    /// The token endpoint, pushed requests and revocation too.
    @Test func itProvesAClientAtEveryEndpoint() async throws {
        let scene = try await Scene()
        let signIn = scene.rig.signIn
        let asked = OAuthRig.authorization(scene.client, ["scope": "openid offline_access"])
        let pushed = try await signIn.pushRequest(
            scene.form(scene.assertion(), asked),
            authorization: nil,
            tenant: scene.rig.tenant
        )
        #expect(pushed["request_uri"] != nil)
        let code = try await scene.rig.code(scene.client, ["scope": "openid offline_access"])
        let exchange = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": OAuthRig.redirectURI,
            "code_verifier": OAuthRig.verifier,
        ]
        let answer = try await signIn.token(
            scene.form(scene.assertion(), exchange),
            headers: TokenRequestHeaders(),
            tenant: scene.rig.tenant
        )
        let refresh = ["grant_type": "refresh_token", "refresh_token": try #require(answer.refreshToken)]
        let again = try await signIn.token(
            scene.form(scene.assertion(), refresh),
            headers: TokenRequestHeaders(),
            tenant: scene.rig.tenant
        )
        let token = ["token": again.accessToken]
        let told = try await signIn.introspect(
            scene.form(scene.assertion(), token),
            authorization: nil,
            tenant: scene.rig.tenant
        )
        #expect(told["active"] == true)
        try await signIn.revoke(scene.form(scene.assertion(), token), authorization: nil, tenant: scene.rig.tenant)
        let after = try await signIn.introspect(
            scene.form(scene.assertion(), token),
            authorization: nil,
            tenant: scene.rig.tenant
        )
        #expect(after["active"] == false)
    }
}
