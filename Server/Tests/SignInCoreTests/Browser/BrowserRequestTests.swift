import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// What a browser at the authorization endpoint is asked, and where it goes.
struct BrowserRequestTests {
    /// Signed in and agreed once.
    private static func agreed() async throws -> BrowserRig {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        _ = try await rig.turn(id)
        _ = try await rig.decide(true, id)
        return rig
    }

    private static func leaving(_ opening: BrowserOpening) -> [String: String] {
        guard case .leave(let address) = opening else { return [:] }
        return OAuthRig.query(address)
    }

    @Test func whoIsSignedInAndAgreedIsNotAskedAgain() async throws {
        let rig = try await Self.agreed()
        #expect(Self.leaving(try await rig.open())["code"] != nil)
        #expect(Self.leaving(try await rig.open(["prompt": "none"]))["code"] != nil)
    }

    @Test func moreThanWasAgreedToIsAskedFor() async throws {
        var rig = try await Self.agreed()
        let id = try await rig.begin(["scope": "openid email"])
        guard case .consent(let view) = try await rig.turn(id) else {
            Issue.record("it is not asked")
            return
        }
        #expect(view.scopes == [.openID, .email])
        _ = try await rig.decide(true, id)
        // Both together are what was agreed to since.
        #expect(Self.leaving(try await rig.open(["scope": "openid profile email"]))["code"] != nil)
    }

    @Test func consentIsAskedAnewWhereTheClientWantsIt() async throws {
        var rig = try await Self.agreed()
        let id = try await rig.begin(["prompt": "consent"])
        guard case .consent = try await rig.turn(id) else {
            Issue.record("it is not asked")
            return
        }
        guard case .leave(let address) = try await rig.decide(true, id) else {
            Issue.record("nothing is granted")
            return
        }
        #expect(OAuthRig.query(address)["code"] != nil)
    }

    @Test func loginIsAskedAnewWhereTheClientWantsIt() async throws {
        var rig = try await Self.agreed()
        for changes in [["prompt": "login"], ["prompt": "select_account"], ["max_age": "0"]] {
            let id = try await rig.begin(changes)
            let before = rig.visit.session
            try await rig.approveByDevice(id)
            guard case .leave(let address) = try await rig.turn(id) else {
                Issue.record("nothing is granted")
                return
            }
            #expect(OAuthRig.query(address)["code"] != nil && rig.visit.session != before)
        }
    }

    @Test func anOldSignInIsTooOldForAClientThatSaysSo() async throws {
        let rig = try await Self.agreed()
        rig.test.advance(seconds: 100)
        #expect(Self.leaving(try await rig.open(["max_age": "101"]))["code"] != nil)
        guard case .page = try await rig.open(["max_age": "100"]) else {
            Issue.record("it is young enough")
            return
        }
    }

    @Test(arguments: [nil, "prompt"])
    func aClientThatForbidsToAskGetsARefusal(_ signedIn: String?) async throws {
        var rig = try await BrowserRig()
        if signedIn != nil { try await rig.signedInByDevice() }
        let answer = Self.leaving(try await rig.open(["prompt": "none"]))
        #expect(answer["error"] == (signedIn == nil ? "login_required" : "consent_required"))
        #expect(answer["state"] == "s" && answer["iss"] != nil && answer["code"] == nil)
    }

    /// RFC 9700, section 4.11.2: where client or address are not known for good, nothing is sent anywhere.
    @Test(arguments: [
        ["client_id": "nobody"], ["redirect_uri": "https://evil.example/callback"],
        ["redirect_uri": "https://app.example/callback/../evil"],
        ["request_uri": "urn:ietf:params:oauth:request_uri:x"],
        ["request_uri": "https://app.example/r", "redirect_uri": "https://evil.example/callback"],
    ])
    func anUnknownAddressIsNeverSentTo(_ changes: [String: String]) async throws {
        let rig = try await BrowserRig()
        guard case .show = try await rig.open(changes) else {
            Issue.record("it is sent on")
            return
        }
    }

    /// RFC 9700, section 2.1.1: a public client without a challenge is refused at its own address.
    @Test func aFaultOfTheRequestGoesToTheClient() async throws {
        let rig = try await BrowserRig()
        let answer = Self.leaving(try await rig.open(["code_challenge": nil, "code_challenge_method": nil]))
        #expect(answer["error"] == "invalid_request" && answer["state"] == "s" && answer["iss"] != nil)
        let other = Self.leaving(try await rig.open(["response_type": "token"]))
        #expect(other["error"] == "unsupported_response_type")
    }

