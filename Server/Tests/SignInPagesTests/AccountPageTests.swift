import ChaveBase
import Pages
import Testing

@testable import SignInCore
@testable import SignInPages

/// The person's own page.
struct AccountPageTests {
    private static let account = "/padaria/account"

    @Test func whoIsNotSignedInIsAskedTo() async throws {
        var browser = PagesBrowser(try await PagesRig())
        for path in [Self.account, "\(Self.account)/passkeys"] {
            #expect(await browser.get(path).header("Location") == "/t/padaria/account/sign-in")
        }
        let page = await browser.get("\(Self.account)/sign-in")
        #expect(page.header("Location")?.hasPrefix("/t/padaria/v2/authorize/") == true)
    }

    @Test func theAccountSaysWhoIsThere() async throws {
        var browser = PagesBrowser(try await PagesRig())
        try await browser.signIn()
        let page = await browser.get(Self.account)
        #expect(page.screen == "account" && page.text.contains("Maria &lt;i&gt;Silva&lt;/i&gt;"))
        #expect(page.text.contains("<details class=\"question\""))
    }

    @Test(arguments: [nil, "yes"])
    func signingOutForgetsTheSession(_ everywhere: String?) async throws {
        var browser = PagesBrowser(try await PagesRig())
        try await browser.signIn()
        var form = ["csrf": await browser.get(Self.account).csrf]
        form["everywhere"] = everywhere
        let page = await browser.post("\(Self.account)/leave", form)
        #expect(page.text.contains("Padaria Aurora") && !page.text.contains(">Chave<"))
        #expect(page.screen == "left" && browser.cookies["__Host-chave_sign_in_session_padaria"] == nil)
        #expect(await browser.get(Self.account).status == 303)
    }

    @Test func aNewPasskeyHasItsOptions() async throws {
        var browser = PagesBrowser(try await PagesRig())
        try await browser.signIn()
        let page = await browser.get("\(Self.account)/passkeys")
        #expect(page.screen == "passkeys" && page.text.contains("data-ceremony=\"create\""))
        #expect(page.text.contains("You have none yet"))
        let answer = await browser.post("\(Self.account)/passkeys", ["csrf": page.csrf, "credential": "{}"])
        #expect(answer.header("Location") == "/t/padaria/account/passkeys?problem=malformed")
        let unknown = await browser.post("\(Self.account)/passkeys/nothing/remove", ["csrf": page.csrf])
        #expect(unknown.header("Location") == "/t/padaria/account/passkeys")
    }

    /// Anybody can write an address.
    @Test func aPasskeyThatIsNotThereIsNotSaidToBeMade() async throws {
        var browser = PagesBrowser(try await PagesRig())
        try await browser.signIn()
        for query in ["created=", "created=other"] {
            let page = await browser.get("\(Self.account)/passkeys", query: query)
            #expect(page.screen == "passkeys" && !page.text.contains("Passkey created"))
        }
    }

    @Test func aFormOfAnotherSiteDoesNothing() async throws {
        var browser = PagesBrowser(try await PagesRig())
        try await browser.signIn()
        for path in ["leave", "passkeys", "passkeys/x/remove"] {
            #expect(await browser.post("\(Self.account)/\(path)", ["csrf": "AAAA"]).status == 403)
        }
        #expect(await browser.get(Self.account).screen == "account")
    }
}
