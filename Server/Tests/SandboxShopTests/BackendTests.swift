import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Testing

@testable import SandboxShop

/// What the shop asks the API for, and what it makes of an answer that it did not hope for.
@Suite struct BackendTests {
    /// One attempt of a form is one object, however often it is sent.
    @Test func aFormThatIsSentTwiceAsksWithTheSameKey() async {
        var browser = ShopBrowser()
        await browser.enter()
        let form = ["product": "coffee", "enrollment": ShopSample.enrollment.text]
        for _ in 0..<2 { #expect(await browser.submit("/orders", form).status == 303) }
        let made = browser.api.calls.filter { $0.path == "/payment-intents/" && $0.method == "POST" }
        let keys = made.map { call in call.headers.first { $0.name == "Idempotency-Key" }?.value }
        #expect(keys.count == 2 && Set(keys).count == 1 && keys[0]?.hasPrefix("shop-") == true)
        #expect(made[0].body == made[1].body)
        #expect(made[0].json?["amount"]?.number?.text == "18.90")
    }

    /// A device in the shop's name, such as a terminal, may have made the customer before, with or without a name.
    @Test(arguments: [nil, "Alice Nogueira"])
    func aPersonIsGreetedByTheNameThatTheBanksKnow(_ known: String?) async {
        var browser = ShopBrowser()
        browser.api.script { call in
            switch (call.method, call.path) {
            case ("POST", "/customers/"): ScriptedAPI.failure(400, "already_registered", field: "identifier")
            case ("GET", "/customers/"): ScriptedAPI.list([ShopSample.customer(name: known)])
            case ("PATCH", _): ScriptedAPI.ok(ShopSample.customer(name: call.json?["name"]?.string))
            default: nil
            }
        }
        await browser.enter()
        let changed = browser.api.calls.filter { $0.method == "PATCH" }
        #expect(changed.map(\.path) == (known == nil ? ["/customers/\(ShopSample.person.text)/"] : []))
        #expect(changed.allSatisfy { $0.json == ["name": "Alice"] })
    }

    /// The price stands in the catalogue; no form names one.
    @Test func aFormNamesNoPrice() async {
        var browser = ShopBrowser()
        await browser.enter()
        let form = ["product": "coffee", "enrollment": ShopSample.enrollment.text, "amount": "0.01", "price": "0.01"]
        #expect(await browser.submit("/orders", form).status == 303)
        #expect(browser.api.calls.last?.json?["amount"]?.number?.text == "18.90")
        #expect(
            await browser.submit("/orders", ["product": "castle", "enrollment": ShopSample.enrollment.text]).status
                == 400
        )
    }

    @Test func eachCallCarriesTheShopsKeysAndNoOther() async {
        var browser = ShopBrowser()
        await browser.enter()
        _ = await browser.get("/devices")
        for call in browser.api.calls {
            let all = call.headers.filter { $0.name == "Authorization" }.map(\.value)
            #expect(all == ["Basic aWQ6cGFzc3dvcmQ="])
        }
    }

    /// The tenure is what the shop knows; a browser cannot make itself older.
    @Test func theTenureIsTheCustomersOwn() async {
        var browser = ShopBrowser()
        await browser.enter()
        let signals = #"{"deviceId":"d","accountTenure":"1990-01-01"}"#
        let answer = await browser.submit("/enrollments", ["institution": ShopSample.bank.text, "signals": signals])
        #expect(answer.header("Location") == "http://localhost:8080/bank/x/authorize?request=1")
        let body = browser.api.calls.last { $0.path == "/enrollments/" && $0.method == "POST" }?.json
        #expect(body?["details"]?["risk_signals"]?["accountTenure"]?.string == ShopSample.time.isoDate)
        #expect(body?["details"]?["platform"]?.string == "BROWSER")
    }

    /// A form may lead to this host alone: elsewhere the person goes by a link.
    @Test func aBankElsewhereIsReachedByALink() async {
        var browser = ShopBrowser()
        await browser.enter()
        let elsewhere = "https://bank.example/authorize"
        browser.api.script { call in
            let isAsked = call.path == "/enrollments/" ? call.method == "POST" : call.path.hasPrefix("/enrollments/")
            guard isAsked else { return nil }
            return ScriptedAPI.ok(
                ShopSample.enrollment(
                    status: "PENDING",
                    details: "AWAITING_ACCOUNT_HOLDER_VALIDATION",
                    redirect: elsewhere
                )
            )
        }
        let answer = await browser.submit("/enrollments", ["institution": ShopSample.bank.text, "signals": "{}"])
        #expect(answer.header("Location") == "/shop/enrollments/\(ShopSample.enrollment.text)")
        let page = await browser.get("/enrollments/\(ShopSample.enrollment.text)")
        #expect(browser.screen(page) == "enrollment-at-bank")
        #expect(browser.text(page).contains("href=\"\(elsewhere)\""))
    }