    @Test func aLoginHintChangesNothing() async throws {
        var rig = try await BrowserRig()
        var views: [BrowserSignInView] = []
        for changes in [["login_hint": "<script>@example.com"], [:]] {
            var view = try await rig.signInView(try await rig.begin(changes))
            // What is drawn for each request.
            var options = try #require(view.passkey.object)
            #expect(options["challenge"] != nil)
            options["challenge"] = nil
            view.passkey = .object(options)
            guard case .offer(_, let seconds) = view.approval else {
                Issue.record("no code is shown")
                return
            }
            view.approval = .offer(address: "", expiresInSeconds: seconds)
            views.append(view)
        }
        #expect(views[0] == views[1])
    }

    @Test func aLoginHintOfAnotherPersonIsNoQuestion() async throws {
        let rig = try await Self.agreed()
        #expect(Self.leaving(try await rig.open(["login_hint": "<script>@example.com"]))["code"] != nil)
    }

    /// RFC 8252, section 8.6: any app of a device may take such an address, and one without a secret proves nothing.
    @Test(arguments: [
        ("com.example.app:/callback", OIDCClient.TokenAuthentication.none, true),
        ("http://127.0.0.1/callback", .none, true), ("http://127.0.0.1/callback", .basic, false),
        ("https://app.example/callback", .none, false),
    ])
    func anAppThatAnybodyMayPassForIsAskedForEachTime(
        _ address: String,
        _ authentication: OIDCClient.TokenAuthentication,
        _ isAsked: Bool
    ) async throws {
        var rig = try await BrowserRig()
        var change = RecordChange()
        change.insert(
            OIDCClient(
                tenant: rig.tenant,
                id: "other",
                name: "Other",
                redirectURIs: [address],
                tokenAuthentication: authentication,
                createdAt: rig.test.now
            )
        )
        #expect(try await rig.signIn.records.commit(change) == .committed)
        let changes: [String: String?] = ["client_id": "other", "redirect_uri": address]
        let id = try await rig.begin(changes)
        try await rig.approveByDevice(id)
        guard case .leave(let back) = try await rig.decide(true, id) else {
            Issue.record("nothing is granted")
            return
        }
        #expect(OAuthRig.query(back)["code"] != nil)
        let silent = Self.leaving(try await rig.open(changes.merging(["prompt": "none"]) { $1 }))
        #expect(silent["error"] == (isAsked ? "consent_required" : nil))
        #expect((silent["code"] == nil) == isAsked)
        guard isAsked else { return }
        guard case .consent(let view) = try await rig.turn(try await rig.begin(changes)) else {
            Issue.record("it is not asked")
            return
        }
        #expect(view.isRepeated)
    }

    /// Its address, registered as it is sent: one registered without a port is any app's.
    @Test func aLoopbackAddressOfAnyPortIsNoPageOfThisServer() async throws {
        let sent = "http://127.0.0.1:8080/cb"
        #expect(try await isKnown(sent, registered: sent, base: "http://127.0.0.1:8080"))
        #expect(try await !isKnown(sent, registered: "http://127.0.0.1/cb", base: "http://127.0.0.1:8080"))
    }

    @Test(arguments: [
        ("http://localhost:8080/issuer/signed-in", true), ("http://localhost:8081/issuer/signed-in", false),
        ("http://localhost:80800/issuer/signed-in", false), ("http://127.0.0.1:8080/issuer/signed-in", false),
        ("http://localhost:8080.example.com/signed-in", false), ("com.example.app:/callback", false),
    ])
    func aPageOfThisServerIsNoAppThatAnybodyMayPassFor(_ address: String, _ isOwn: Bool) async throws {
        #expect(try await isKnown(address, registered: address, base: "http://localhost:8080") == isOwn)
    }

