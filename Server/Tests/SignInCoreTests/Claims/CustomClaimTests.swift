import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// Claims of a tenant's own, on their way to clients.
struct CustomClaimTests {
    private static let claims: JSONObject = {
        var claims = JSONObject()
        claims["level"] = "gold"
        claims["groups"] = ["bakers", "tasters"]
        claims["secret"] = 7
        return claims
    }()

    /// With `loyalty`, which ID tokens carry too, and `groups`, which they do not.
    private static func rig() async throws -> OAuthRig {
        let rig = try await OAuthRig()
        let scopes = [
            ClaimScope(name: "loyalty", claims: ["level", "nothing"], isInIDToken: true),
            ClaimScope(name: "groups", claims: ["groups"]),
        ]
        #expect(try await rig.signIn.configureScopes(scopes, of: rig.tenant) == scopes)
        #expect(try await rig.signIn.scopes(of: rig.tenant) == scopes)
        let user = try await rig.signIn.changeUser(OAuthRig.user, UserPatch(claims: claims), of: rig.tenant)
        #expect(user.claims == claims)
        return rig
    }

    private static func payload(_ token: String?) throws -> JSONObject {
        let jws = try CompactJWS(parsing: try #require(token))
        return try #require(try JSONValue(parsing: jws.payload).object)
    }

    @Test func claimsGoOutByTheirScopesAlone() async throws {
        let rig = try await Self.rig()
        for (scope, inToken, inInformation) in [
            ("openid", [], []), ("openid profile email", [], []), ("openid loyalty", ["level"], ["level"]),
            ("openid groups", [], ["groups"]), ("openid loyalty groups unknown", ["level"], ["level", "groups"]),
        ] {
            let answer = try await rig.exchange(try await rig.code("app", ["scope": scope]))
            #expect(!answer.scope.contains("unknown"))
            let token = try Self.payload(answer.idToken)
            let information = try await rig.information(answer.accessToken)
            for name in ["level", "groups", "secret", "nothing"] {
                #expect(token[name] == (inToken.contains(name) ? Self.claims[name] : nil), "\(scope): \(name)")
                #expect(
                    information[name] == (inInformation.contains(name) ? Self.claims[name] : nil),
                    "\(scope): \(name)"
                )
            }
        }
    }

    @Test func aRefreshAndUserInformationShowWhatThePersonHasNow() async throws {
        let rig = try await Self.rig()
        let code = try await rig.code("app", ["scope": "openid loyalty groups"])
        let answer = try await rig.exchange(code)
        var now = Self.claims
        now["level"] = "silver"
        now["groups"] = nil
        _ = try await rig.signIn.changeUser(OAuthRig.user, UserPatch(claims: now), of: rig.tenant)
        let information = try await rig.information(answer.accessToken)
        #expect(information["level"]?.string == "silver" && information["groups"] == nil)
        let refreshed = try await rig.refresh(answer.refreshToken)
        #expect(try Self.payload(refreshed.idToken)["level"]?.string == "silver")
        let narrowed = try await rig.refresh(refreshed.refreshToken, "app", ["scope": "openid groups"])
        #expect(narrowed.scope == "openid groups")
        #expect(try Self.payload(narrowed.idToken)["level"] == nil)
        #expect(try await rig.information(narrowed.accessToken)["level"] == nil)
        let broader = try await refusal {
            try await rig.refresh(narrowed.refreshToken, "app", ["scope": "openid other"])
        }
        #expect(broader.code == .invalidScope)
    }

    @Test func aScopeThatIsGoneOpensNothingMore() async throws {
        let rig = try await Self.rig()
        let answer = try await rig.exchange(try await rig.code("app", ["scope": "openid loyalty"]))
        _ = try await rig.signIn.configureScopes([], of: rig.tenant)
        #expect(try await rig.information(answer.accessToken)["level"] == nil)
        #expect(try Self.payload(try await rig.refresh(answer.refreshToken).idToken)["level"] == nil)
        let later = try await rig.exchange(try await rig.code("app", ["scope": "openid loyalty"]))
        #expect(later.scope == "openid")
    }