    /// Two tabs may have a person at two banks; each return finds its own.
    @Test func aReturnFindsItsEnrollmentAmongThoseOfTheBrowser() async {
        let ids = (1...3).map { EnrollmentID(high: 3, low: UInt64($0)) }
        var browser = ShopBrowser()
        await browser.enter()
        for id in ids { await browser.begin(id) }
        browser.api.script { call in
            guard call.path == "/enrollments/complete-redirection/" else { return nil }
            let isRight = call.json?["enrollment"]?.string == ids[1].text
            return isRight ? ScriptedAPI.ok(ShopSample.enrollment(ids[1])) : ScriptedAPI.failure(404, "not_found")
        }
        let answer = await browser.get("/callback", ["state": "s", "code": "c", "id_token": "t", "other": "x"])
        #expect(answer.header("Location") == "/shop/enrollments/\(ids[1].text)")
        let tried = browser.api.calls.filter { $0.path == "/enrollments/complete-redirection/" }
        #expect(tried.map { $0.json?["enrollment"]?.string } == [ids[2].text, ids[1].text])
        #expect(tried[0].json?["other"] == nil)
    }

    /// Whoever has somebody else approve at the bank gets nothing by it: the return belongs to the browser that asked.
    @Test func aReturnInAnotherBrowserOpensNothing() async {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        var other = ShopBrowser(browser.api)
        await other.enter()
        let theirs = browser.cookies.filter { $0.key != ShopSession.cookieName }
        // Neither without the browser's own cookie nor with one that was carried over.
        for cookies in [[:], theirs] {
            other.cookies.merge(cookies) { mine, _ in mine }
            let page = await other.get("/callback", ["state": "s", "code": "c", "id_token": "t"])
            #expect(other.screen(page) == "shop-callback-unknown")
            other.api.script { call in
                call.path.hasPrefix("/enrollments/\(ShopSample.enrollment.text)")
                    ? ScriptedAPI.ok(ShopSample.enrollment(status: "PENDING")) : nil
            }
            let confirm = "/enrollments/\(ShopSample.enrollment.text)/confirm"
            #expect(await other.submit(confirm, ["credential": "{}"]).status == 403)
            other.api.script { _ in nil }
        }
        let posts = other.api.posts
        #expect(!posts.contains("/enrollments/complete-redirection/") && !posts.contains { $0.hasSuffix("/confirm/") })
    }

    /// A conflict is of this enrollment, and its own page says what became of it; a silent bank is asked once more.
    @Test(arguments: [(409, "conflict"), (503, "institution_unavailable"), (400, "invalid")])
    func aReturnThatIsNotTakenSaysWhy(_ status: Int, _ code: String) async {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        browser.api.script { call in
            call.path == "/enrollments/complete-redirection/" ? ScriptedAPI.failure(status, code) : nil
        }
        let request = PageRequest(
            method: "GET",
            path: "/callback",
            rawQuery: "state=s&error=x",
            query: ["state": "s", "error": "x"],
            cookies: browser.cookies
        )
        let page = await browser.pages.respond(to: request)
        switch status {
        case 409: #expect(page.header("Location") == "/shop/enrollments/\(ShopSample.enrollment.text)")
        case 503:
            #expect(page.status == 503)
            #expect(browser.text(page).contains("/shop/callback?state=s&amp;error=x"))
        default: #expect(browser.screen(page) == "shop-callback-unknown")
        }
    }

