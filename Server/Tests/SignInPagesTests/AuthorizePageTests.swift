import ChaveBase
import Pages
import Testing

@testable import SignInCore
@testable import SignInPages

/// The pages of a client's request, as a browser gets them.
struct AuthorizePageTests {
    @Test func aClientsAddressLeadsToAPageWithAPasskeyAndAQR() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        #expect(path.hasPrefix("/padaria/v2/authorize/"))
        let page = await browser.get(path)
        #expect(page.status == 200 && page.screen == "sign-in")
        #expect(page.text.contains("data-ceremony=\"get\""))
        #expect(page.text.contains("https://chave.example/t/padaria/v2/browser-approvals/"))
        #expect(page.text.contains("<noscript><meta http-equiv=\"refresh\""))
    }

    /// What it is for is the client's word: the page says that it does not know it.
    @Test(arguments: ["en", "pt-BR"])
    func whoHasToBeThereAgainIsToldSo(_ language: String) async throws {
        var browser = PagesBrowser(try await PagesRig(), language: language)
        let word = language == "en" ? "once more that it is you" : "mais uma vez que é você"
        #expect(!(await browser.get(await browser.opened()).text.contains(word)))
        let anew = await browser.get(await browser.opened("&prompt=login"))
        #expect(anew.screen == "sign-in" && anew.text.contains(word))
    }

    @Test func aTerminalIsToldWhatToTypeWhereThereMayBeOne() async throws {
        let rig = try await PagesRig()
        var browser = PagesBrowser(rig)
        #expect(!(await browser.get(await browser.opened()).text.contains("approval-command")))
        var settings = rig.pages.settings
        settings.approvalCommand = { "approve '\($0)' <b>" }
        let pages = rig.pages
        browser.pages = SignInPages(
            signIn: rig.signIn,
            settings: settings,
            world: pages.world,
            follow: pages.follow
        )
        let page = await browser.get(await browser.opened())
        let command = "<code id=\"approval-command\">approve &#39;https://chave.example/t/padaria/v2/browser-approvals/"
        #expect(page.text.replacing("&apos;", with: "&#39;").replacing("'", with: "&#39;").contains(command))
        #expect(!page.text.contains("<b>"))
    }

    @Test func whoIsAskedForTheSameAgainIsToldWhy() async throws {
        var browser = PagesBrowser(try await PagesRig(redirectURI: "http://127.0.0.1/callback"))
        let path = await browser.opened()
        try await browser.signIn()
        let page = await browser.get(path)
        #expect(page.screen == "consent" && !page.text.contains("You allowed this before"))
        #expect(await browser.post("\(path)/consent", consent(page, "agree")).status == 303)
        let again = await browser.get(await browser.opened())
        #expect(again.screen == "consent" && again.text.contains("You allowed this before"))
        let wanted = await browser.get(await browser.opened("&prompt=consent"))
        #expect(wanted.screen == "consent" && !wanted.text.contains("You allowed this before"))
    }

    /// What clients and people are called stays text.
    @Test func namesAreEscaped() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        #expect(await browser.get(path).text.contains("Padaria &lt;b&gt;Aurora&lt;/b&gt;"))
        try await browser.signIn()
        let consent = await browser.get(path)
        #expect(consent.screen == "consent" && consent.text.contains("Maria &lt;i&gt;Silva&lt;/i&gt;"))
        #expect(!consent.text.contains("<i>") && !consent.text.contains("<b>"))
    }

    /// RFC 9700, section 4.16: nobody's frame; section 4.2.4: no address in a Referer; and only the client's origin
    /// may follow a form.
    @Test func pagesAreClosed() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let page = await browser.get(await browser.opened())
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"))
        #expect(policy.contains("form-action 'self' https://app.example;"))
        #expect(page.header("Referrer-Policy") == "no-referrer" && page.header("Cache-Control") == "no-store")
        #expect(!page.text.contains("<script>") && !page.text.contains("style="))
        #expect(SignInFrame.policySource("http://[::1]:8080") == "http:")
        #expect(SignInFrame.policySource("com.example.app:") == "com.example.app:")
    }

    @Test func cookiesAreTheHostsOwn() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let response = await browser.get("/padaria/v2/authorize", query: browser.rig.query)
        let cookie = try #require(response.header("Set-Cookie"))
        #expect(cookie.hasPrefix("__Host-chave_sign_in_visit="))
        for part in ["Path=/;", "HttpOnly", "SameSite=Lax", "Secure"] { #expect(cookie.contains(part)) }
        // The browser's number stays what it is.
        #expect(await browser.get("/padaria/account/sign-in").header("Set-Cookie") == nil)
        browser.cookies["__Host-chave_sign_in_visit"] = "too short"
        #expect(await browser.get("/padaria/account/sign-in").header("Set-Cookie") != nil)
    }

    @Test func agreeingLeadsBackWithACode() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        try await browser.signIn()
        let page = await browser.get(path)
        #expect(page.text.contains("see your mail address") && page.text.contains("https://app.example"))
        let answer = await browser.post("\(path)/consent", consent(page, "agree"))
        let location = try #require(answer.header("Location"))
        #expect(answer.status == 303 && location.hasPrefix("https://app.example/callback?code="))
        #expect(location.contains("&state=s&iss=https%3A%2F%2Fchave.example%2Ft%2Fpadaria"))
        #expect(answer.header("Referrer-Policy") == "no-referrer")
        // The back button: the request is over, and says so.
        #expect(await browser.get(path).status == 410)
        // Next time nothing is asked.
        let again = await browser.get("/padaria/v2/authorize", query: browser.rig.query)
        #expect(again.header("Location")?.hasPrefix("https://app.example/callback?code=") == true)
    }

    /// A form that does not say whom the page named agrees to nothing: the page is shown again.
    @Test func agreeingWithoutWhatWasShownShowsThePageAgain() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        try await browser.signIn()
        let page = await browser.get(path)
        let answer = await browser.post("\(path)/consent", ["csrf": page.csrf, "decision": "agree"])
        #expect(answer.status == 200 && answer.screen == "consent" && answer.shown == page.shown)
    }

    private func consent(_ page: PageResponse, _ decision: String) -> [String: String] {
        ["csrf": page.csrf, "decision": decision, "shown": page.shown]
    }

    @Test func notAgreeingLeadsBackWithARefusal() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        try await browser.signIn()
        let page = await browser.get(path)
        let answer = await browser.post("\(path)/consent", consent(page, "refuse"))
        #expect(answer.header("Location")?.contains("error=access_denied") == true)
    }

    @Test func givingUpLeadsBackWithARefusal() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        let page = await browser.get(path)
        let answer = await browser.post("\(path)/cancel", ["csrf": page.csrf])
        #expect(answer.header("Location")?.contains("error=access_denied") == true)
    }

    @Test func somebodyElseCanSignIn() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        try await browser.signIn()
        let page = await browser.get(path)
        #expect(await browser.post("\(path)/other", ["csrf": page.csrf]).header("Location") == "/t\(path)")
        #expect(await browser.get(path).screen == "sign-in")
    }

    /// RFC 9700, section 4.7: a form that another site made, or another browser's page, does nothing.
    @Test(arguments: ["consent", "cancel", "passkey", "other"])
    func aFormOfAnotherSiteDoesNothing(_ act: String) async throws {
        let rig = try await PagesRig()
        var (browser, other) = (PagesBrowser(rig), PagesBrowser(rig))
        let path = await browser.opened()
        try await browser.signIn()
        let foreign = await other.get(await other.opened()).csrf
        for token in ["", "AAAA", foreign] {
            let form = ["csrf": token, "decision": "agree", "credential": "{}"]
            #expect(await browser.post("\(path)/\(act)", form).status == 403)
        }
        #expect(await browser.get(path).screen == "consent")
    }

    @Test func anotherBrowserFindsNothingAtTheAddress() async throws {
        let rig = try await PagesRig()
        var (browser, other) = (PagesBrowser(rig), PagesBrowser(rig))
        let path = await browser.opened()
        #expect(await other.get(path).status == 410)
        #expect(await browser.get(path).status == 200)
    }

    @Test func aPasskeyThatIsRefusedIsToldOnThePage() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        let page = await browser.get(path)
        for (credential, reason) in [("", "malformed"), ("{", "malformed"), ("{}", "malformed")] {
            let answer = await browser.post("\(path)/passkey", ["csrf": page.csrf, "credential": credential])
            #expect(answer.header("Location") == "/t\(path)?problem=\(reason)")
        }
        let told = await browser.get(path, query: "problem=passkey_refused")
        #expect(told.text.contains("The passkey was not accepted"))
        #expect(await browser.get(path, query: "problem=%3Cscript%3E").text.contains("role=\"alert\" hidden"))
    }

    /// What may not be redirected is shown (RFC 9700, section 4.11).
    @Test(arguments: [
        "client_id=nobody", "client_id=app&redirect_uri=https%3A%2F%2Fevil.example", "client_id=app&client_id=app",
        "client_id=%zz", "",
    ])
    func aFaultOfTheClientIsShown(_ query: String) async throws {
        var browser = PagesBrowser(try await PagesRig())
        let page = await browser.get("/padaria/v2/authorize", query: query)
        #expect(page.status == 400 && page.screen == "problem" && page.header("Location") == nil)
    }

    @Test func aFormOfAClientIsTakenAsAnAddress() async throws {
        let rig = try await PagesRig()
        var browser = PagesBrowser(rig)
        let answer = await browser.post("/padaria/v2/authorize", rawForm: rig.query)
        #expect(answer.status == 303 && answer.header("Location") == "/t/padaria/v2/authorize?\(rig.query)")
        #expect(await browser.post("/padaria/v2/authorize", rawForm: "a=%").status == 400)
        let entrance = SignInEntrance(rig.pages)
        let bare = await entrance.respond(to: PageRequest(method: "POST", path: "", rawForm: rig.query))
        #expect(bare.header("Location") == "/v2/authorize?\(rig.query)")
        let opened = await entrance.respond(to: PageRequest(method: "GET", path: "", rawQuery: rig.query))
        #expect(opened.header("Location")?.hasPrefix("/t/padaria/v2/authorize/") == true)
    }

    @Test func aClientThatForbidsToAskGetsARefusal() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let answer = await browser.get("/padaria/v2/authorize", query: browser.rig.query + "&prompt=none")
        #expect(answer.header("Location")?.contains("error=login_required") == true)
    }

    @Test func aWaitingPageIsToldOfAChange() async throws {
        var browser = PagesBrowser(try await PagesRig())
        let path = await browser.opened()
        let page = await browser.get(path)
        let rest = page.text.split(separator: "/wait?seen=", maxSplits: 1).last ?? ""
        let seen = rest.prefix { $0 != "\"" }
        #expect(await browser.get("\(path)/wait", query: "seen=\(seen)").text == "{\"changed\":false}")
        #expect(await browser.get("\(path)/wait", query: "seen=0").text == "{\"changed\":true}")
        #expect(await browser.get("/padaria/v2/authorize/nothing/wait").text == "{\"changed\":true}")
    }

    /// A camera, a scanner or a preview that opens the address in a QR changes nothing.
    @Test func theAddressInAQROpensAPageAndNothingElse() async throws {
        let rig = try await PagesRig()
        var (browser, camera) = (PagesBrowser(rig), PagesBrowser(rig))
        let path = await browser.opened()
        let before = await browser.get(path).text
        let rest = before.split(separator: "browser-approvals/", maxSplits: 1).last ?? ""
        let id = rest.prefix { $0 != "<" && $0 != "\"" }
        let page = await camera.get("/padaria/v2/browser-approvals/\(id)")
        #expect(page.status == 200 && page.screen == "browser-approval")
        #expect(await browser.get(path).text == before)
    }

    @Test(arguments: ["en", "pt-BR"])
    func pagesSpeakTheReadersLanguage(_ language: String) async throws {
        var browser = PagesBrowser(try await PagesRig(), language: language)
        let path = await browser.opened()
        let page = await browser.get(path)
        #expect(page.text.contains("<html lang=\"\(language)\">"))
        #expect(page.text.contains(language == "en" ? "Sign in to" : "Entrar em"))
        try await browser.signIn()
        #expect(await browser.get(path).text.contains(language == "en" ? "know that it is you" : "saber que é você"))
    }

    @Test(arguments: [
        "/", "/UPPER/account", "/nobody/account/sign-in", "/padaria/nothing", "/padaria/v2/authorize/a/b/c",
    ])
    func whatIsNotThereIsNotFound(_ path: String) async throws {
        var browser = PagesBrowser(try await PagesRig())
        #expect(await browser.get(path).status == 404)
    }
}