    @Test func discoveryNamesThem() async throws {
        let rig = try await Self.rig()
        let document = try await rig.signIn.discoveryDocument(of: rig.tenant)
        let scopes = document["scopes_supported"]?.array?.compactMap(\.string) ?? []
        #expect(scopes == ["openid", "profile", "email", "offline_access", "loyalty", "groups"])
        let claims = document["claims_supported"]?.array?.compactMap(\.string) ?? []
        #expect(claims.suffix(3) == ["groups", "level", "nothing"])
    }

    /// Where a request is kept between two calls, its scopes are kept with it.
    @Test func theyAreKeptOverAPushedRequestAndAChallenge() async throws {
        let rig = try await Self.rig()
        let form = try OAuthRig.form(OAuthRig.authorization("app", ["scope": "openid groups unknown"]))
        let pushed = try await rig.signIn.pushRequest(form, authorization: nil, tenant: rig.tenant)
        let opening = try await rig.signIn.openAuthorization(
            [("client_id", "app"), ("request_uri", try #require(pushed["request_uri"]?.string))],
            tenant: rig.tenant
        )
        guard case .proceed(let request) = opening else { throw BrowserRig.Unexpected() }
        #expect(request.scope.text == "openid groups" && request.scopeText == "openid groups unknown")
        let device = try await ChallengeRig()
        let scopes = [ClaimScope(name: "groups", claims: ["groups"])]
        _ = try await device.signIn.configureScopes(scopes, of: TestSignIn.home)
        let scope = "openid groups unknown"
        let session = try await device.begin(.signIn, ["scope": scope])
        let proof = try device.proof(device.claims(session, .signIn, ["scope": .string(scope)]))
        let code = try await device.finish(session.id, proof).authorizationCode
        #expect(try await device.tokens(code).scope == "openid groups")
    }

    @Test func aPersonIsAskedForEachOfThemOnce() async throws {
        var rig = try await BrowserRig()
        let scopes = [
            ClaimScope(name: "groups", claims: ["groups"], sentence: "see your groups"),
            ClaimScope(name: "loyalty", claims: ["level"]),
        ]
        _ = try await rig.signIn.configureScopes(scopes, of: rig.tenant)
        var id = try await rig.begin(["scope": "openid groups"])
        try await rig.approveByDevice(id)
        guard case .consent(let view) = try await rig.turn(id) else { throw BrowserRig.Unexpected() }
        #expect(view.scopes == [.openID] && view.ownScopes == [scopes[0]])
        _ = try await rig.decide(true, id)
        let again = try await rig.open(["scope": "openid groups"])
        guard case .leave = again else { throw BrowserRig.Unexpected() }
        id = try await rig.begin(["scope": "openid groups loyalty"])
        guard case .consent(let more) = try await rig.turn(id) else { throw BrowserRig.Unexpected() }
        #expect(more.ownScopes == scopes)
    }

    @Test func whoIsCreatedMayHaveThemAndWhoIsDeletedHasNone() async throws {
        let rig = try await TestSignIn().withTenant()
        var draft = rig.draft()
        draft.claims = Self.claims
        let user = try await rig.signIn.createUser(draft, of: TestSignIn.home)
        #expect(try await rig.signIn.user(user.id, of: TestSignIn.home).claims == Self.claims)
        let other = try await rig.signIn.changeUser(user.id, UserPatch(displayName: "M"), of: TestSignIn.home)
        #expect(other.claims == Self.claims, "what is not named stays")
        let none = try await rig.signIn.changeUser(user.id, UserPatch(claims: JSONObject()), of: TestSignIn.home)
        #expect(none.claims.isEmpty)
        draft.externalID = "other"
        draft.claims["iss"] = "x"
        let refused = try await rig.refusal { _ = try await rig.signIn.createUser(draft, of: TestSignIn.home) }
        #expect(refused?.field == "claims")
        _ = try await rig.signIn.changeUser(user.id, UserPatch(claims: Self.claims), of: TestSignIn.home)
        #expect(try await rig.signIn.deleteUser(user.id, of: TestSignIn.home).claims.isEmpty)
    }
}