    /// A form that could not be answered is sent again as it was.
    @Test func aSecondTryIsTheSameAttempt() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/payment-intents/" ? ScriptedAPI.failure(503, "institution_unavailable") : nil
        }
        let form = ["product": "coffee", "enrollment": ShopSample.enrollment.text]
        let page = await browser.submit("/orders", form)
        #expect(page.status == 503)
        #expect(browser.value(of: "attempt", in: page) == Base64URL.encode(Array(repeating: 1, count: 16)))
        #expect(browser.value(of: "product", in: page) == "coffee")
        #expect(browser.token(in: page) != nil)
    }

    /// More than one message may hold, as lists do.
    @Test func aLongListIsShown() async {
        var browser = ShopBrowser()
        await browser.enter()
        let text = String(repeating: "a", count: 2_000)
        browser.api.script { call in
            call.path == "/payment-intents/"
                ? ScriptedAPI.list((0..<50).map { _ in ShopSample.intent(description: text) }) : nil
        }
        let page = await browser.get("/orders")
        #expect(page.status == 200)
        #expect(browser.screen(page) == "shop-orders")
    }

    @Test(arguments: [
        (404, 404), (401, 502), (403, 403), (409, 409), (415, 415), (429, 503), (500, 502), (503, 503), (418, 418),
    ])
    func anAnswerThatIsNoneBecomesAPage(_ status: Int, _ shown: Int) async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path.hasPrefix("/customers/") ? nil : SiteReply(status: status, body: Array("no JSON".utf8))
        }
        for path in ["/devices", "/orders", "/orders/\(ShopSample.order.text)"] {
            let page = await browser.get(path)
            #expect(page.status == shown, "\(path)")
            #expect(browser.screen(page) == "problem")
        }
    }

    /// Every truncation of a good answer is a page too.
    @Test func anAnswerThatWasCutBecomesAPage() async {
        var browser = ShopBrowser()
        await browser.enter()
        let whole = ShopSample.intent(status: "SUCCEEDED").encoded()
        for count in 0..<whole.count {
            browser.api.script { call in
                call.path == "/payment-intents/\(ShopSample.order.text)/"
                    ? SiteReply(status: 200, body: Array(whole.prefix(count))) : nil
            }
            let page = await browser.get("/orders/\(ShopSample.order.text)")
            #expect(page.status == 502 && browser.screen(page) == "problem")
        }
    }

    @Test func anEnrollmentThatEndedMeanwhileIsSaid() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            guard call.path == "/payment-intents/", call.method == "POST" else { return nil }
            let field = "payment_method_details.open_finance_biometric_pix.enrollment"
            return ScriptedAPI.failure(400, "invalid", field: field)
        }
        let page = await browser.submit("/orders", ["product": "coffee", "enrollment": ShopSample.enrollment.text])
        #expect(page.status == 409)
        #expect(browser.screen(page) == "order-failed")
        #expect(browser.reason(page) == "enrollment_revoked")
    }

    @Test func whatWasDecidedElsewhereIsShownAndNotDoneAgain() async {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        browser.api.script { call in
            if call.path.hasSuffix("/authorize/") || call.path.hasSuffix("/cancel/") || call.path.hasSuffix("/confirm/")
            {
                return ScriptedAPI.failure(409, "conflict")
            }
            if call.path.hasPrefix("/payment-intents/\(ShopSample.order.text)") {
                return ScriptedAPI.ok(ShopSample.intent())
            }
            return call.path.hasPrefix("/enrollments/\(ShopSample.enrollment.text)")
                ? ScriptedAPI.ok(ShopSample.enrollment()) : nil
        }
        let order = "/orders/\(ShopSample.order.text)", enrollment = "/enrollments/\(ShopSample.enrollment.text)"
        for (path, form) in [
            ("\(order)/authorize", ["assertion": "{}", "signals": "{}"]), ("\(order)/cancel", [:]),
            ("\(enrollment)/confirm", ["credential": "{}"]), ("\(enrollment)/cancel", [:]),
        ] {
            let answer = await browser.submit(path, form)
            #expect(answer.status == 303, "\(path)")
            #expect(answer.header("Location")?.hasPrefix("/shop/") == true)
        }
    }

    @Test(arguments: [(200, "\"v2\"", true), (200, "\"v1\"", false), (304, "\"v1\"", false)])
    func aScriptHearsOfAnotherVersionAlone(_ status: Int, _ tag: String, _ changed: Bool) async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            guard call.path == "/payment-intents/\(ShopSample.order.text)/" else { return nil }
            guard call.headers.contains(where: { $0.name == "Prefer" }) else {
                return ScriptedAPI.ok(ShopSample.intent())
            }
            return SiteReply(status: status, entityTag: tag, body: [])
        }
        let answer = await browser.get("/orders/\(ShopSample.order.text)/wait", ["seen": "\"v1\""])
        #expect(browser.text(answer) == "{\"changed\":\(changed)}")
    }

    @Test func withoutScriptAStepSaysSo() async {
        var browser = ShopBrowser()
        await browser.enter()
        let page = await browser.submit("/enrollments", ["institution": ShopSample.bank.text, "signals": ""])
        #expect(page.status == 400)
        #expect(browser.screen(page) == "problem")
        #expect(!browser.api.posts.contains("/enrollments/"))
    }

    @Test func pathsAndMethodsThatThereAreNotAreRefused() async {
        var browser = ShopBrowser()
        await browser.enter()
        for path in [
            "/nothing", "/orders/1", "/enrollments/x/confirm", "/orders/\(ShopSample.order.text)/pay", "/a/b/c/d",
        ] {
            #expect(await browser.get(path).status == 404, "\(path)")
        }
        #expect(await browser.get("/person").status == 405)
        #expect(await browser.post("/banks", [:]).status == 405)
    }
}
