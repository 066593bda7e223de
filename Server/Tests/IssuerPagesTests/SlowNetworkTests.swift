import ChaveBase
import Pages
import Testing

@testable import IssuerPages

/// A browser that reloads, goes back or has another tab while something takes its time: the wallet is answered once.
@Suite struct SlowNetworkTests {
    private let stage = IssuerStage()
    private let approved = IssuerStage.answers().approved

    private var activations: [SiteCall] { stage.backend.calls.filter { $0.path.hasSuffix("/token-activations") } }

    /// Said yes to and confirmed, and nothing done yet: where the request's page is.
    private func confirmed(by browser: inout IssuerBrowser, _ launch: String = "good") async -> String {
        let place = browser.path(await browser.get("/a2a", [("launch", launch)]))
        _ = await browser.signsIn(by: await browser.get("\(place)/sign-in"))
        let agreed = await browser.submit("\(place)/yes", from: place)
        #expect(browser.path(await browser.signsIn(by: agreed)) == place)
        return place
    }

    /// The same page from the same browser, once more; whether the wallet is told yes by it.
    private func isAnswered(_ page: PageResponse, _ browser: IssuerBrowser) -> Bool {
        page.header("Location") == approved || browser.answer(page) == approved
    }

    @Test func aReloadWhileTheNetworkIsSlowFindsTheSameOutcome() async {
        var browser = IssuerBrowser(stage)
        let place = await confirmed(by: &browser)
        let network = stage.backend.holds("/token-activations")
        let same = browser
        async let first = page(place, of: same)
        await network.first()
        async let second = page(place, of: same)
        async let third = page(place, of: same)
        await network.letGo()
        for page in await [first, second, third] { #expect(isAnswered(page, browser)) }
        #expect(activations.count == 1)
        // The back button finds how it ended.
        #expect(browser.answer(await browser.get(place)) == approved && activations.count == 1)
    }

    private func page(
        _ place: String,
        of browser: IssuerBrowser,
        _ query: [(String, String)] = []
    ) async -> PageResponse {
        var browser = browser
        return await browser.get(place, query)
    }

    /// Whoever reloads has left the first answer, and with it the cookie of the session that confirmed.
    @Test func aReloadOfTheReturnItselfLosesNothing() async throws {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let query = try #require(browser.returned(by: await browser.submit("\(place)/yes", from: place)))
        let tenant = stage.backend.holds("/v2/token")
        let tokens = stage.backend.calls.count { $0.path.hasSuffix("/v2/token") }
        let before = browser
        async let left = page("/signed-in", of: before, query)
        await tenant.first()
        async let reloaded = page("/signed-in", of: before, query)
        await tenant.letGo()
        let answers = await [left, reloaded]
        #expect(answers.allSatisfy { $0.status == 303 && browser.path($0) == place })
        let cookies = answers.map { $0.header("Set-Cookie")?.prefix { $0 != ";" } }
        #expect(cookies[0] == cookies[1] && cookies[0] != nil)
        #expect(stage.backend.calls.count { $0.path.hasSuffix("/v2/token") } == tokens + 1)
        // A moment later too, by the browser that heard neither.
        #expect(browser.path(await browser.get("/signed-in", query)) == place && browser.cookies != before.cookies)
        #expect((await browser.get(place)).header("Location") == approved && activations.count == 1)
    }

    @Test func aReturnIsHadAgainForAMinuteWithItsCodeAlone() async throws {
        var browser = IssuerBrowser(stage)
        let query = try #require(browser.returned(by: await browser.get("/sign-in")))
        let planted = browser
        #expect((await browser.get("/signed-in", query)).status == 303)
        // Whoever knows the session of before, and the address but for its code, has nothing.
        let other = [("code", "code-of-joana")] + query.dropFirst()
        #expect((await page("/signed-in", of: planted, other)).status == 400)
        #expect((await page("/signed-in", of: IssuerBrowser(stage), query)).status == 400)
        stage.clock.value = IssuerStage.time.adding(seconds: 59)
        #expect((await page("/signed-in", of: planted, query)).status == 303)
        stage.clock.value = IssuerStage.time.adding(seconds: 60)
        #expect((await page("/signed-in", of: planted, query)).status == 400)
    }

    /// The session has another id once the second tab has confirmed; the first tab's request is none the worse.
    @Test func anotherTabThatConfirmsMeanwhileTakesNothingAway() async {
        var browser = IssuerBrowser(stage)
        let first = await confirmed(by: &browser, "one")
        let network = stage.backend.holds("/token-activations")
        let same = browser
        async let waiting = page(first, of: same)
        await network.first()
        let second = await confirmed(by: &browser, "two")
        await network.letGo()
        #expect(browser.path(await waiting) == first)
        for place in [first, second] {
            #expect((await browser.get(place)).header("Location") == approved)
        }
        let keys = activations.map { $0.headers.first { $0.name == "Idempotency-Key" }?.value }
        #expect(Set(keys).count == 2)
    }

    @Test func whoLeavesMeanwhileComesBackForTheTruth() async {
        var browser = IssuerBrowser(stage)
        let place = await confirmed(by: &browser)
        let network = stage.backend.holds("/token-activations")
        let same = browser
        async let waiting = page(place, of: same)
        await network.first()
        _ = await browser.submit("/leave", from: "/")
        await network.letGo()
        _ = await waiting
        #expect(browser.screen(await browser.get(place)) == "issuer-sign-in")
        _ = await browser.signsIn(by: await browser.get("\(place)/sign-in"))
        #expect((await browser.get(place)).header("Location") == approved)
    }

    /// A page of anybody may have this browser ask for any address; what changes something needs its holder's word.
    @Test(arguments: ["asked", "agreed", "gave up"])
    func noAddressDoesWhatWasNotConfirmed(_ state: String) async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        if state != "asked" {
            let agreed = await browser.submit("\(place)/yes", from: place)
            let told = IssuerBrowser.fields(agreed.header("Location") ?? "")["state"] ?? ""
            let back = [("error", "access_denied"), ("state", told), ("iss", IssuerStage.issuer)]
            if state == "gave up" { _ = await browser.get("/signed-in", back) }
        }
        for path in [
            "", "/", "/sign-in", "/suspend", place, "\(place)/sign-in", "\(place)/wait", "\(place)/yes", "\(place)/no",
            "\(place)/again", "\(place)/back", "/suspend-token", "/leave",
        ] {
            _ = await browser.get(path, [("token", "good"), ("as", "other"), ("confirmed", "yes")])
            _ = await browser.post(path, ["csrf": "x", "activation": "a1"])
        }
        // Signed in once more, but not to confirm.
        _ = await browser.signsIn(by: await browser.get("\(place)/sign-in", [("as", "other")]))
        #expect(browser.screen(await browser.get(place)) == "issuer-question")
        #expect(stage.backend.paths.allSatisfy { $0.hasSuffix("/preview") || $0.hasSuffix("/cards") })
        #expect(!stage.mailed.isSuspended.value)
    }

    @Test func whereFourWaitForTheirNetworksAFifthIsNotOpened() async {
        var browser = IssuerBrowser(stage)
        stage.backend.refuses("/token-activations", 503, "outcome_unknown")
        var places: [String] = []
        for number in 1...4 { places.append(await confirmed(by: &browser, "\(number)")) }
        let page = await browser.get("/a2a", [("launch", "5")])
        #expect(page.status == 429 && browser.screen(page) == "issuer-too-many")
        #expect(browser.answer(page) == IssuerStage.answers().failure)
        stage.backend.answers { _ in nil }
        for place in places { #expect((await browser.get(place)).header("Location") == approved) }
        #expect((await browser.get("/a2a", [("launch", "5")])).status == 303)
    }
}
