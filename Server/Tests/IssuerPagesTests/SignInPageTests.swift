import ChaveBase
import ChaveWire
import Pages
import Testing

@testable import IssuerPages

/// What comes back from the tenant is believed only where it was asked for.
@Suite struct SignInPageTests {
    private let stage = IssuerStage()

    @Test func theTenantIsAskedWithProofOfPossessionOfTheCode() async {
        var browser = IssuerBrowser(stage)
        let asked = IssuerBrowser.fields((await browser.get("/sign-in")).header("Location") ?? "")
        #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.count == 43)
        #expect(asked["redirect_uri"] == "http%3A%2F%2Flocalhost%3A8080%2Fissuer%2Fsigned-in")
        #expect(asked["nonce"]?.isEmpty == false && asked["state"]?.isEmpty == false)
        #expect(asked["nonce"] != asked["state"])
    }

    @Test func aReturnCountsOnceAndInItsBrowserAlone() async {
        var browser = IssuerBrowser(stage)
        let begun = await browser.get("/sign-in")
        var other = IssuerBrowser(stage)
        let stolen = await other.signsIn(by: begun)
        #expect(stolen.status == 400 && other.screen(stolen) == "issuer-problem")
        #expect((await browser.signsIn(by: begun)).status == 303)
        #expect(browser.screen(await browser.get("/")) == "issuer-cards")
        let calls = stage.backend.calls.count
        _ = await browser.signsIn(by: begun)
        #expect(stage.backend.calls.count == calls)
    }

    @Test(arguments: ["iss", "aud", "nonce", "exp", "sub", "auth_time"])
    func aTokenOfAnotherMakesNobodySignedIn(_ claim: String) async {
        let others: [String: JSONValue] = ["exp": 1, "sub": nil, "auth_time": nil]
        stage.backend.claims.value = [claim: others[claim] ?? "other"]
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        #expect(browser.screen(await browser.get("/")) == "issuer-welcome")
    }

    @Test func aReturnOfAnotherIssuerIsNotBelieved() async {
        var browser = IssuerBrowser(stage)
        let begun = await browser.get("/sign-in")
        let state = IssuerBrowser.fields(begun.header("Location") ?? "")["state"] ?? ""
        let back = await browser.get("/signed-in", [("code", "c"), ("state", state), ("iss", "https://other.example")])
        #expect(back.status == 400 && stage.backend.calls.isEmpty)
    }

    /// Whoever knew the browser's session before, or put it there, has nothing of the person who signs in.
    @Test func theSessionOfBeforeASignInLeadsToNobodyAfterIt() async {
        var browser = IssuerBrowser(stage)
        let begun = await browser.get("/sign-in")
        var planted = IssuerBrowser(stage)
        planted.cookies = browser.cookies
        _ = await browser.signsIn(by: begun)
        #expect(browser.cookies != planted.cookies)
        #expect(browser.screen(await browser.get("/")) == "issuer-cards")
        #expect(planted.screen(await planted.get("/")) == "issuer-welcome")
        var kept = IssuerBrowser(stage)
        kept.cookies = browser.cookies
        _ = await browser.submit("/leave", from: "/")
        #expect(browser.cookies != kept.cookies)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        #expect(kept.screen(await kept.get("/")) == "issuer-welcome")
    }

    /// The tenant still knows who signed out here: a link of another site would let them in again without a question.
    @Test(arguments: ["/sign-in", "request"])
    func afterASignOutThePersonHasToBeThereAnew(_ way: String) async {
        var browser = IssuerBrowser(stage)
        let first = await browser.get("/sign-in")
        #expect(first.header("Location")?.contains("prompt=login") == false)
        _ = await browser.signsIn(by: first)
        _ = await browser.submit("/leave", from: "/")
        var path = "/sign-in"
        if way == "request" { path = browser.path(await browser.get("/a2a", [("launch", "good")])) + path }
        // Nor does a sign-in that came to nothing change that.
        for _ in 0..<2 {
            #expect((await browser.get(path)).header("Location")?.contains("prompt=login") == true)
        }
        _ = await browser.signsIn(by: await browser.get(path))
        #expect((await browser.get("/sign-in")).header("Location")?.contains("prompt=login") == false)
    }

    @Test func byHTTPSNoOtherHostCanSetTheCookie() {
        let session = IssuerSession(stage.pages.world)
        let cookie = session.cookie(isSecure: true).text
        #expect(cookie.hasPrefix("__Host-chave_issuer_session=\(session.id); Path=/; "))
        #expect(cookie.hasSuffix("; Secure") && cookie.contains("; HttpOnly; SameSite=Lax"))
        #expect(session.cookie(isSecure: false).text.hasPrefix("chave_issuer_session=\(session.id); Path=/issuer; "))
    }

    @Test func aSignInEndsWithItsToken() async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        #expect(browser.screen(await browser.get("/")) == "issuer-cards")
        stage.clock.value = IssuerStage.time.adding(seconds: 600)
        #expect(browser.screen(await browser.get("/")) == "issuer-welcome")
    }

    @Test func nothingOfAPersonOrALinkIsShownByADescription() async {
        let person = SignedInPerson(
            subject: "s",
            name: "Maria",
            accessToken: "secret",
            authenticatedAt: IssuerStage.time,
            endsAt: IssuerStage.time
        )
        let launch = Launch(payload: ["deviceID": "secret"], answers: IssuerStage.answers("secret"), digest: [1])
        #expect(!"\(person)\(launch)".contains("secret"))
        #expect(!String(reflecting: [person]).contains("secret") && !String(reflecting: launch).contains("secret"))
    }
}
