import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Synchronization
import Testing

@testable import SandboxShop

/// Whose browser it is, and what a form of it may do.
@Suite struct SessionTests {
    private static let forms: [(path: String, form: [String: String])] = [
        ("/person", ["identifier": "76109277673", "name": "Alice"]), ("/leave", [:]),
        ("/enrollments", ["institution": ShopSample.bank.text, "signals": "{}"]),
        ("/enrollments/\(ShopSample.enrollment.text)/confirm", ["credential": "{}"]),
        ("/enrollments/\(ShopSample.enrollment.text)/cancel", [:]),
        ("/orders", ["product": "coffee", "enrollment": ShopSample.enrollment.text]),
        ("/orders/\(ShopSample.order.text)/authorize", ["assertion": "{}", "signals": "{}"]),
        ("/orders/\(ShopSample.order.text)/cancel", [:]),
    ]

    /// Neither without a token, nor with another session's, nor without a session.
    @Test func aFormThatIsNotOursDoesNothing() async {
        for (path, form) in SessionTests.forms {
            var browser = ShopBrowser()
            await browser.enter()
            var stranger = ShopBrowser(browser.api)
            stranger.cookie = nil
            let theirs = stranger.token(in: await stranger.get(""))
            let posts = browser.api.posts.count
            for token in [nil, "", "AAAA", theirs] {
                var form = form
                form["csrf"] = token
                form["attempt"] = Base64URL.encode(Array(repeating: 1, count: 16))
                let page = await browser.post(path, form)
                #expect(page.status == 403, "\(path)")
                #expect(browser.screen(page) == "problem")
            }
            let own = browser.token(in: await browser.get("/banks"))
            browser.cookie = nil
            var form = form
            form["csrf"] = own
            #expect(await browser.post(path, form).status == 403, "\(path)")
            #expect(browser.api.posts.count == posts, "\(path)")
        }
    }

    @Test func aSessionOfAnotherPersonIsAnotherSession() async {
        var browser = ShopBrowser()
        await browser.enter()
        let (cookie, token) = (browser.cookie, browser.token(in: await browser.get("/banks")))
        #expect(await browser.submit("/leave").status == 303)
        #expect(browser.cookie != cookie)
        #expect(browser.screen(await browser.get("")) == "shop-person")
        #expect(await browser.post("/leave", ["csrf": token ?? ""]).status == 403)
    }

    /// Half a day without a page; a page moves the end on.
    @Test func aSessionEnds() async {
        final class Clock: Sendable {
            let now = Mutex(ShopSample.time)
        }
        let clock = Clock()
        var browser = ShopBrowser(at: { clock.now.withLock { $0 } })
        await browser.enter()
        for _ in 0..<3 {
            clock.now.withLock { $0 = $0.adding(seconds: 43_199) }
            #expect(browser.screen(await browser.get("")) == "shop-catalogue")
        }
        clock.now.withLock { $0 = $0.adding(seconds: 43_200) }
        for path in ["/banks", "/devices", "/orders", "/orders/\(ShopSample.order.text)"] {
            var late = browser
            let page = await late.get(path)
            #expect(page.status == 403)
            #expect(late.screen(page) == "problem")
        }
        #expect(browser.screen(await browser.get("")) == "shop-person")
    }

    /// What a slow page of one tab brings back must not undo what another tab did meanwhile.
    @Test func aPageThatChangesNothingSetsNoCookie() async {
        var browser = ShopBrowser()
        #expect(await browser.get("").header("Set-Cookie") != nil)
        #expect(await browser.get("").header("Set-Cookie") == nil)
        await browser.enter()
        for path in ["", "/banks", "/devices", "/orders", "/orders/\(ShopSample.order.text)/wait"] {
            #expect(await browser.get(path).header("Set-Cookie") == nil, "\(path)")
        }
        browser.cookie = nil
        #expect(await browser.get("/orders/\(ShopSample.order.text)/wait").header("Set-Cookie") == nil)
    }

    @Test func aCookieThatIsNotOursIsNone() async {
        var browser = ShopBrowser()
        await browser.enter()
        let own = browser.cookie ?? ""
        for cookie in ["", "a", "a.b", own + "A", String(own.dropFirst()), String(repeating: "a", count: 5_000)] {
            var other = browser
            other.cookie = cookie
            #expect(other.screen(await other.get("")) == "shop-person", "\(cookie.prefix(20))")
        }
    }

    @Test func anotherPersonsObjectsDoNotExist() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            if call.path.hasPrefix("/enrollments/\(ShopSample.enrollment.text)") {
                return ScriptedAPI.ok(ShopSample.enrollment(of: ShopSample.stranger))
            }
            return call.path.hasPrefix("/payment-intents/\(ShopSample.order.text)")
                ? ScriptedAPI.ok(ShopSample.intent(of: ShopSample.stranger)) : nil
        }
        let posts = browser.api.posts.count
        for path in [
            "/enrollments/\(ShopSample.enrollment.text)", "/enrollments/\(ShopSample.enrollment.text)/wait",
            "/orders/\(ShopSample.order.text)", "/orders/\(ShopSample.order.text)/wait",
        ] {
            #expect(await browser.get(path, ["seen": "\"v1\""]).status == 404, "\(path)")
        }
        for (path, form) in SessionTests.forms where path.split(separator: "/").count == 3 {
            #expect(await browser.submit(path, form).status == 404, "\(path)")
        }
        #expect(browser.api.posts.count == posts)
    }

    @Test func aPersonThatWasErasedIsAskedAgain() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { $0.path.hasPrefix("/customers/") ? ScriptedAPI.failure(404, "not_found") : nil }
        #expect(browser.screen(await browser.get("")) == "shop-person")
    }

    @Test(arguments: [
        ("", "Alice"), ("76109277674", "Alice"), ("11222333000181", "Alice"), ("76109277673", ""),
        ("76109277673", "   "), ("76109277673", String(repeating: "a", count: 141)), ("abc", "Alice"),
    ])
    func whoCannotBeIsAskedAgain(_ identifier: String, _ name: String) async {
        var browser = ShopBrowser()
        let page = await browser.submit("/person", ["identifier": identifier, "name": name])
        #expect(page.status == 422)
        #expect(browser.screen(page) == "shop-person")
        #expect(browser.text(page).contains("role=\"alert\""))
        #expect(browser.api.posts.isEmpty)
    }
}