    /// Whether consent that was given once counts for a public client with this address.
    private func isKnown(_ address: String, registered: String, base: String) async throws -> Bool {
        let test = try await TestSignIn(policy: SignInPolicy(baseURL: base)).withTenant()
        let user = try await test.user().id
        var change = RecordChange()
        change.insert(
            OIDCClient(
                tenant: TestSignIn.home,
                id: "page",
                name: "Page",
                redirectURIs: [registered],
                tokenAuthentication: .none,
                createdAt: test.now
            )
        )
        #expect(try await test.signIn.records.commit(change) == .committed)
        let pairs = OAuthRig.pairs(OAuthRig.authorization("page", ["redirect_uri": address]))
        let opening = try await test.signIn.openAuthorization(pairs, tenant: TestSignIn.home)
        guard case .proceed(let request) = opening else {
            Issue.record("the request is refused")
            return false
        }
        #expect(try await !test.signIn.hasConsented(user, to: request))
        var consent = RecordChange()
        try await test.signIn.recordConsent(user, to: request, in: &consent)
        #expect(try await test.signIn.records.commit(consent) == .committed)
        #expect(try await test.signIn.hasAgreedBefore(user, to: request))
        return try await test.signIn.hasConsented(user, to: request)
    }

    /// Whoever is signed in by now is not who the page named.
    @Test func nobodyAgreesByThePageOfAnotherSession() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        guard case .consent(let first) = try await rig.turn(id) else {
            Issue.record("it is not asked")
            return
        }
        try await rig.signIn.signOut(rig.visit, of: rig.tenant, everywhere: false)
        try await rig.approveByDevice(id)
        guard case .consent(let second) = try await rig.turn(id) else {
            Issue.record("it is not asked")
            return
        }
        #expect(first.shown != second.shown)
        for agrees in [true, false] {
            #expect(try await rig.decide(agrees, id, shown: first.shown) == .consent(second))
            #expect(try await rig.decide(agrees, id, shown: "") == .consent(second))
        }
        guard case .leave = try await rig.decide(true, id, shown: second.shown) else {
            Issue.record("nothing is granted")
            return
        }
    }

    @Test func whoDoesNotAgreeGoesBackWithARefusal() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        _ = try await rig.turn(id)
        guard case .leave(let address) = try await rig.decide(false, id) else {
            Issue.record("nothing is said")
            return
        }
        #expect(OAuthRig.query(address)["error"] == "access_denied" && OAuthRig.query(address)["code"] == nil)
        // It was not an agreement, and the request is over.
        #expect(Self.leaving(try await rig.open(["prompt": "none"]))["error"] == "consent_required")
        #expect(try await browserRefusal { _ = try await rig.decide(true, id) } == .over)
    }

    @Test func whoGivesUpGoesBackWithARefusal() async throws {
        let rig = try await BrowserRig()
        let id = try await rig.begin()
        guard case .leave(let address) = try await rig.signIn.giveUp(id, rig.visit, of: rig.tenant).answer else {
            Issue.record("nothing is said")
            return
        }
        #expect(OAuthRig.query(address)["error"] == "access_denied")
    }

    @Test func nobodyAgreesWithoutBeingSignedIn() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        #expect(try await browserRefusal { _ = try await rig.decide(true, id) } == .over)
    }

    /// RFC 9700, section 4.7: a page that somebody else began is no page of this browser.
    @Test func aRequestOfAnotherBrowserIsOver() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        rig.visit.visit = "another browser"
        #expect(try await rig.turn(id) == .over)
        rig.visit.visit = "a browser"
        rig.test.advance(seconds: 1_800)
        #expect(try await rig.turn(id) == .over)
    }

    @Test func theAccountPageAsksWhoIsThere() async throws {
        var rig = try await Self.agreed()
        let id = try await rig.signIn.openAccount(of: rig.tenant, browser: BrowserRig.chrome, from: nil, rig.visit)
        let view = try await rig.signInView(id)
        #expect(view.asker.clientName == nil && view.asker.target == nil)
        try await rig.approveByDevice(id)
        #expect(try await rig.turn(id) == .account)
        #expect(try await rig.turn(id) == .over)
    }

    /// A pushed request is used up by its page, which stays for the person.
    @Test func aPushedRequestLeadsToAPageThatStays() async throws {
        var rig = try await BrowserRig()
        let pushed = try await rig.signIn.pushRequest(
            try OAuthRig.form(OAuthRig.authorization()),
            authorization: nil,
            tenant: rig.tenant
        )
        let reference = try #require(pushed["request_uri"]?.string)
        let id = try await rig.begin(["request_uri": reference])
        _ = try await rig.signInView(id)
        _ = try await rig.signInView(id)
        guard case .show = try await rig.open(["request_uri": reference]) else {
            Issue.record("it was used twice")
            return
        }
    }
}
