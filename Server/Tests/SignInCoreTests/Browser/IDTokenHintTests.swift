import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// `id_token_hint`: no code for another person than it names (OpenID Connect Core 1.0, section 3.1.2.2).
struct IDTokenHintTests {
    /// An ID token of the tenant's key, as good as one that was given a while ago.
    private static func hint(
        _ rig: BrowserRig,
        for user: String,
        _ changes: [String: JSONValue?] = [:],
        type: String = "JWT",
        by key: SigningKey? = nil
    ) async throws -> String {
        let own = try await rig.signIn.signingKey(.es256, of: rig.tenant).key
        var claims: [String: JSONValue] = [
            "iss": "https://chave.example/t/sandbox", "sub": .string(user), "aud": "app",
            "iat": JSONValue(rig.test.now.seconds - 10_000), "exp": JSONValue(rig.test.now.seconds - 9_400),
        ]
        for (name, value) in changes { claims[name] = value }
        var object = JSONObject()
        for (name, value) in claims { object[name] = value }
        return try (key ?? own).sign(JSONValue.object(object).encoded(), type: type)
    }

    /// Signed in and agreed once.
    private static func agreed() async throws -> BrowserRig {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        _ = try await rig.turn(id)
        _ = try await rig.decide(true, id)
        return rig
    }

    private static func left(_ opening: BrowserOpening) -> [String: String] {
        guard case .leave(let address) = opening else { return [:] }
        return OAuthRig.query(address)
    }

    @Test func aHintOfThePersonWhoIsSignedInGetsACode() async throws {
        let rig = try await Self.agreed()
        let hint = try await Self.hint(rig, for: rig.user)
        for changes in [["id_token_hint": hint], ["id_token_hint": hint, "prompt": "none"]] {
            #expect(Self.left(try await rig.open(changes))["code"] != nil)
        }
    }

    @Test func aHintOfAnotherPersonGetsNoCodeForWhoeverIsSignedIn() async throws {
        var rig = try await Self.agreed()
        let other = try await rig.test.user("joana")
        let hint = try await Self.hint(rig, for: other.id)
        let silent = Self.left(try await rig.open(["id_token_hint": hint, "prompt": "none"]))
        #expect(silent["error"] == "login_required" && silent["code"] == nil && silent["state"] == "s")
        let id = try await rig.begin(["id_token_hint": hint])
        let view = try await rig.signInView(id)
        #expect(view.asker.isForOnePerson)
    }

    /// A passkey and a device of somebody else sign nobody in there.
    @Test func whoeverElseSignsInForAHintIsRefused() async throws {
        var rig = try await Self.agreed()
        try await rig.makePasskey()
        let other = try await rig.test.user("joana")
        let id = try await rig.begin(["id_token_hint": try await Self.hint(rig, for: other.id)])
        let before = rig.visit.session
        let refused = try await browserRefusal { try await rig.usePasskey(id) }
        #expect(refused == .anotherPerson)
        let offer = try await rig.offer(id)
        let error = try await refusal { try await rig.look(offer) }
        #expect(error.code == .accessDenied && error.status == 403)
        guard case .signIn = try await rig.turn(id) else {
            Issue.record("the page does not ask any more")
            return
        }
        #expect(rig.visit.session == before)
    }

    @Test func thePersonOfAHintSignsInAndGetsACode() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin(["id_token_hint": try await Self.hint(rig, for: rig.user)])
        try await rig.approveByDevice(id)
        _ = try await rig.turn(id)
        guard case .leave(let address) = try await rig.decide(true, id) else {
            Issue.record("nothing is granted")
            return
        }
        #expect(OAuthRig.query(address)["code"] != nil)
    }

    @Test func aPushedHintCountsLikeOneInTheAddress() async throws {
        let rig = try await Self.agreed()
        let other = try await rig.test.user("joana")
        var form = OAuthRig.authorization("app", ["prompt": "none"])
        form["id_token_hint"] = try await Self.hint(rig, for: other.id)
        let pushed = try await rig.signIn.pushRequest(OAuthRig.form(form), authorization: nil, tenant: rig.tenant)
        let opening = try await rig.signIn.openInBrowser(
            [
                (name: "client_id", value: "app"),
                (name: "request_uri", value: try #require(pushed["request_uri"]?.string)),
            ],
            tenant: rig.tenant,
            browser: BrowserRig.chrome,
            from: nil,
            visit: { [visit = rig.visit] _ in visit }
        )
        #expect(Self.left(opening)["error"] == "login_required")
    }

    @Test func aDeviceGetsNoCodeForAHintOfAnotherPerson() async throws {
        let rig = try await BrowserRig()
        let other = try await rig.test.user("joana")
        for (user, isGiven) in [(other.id, false), (rig.user, true)] {
            let hint = try await Self.hint(rig, for: user)
            let session = try await rig.challenges.begin(.signIn, ["id_token_hint": hint])
            let proof = try rig.challenges.proof(rig.challenges.claims(session))
            if isGiven {
                #expect(try await !rig.challenges.finish(session.id, proof).authorizationCode.isEmpty)
            } else {
                let error = try await refusal { try await rig.challenges.finish(session.id, proof) }
                #expect(error.code == .loginRequired)
            }
        }
    }

    /// Also where the person whom it names is signed in.
    @Test func aHintThatThisIssuerDidNotGiveToThisClientIsRefused() async throws {
        let rig = try await Self.agreed()
        let good = try await Self.hint(rig, for: rig.user)
        let own = try await rig.signIn.signingKey(.es256, of: rig.tenant)
        let foreign = try SigningKey.generate(.es256).named(own.recordID)
        let bad = [
            try await Self.hint(rig, for: rig.user, ["aud": "shop"]),
            try await Self.hint(rig, for: rig.user, ["iss": "https://chave.example/t/other"]),
            try await Self.hint(rig, for: rig.user, ["sub": nil]),
            try await Self.hint(rig, for: rig.user, type: "logout+jwt"),
            try await Self.hint(rig, for: rig.user, by: foreign),
            try await Self.hint(rig, for: rig.user, by: own.key.named("unknown")),
            String(good.dropLast(8)), "none", "..",
        ]
        for hint in bad {
            for prompt in ["none", nil] {
                let answer = Self.left(try await rig.open(["id_token_hint": hint, "prompt": prompt]))
                #expect(answer["error"] == "invalid_request" && answer["code"] == nil)
            }
        }
    }

    /// A client keeps its ID token for longer than a key signs.
    @Test func aHintOfAKeyThatSignsNoMoreCountsUntilTheNextRotation() async throws {
        let rig = try await Self.agreed()
        let hint = try await Self.hint(rig, for: rig.user)
        try await rig.signIn.rotateSigningKeys(of: rig.tenant)
        rig.test.advance(seconds: 3_600)
        #expect(try await !rig.signIn.publicKeys(of: rig.tenant).keys.isEmpty)
        #expect(Self.left(try await rig.open(["id_token_hint": hint]))["code"] != nil)
    }
}
