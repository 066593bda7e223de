import Pages
import Testing

@testable import IssuerPages

/// The holder's own cards, and the page of a mailed link.
@Suite struct CardsPageTests {
    private let stage = IssuerStage()

    @Test func aCardInAWalletIsSuspendedAfterAQuestion() async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        let page = await browser.get("/")
        #expect(browser.screen(page) == "issuer-cards" && browser.text(page).contains("Aurora Visa •••• 1234"))
        #expect(browser.text(page).contains("<details class=\"question\""))
        let activation = browser.value(of: "activation", in: page) ?? ""
        #expect((await browser.submit("/suspend-token", from: "/", ["activation": activation])).status == 303)
        #expect(stage.backend.paths.contains("/app2app/v1/token-activations/a1/suspend"))
    }

    @Test(arguments: ["en", "pt-BR"])
    func whatWasSuspendedIsSaidOnceAndHasNoEmptyCell(_ language: String) async {
        var browser = IssuerBrowser(stage)
        browser.language = language
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        let words = language == "en" ? "You suspended the card •••• 1234" : "Você suspendeu o cartão •••• 1234"
        stage.backend.holdsATokenThatIs("SUSPENDED")
        #expect(!browser.text(await browser.get("/")).contains(words))
        stage.backend.holdsATokenThatIs("ACTIVE")
        #expect((await browser.submit("/suspend-token", from: "/", ["activation": "a1"])).status == 303)
        stage.backend.holdsATokenThatIs("SUSPENDED")
        let page = await browser.get("/")
        #expect(browser.text(page).contains(words))
        #expect(browser.text(page).contains(language == "en" ? "Only the network undoes it." : "Só a bandeira desfaz."))
        #expect(!browser.text(await browser.get("/")).contains(words))
    }

    @Test(arguments: ["INACTIVE", "SUSPENDED", "DEACTIVATED", "A_STATE_OF_TOMORROW"])
    func whereNothingCanBeSuspendedItIsSaidWhy(_ state: String) async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        stage.backend.holdsATokenThatIs(state)
        let text = browser.text(await browser.get("/"))
        #expect(text.contains("<span class=\"soft\">") && !text.contains("/suspend-token"))
    }

    @Test func whoeverIsNewIsToldWhereToBegin() async {
        var browser = IssuerBrowser(stage)
        let page = await browser.get("/")
        #expect(browser.screen(page) == "issuer-welcome" && browser.text(page).contains("href=\"/#sign-in\""))
    }

    @Test func aFormOfAnotherSiteDoesNothing() async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        for path in ["/suspend-token", "/leave"] {
            #expect((await browser.post(path, ["csrf": "x", "activation": "a1"])).status == 403)
            #expect((await browser.get(path)).status == 405)
        }
        #expect(stage.backend.paths.isEmpty)
    }

    @Test func aTokenThatTheBackendTakesNoMoreIsASignInAnew() async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        stage.backend.refuses("/cards", 401, "invalid_token")
        _ = await browser.get("/")
        #expect(browser.screen(await browser.get("/")) == "issuer-welcome")
    }

    @Test func aMailedLinkAsksAndItsButtonSuspends() async {
        var browser = IssuerBrowser(stage)
        for _ in 0..<3 {
            let page = await browser.get("/suspend", [("token", "good")])
            #expect(browser.screen(page) == "issuer-suspend" && !stage.mailed.isSuspended.value)
        }
        let done = await browser.post("/suspend", ["token": "good"])
        #expect(browser.screen(done) == "issuer-suspended" && stage.mailed.isSuspended.value)
        #expect(browser.screen(await browser.get("/suspend", [("token", "good")])) == "issuer-suspended")
    }

    static let notSuspended = [
        ("token_not_active", 409, "There is nothing to suspend"), ("token_deactivated", 409, "was removed"),
        ("token_not_found", 404, "no longer knows"), ("refused_by_network", 409, "did not suspend the card"),
        ("network_unavailable", 503, "did not answer"), ("outcome_unknown", 503, "whether the card was suspended"),
        ("activation_in_progress", 409, "under way"),
    ]

    @Test(arguments: notSuspended)
    func whatWasNotSuspendedByMailSaysWhy(_ code: String, _ status: Int, _ words: String) async {
        var browser = IssuerBrowser(stage)
        stage.mailed.fault.value = MailedSuspensionRefusal(code: code, status: status)
        let page = await browser.post("/suspend", ["token": "good"])
        #expect(page.status == status && browser.reason(page) == code)
        #expect(browser.text(page).contains(words))
    }

    @Test(arguments: notSuspended)
    func whatWasNotSuspendedUnderMyCardsSaysWhy(_ code: String, _ status: Int, _ words: String) async {
        var browser = IssuerBrowser(stage)
        _ = await browser.signsIn(by: await browser.get("/sign-in"))
        stage.backend.refuses("/suspend", status, code)
        let page = await browser.submit("/suspend-token", from: "/", ["activation": "a1"])
        #expect(page.status == status && browser.reason(page) == code)
        #expect(browser.text(page).contains(words))
    }

    @Test func whatFailedOnOurSideIsNotPutOnTheNetwork() async {
        struct Broken: Error {}
        var browser = IssuerBrowser(stage)
        stage.mailed.fault.value = Broken()
        let page = await browser.post("/suspend", ["token": "good"])
        #expect(page.status == 503 && browser.reason(page) == "unavailable")
        #expect(browser.text(page).contains("Something went wrong on our side"))
    }

    @Test(arguments: ["", "bad", String(repeating: "a", count: 1_000)])
    func aLinkThatCountsNoMoreSaysSo(_ token: String) async {
        var browser = IssuerBrowser(stage)
        let opened = await browser.get("/suspend", [("token", token)])
        let pressed = await browser.post("/suspend", ["token": token])
        for page in [opened, pressed] {
            #expect(page.status == 404 && browser.screen(page) == "issuer-suspend-dead")
        }
    }

    @Test(arguments: ["en", "pt-BR"])
    func everyPageHasALanguageAndAStrictPolicy(_ language: String) async {
        var browser = IssuerBrowser(stage)
        browser.language = language
        let place = await browser.comesFromTheWallet()
        for path in ["/", place, "/suspend", "/nowhere", "/request/unknown"] {
            let page = await browser.get(path)
            #expect(browser.text(page).contains("<html lang=\"\(language)\">"))
            let policy = page.header("Content-Security-Policy") ?? ""
            #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
            #expect(page.header("Cache-Control") == "no-store")
        }
    }
}
