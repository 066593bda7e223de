import ChaveBase
import Pages
import SignInModel
import Testing

@testable import SignInCore
@testable import SignInPages

/// A client sends its person to sign out.
struct LogoutPageTests {
    private static let path = "/padaria/v2/logout"
    private static let afterwards = "https://app.example/bye"
    private static let asked = "client_id=app&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye&state=s"

    private static func rig() async throws -> PagesRig {
        let rig = try await PagesRig()
        var patch = ClientPatch()
        patch.postLogoutRedirectURIs = [afterwards]
        _ = try await rig.signIn.changeClient("app", patch, of: rig.tenant)
        return rig
    }

    /// An ID token as the client was given it.
    private static func hint(_ rig: PagesRig) async throws -> String {
        let pairs = try #require(FormPairs.decode(rig.query))
        guard case .proceed(let request) = try await rig.signIn.openAuthorization(pairs, tenant: rig.tenant) else {
            Issue.record("the request is refused")
            return ""
        }
        let person = SignedInUser(
            id: rig.user,
            credential: nil,
            authenticatedAt: rig.signIn.world.now(),
            methods: SignedInUser.provenKey
        )
        let address = try await rig.signIn.grantCode(for: request, user: person)
        let code = String(address.split(separator: "code=").last?.prefix { $0 != "&" } ?? "")
        let form = [
            "grant_type": "authorization_code", "client_id": "app", "redirect_uri": rig.redirectURI, "code": code,
            "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        ]
        let parameters = try OAuthParameters(form.map { (name: $0.key, value: $0.value) })
        let answer = try await rig.signIn.token(parameters, headers: TokenRequestHeaders(), tenant: rig.tenant)
        return try #require(answer.idToken)
    }

    @Test func aHintSignsOutAtOnceAndLeadsBack() async throws {
        let rig = try await Self.rig()
        var browser = PagesBrowser(rig)
        try await browser.signIn()
        let query = "id_token_hint=\(try await Self.hint(rig))&\(Self.asked)"
        let answer = await browser.get(Self.path, query: query)
        #expect(answer.status == 303 && answer.header("Location") == "\(Self.afterwards)?state=s")
        #expect(browser.cookies["__Host-chave_sign_in_session_padaria"] == nil)
        #expect(await browser.get("/padaria/account").status == 303)
    }

    @Test func withoutAHintAPageAsks() async throws {
        var browser = PagesBrowser(try await Self.rig())
        try await browser.signIn()
        let page = await browser.get(Self.path, query: Self.asked)
        #expect(page.screen == "logout" && page.text.contains("Maria &lt;i&gt;Silva&lt;/i&gt;"))
        #expect(page.text.contains("Padaria &lt;b&gt;Aurora&lt;/b&gt; asks you to sign out"))
        // A form whose answer leads to another site must be allowed to.
        #expect(page.header("Content-Security-Policy")?.contains("form-action 'self' https://app.example;") == true)
        let form = [
            "csrf": page.csrf, "client_id": "app", "post_logout_redirect_uri": Self.afterwards, "state": "s",
        ]
        #expect(await browser.get("/padaria/account").screen == "account")
        let answer = await browser.post("\(Self.path)/confirm", form)
        #expect(answer.status == 303 && answer.header("Location") == "\(Self.afterwards)?state=s")
        #expect(await browser.get("/padaria/account").status == 303)
    }

    @Test func aFormOfAnotherSiteSignsNobodyOut() async throws {
        var browser = PagesBrowser(try await Self.rig())
        try await browser.signIn()
        for csrf in ["AAAA", nil] {
            var form = ["client_id": "app"]
            form["csrf"] = csrf
            #expect(await browser.post("\(Self.path)/confirm", form).status == 403)
        }
        #expect(await browser.get("/padaria/account").screen == "account")
    }

    /// A form of the page names an address that it did not have.
    @Test func theFormLeadsToARegisteredAddressAlone() async throws {
        var browser = PagesBrowser(try await Self.rig())
        try await browser.signIn()
        let csrf = await browser.get(Self.path, query: Self.asked).csrf
        let form = ["csrf": csrf, "client_id": "app", "post_logout_redirect_uri": "https://evil.example/"]
        let answer = await browser.post("\(Self.path)/confirm", form)
        #expect(answer.status == 400 && answer.header("Location") == nil)
        #expect(await browser.get("/padaria/account").screen == "account")
    }

    /// Of another site, so that none of our cookies came with it.
    @Test func aPostLeadsToTheSameByGet() async throws {
        var browser = PagesBrowser(try await Self.rig())
        let answer = await browser.post(Self.path, rawForm: Self.asked)
        #expect(answer.status == 303 && answer.header("Location") == "/t\(Self.path)?\(Self.asked)")
    }

    @Test func whatIsWrongIsShownAndLeadsNowhere() async throws {
        var browser = PagesBrowser(try await Self.rig())
        try await browser.signIn()
        for query in [
            "client_id=app&post_logout_redirect_uri=https%3A%2F%2Fevil.example%2F", "id_token_hint=x", "client_id=none",
            "client_id=%zz", "client_id=app&client_id=app",
        ] {
            let page = await browser.get(Self.path, query: query)
            #expect(page.status == 400 && page.screen == "problem" && page.header("Location") == nil, "\(query)")
            #expect(page.text.contains("You were not signed out") && !page.text.contains("evil.example"))
        }
        #expect(await browser.get("/padaria/account").screen == "account")
        #expect(await browser.get("/nobody/v2/logout").status == 404)
    }

    @Test func whoIsOutFindsTheWayBackAsALink() async throws {
        var browser = PagesBrowser(try await Self.rig())
        let page = await browser.get(Self.path, query: Self.asked)
        #expect(page.screen == "left" && page.header("Location") == nil)
        #expect(page.text.contains("href=\"\(Self.afterwards)?state=s\""))
        #expect(await browser.get(Self.path).screen == "left")
    }

    /// What the client knows of its person's language comes before what the browser says.
    @Test(
        arguments: [
            ("pt-BR", "Sair deste navegador?"), ("fr pt", "Sair deste navegador?"), ("fr", "Sign out here?"),
            ("en pt", "Sign out here?"), ("", "Sign out here?"), ("%22%3E", "Sign out here?"),
        ]
    )
    func thePageSpeaksTheLanguageThatIsAskedFor(_ locales: String, _ title: String) async throws {
        var browser = PagesBrowser(try await Self.rig())
        try await browser.signIn()
        let query = "client_id=app&ui_locales=\(locales.replacing(" ", with: "%20"))"
        let page = await browser.get(Self.path, query: query)
        #expect(page.screen == "logout" && page.text.contains(title))
    }
}
