import ChaveBase
import ChavePixModel
import Pages
import Synchronization
import Testing

@testable import Console

/// Nobody without the key sees or does anything.
@Suite struct SignInTests {
    private static let pages = [
        "", "/enrollments", "/payments", "/deliveries", "/figures", "/find",
        "/enrollments/\(ConsoleSample.enrollment.text)", "/payments/\(ConsoleSample.payment.text)",
        "/deliveries/\(ConsoleSample.delivery.text)", "/nothing",
    ]
    private static let forms = [
        "/leave", "/clock", "/enrollments/\(ConsoleSample.enrollment.text)/revoke",
        "/payments/\(ConsoleSample.payment.text)/cancel", "/deliveries/\(ConsoleSample.delivery.text)/resend",
    ]

    @Test func withoutTheKeyThereIsOnePage() async {
        var browser = ConsoleBrowser()
        for path in SignInTests.pages {
            let page = await browser.get(path)
            #expect(browser.screen(page) == "console-sign-in", "\(path)")
            #expect(page.status == 200, "\(path)")
        }
        for path in SignInTests.forms {
            let page = await browser.submit(path, ["minutes": "5"])
            #expect(browser.screen(page) == "console-sign-in", "\(path)")
            #expect(page.status == 403, "\(path)")
        }
        let live = await browser.get("/live")
        #expect(browser.text(live).contains("event: ended\n"))
        #expect(browser.records.calls.isEmpty)
    }

    @Test(arguments: ["", " ", "an-operators-key", ConsoleBrowser.key + "x", String(repeating: "a", count: 10_000)])
    func anotherKeyOpensNothing(key: String) async {
        var browser = ConsoleBrowser()
        let page = await browser.submit("/enter", ["key": key])
        #expect(page.status == 403)
        #expect(browser.text(page).contains("data-reason=\"wrong_key\""))
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    @Test func aServerWithoutAKeyLetsNobodyIn() async {
        var browser = ConsoleBrowser(key: "")
        #expect(await browser.submit("/enter", ["key": ""]).status == 403)
    }

    @Test func theKeyOpensAlsoWithTheBlanksOfACopy() async {
        var browser = ConsoleBrowser()
        let answer = await browser.submit("/enter", ["key": "  \(ConsoleBrowser.key)\n"])
        #expect(answer.status == 303)
        #expect(browser.screen(await browser.get("")) == "console-home")
    }

    @Test func theKeyAloneWithoutAFormOfOursOpensNothing() async {
        var browser = ConsoleBrowser()
        #expect(await browser.post("/enter", ["key": ConsoleBrowser.key]).status == 403)
        #expect(await browser.post("/enter", ["key": ConsoleBrowser.key, "csrf": "AAAA"]).status == 403)
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    /// A session that somebody knew before the key was shown is none of the operator's.
    @Test func enteringMakesAnotherSession() async {
        var browser = ConsoleBrowser()
        _ = await browser.get("")
        let before = browser.cookies
        await browser.enter()
        #expect(browser.cookies != before)
        browser.cookies = before
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    @Test func aSessionEndsAfterEightHours() async {
        final class Clock: Sendable {
            let now = Mutex(ConsoleSample.time)
        }
        let clock = Clock()
        var browser = ConsoleBrowser(at: { clock.now.withLock { $0 } })
        await browser.enter()
        clock.now.withLock { $0 = ConsoleSample.time.adding(seconds: 8 * 3_600 - 1) }
        #expect(browser.screen(await browser.get("")) == "console-home")
        clock.now.withLock { $0 = ConsoleSample.time.adding(seconds: 8 * 3_600) }
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    @Test func aCookieOfAnotherKeyIsNotOurs() async {
        var other = ConsoleBrowser()
        await other.enter()
        var browser = ConsoleBrowser(key: "another-operators-key-of-some-length-012345")
        browser.cookies = other.cookies
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    /// It brings no cookie of the operator's, and must not cost the operator theirs.
    @Test func aLinkFromAnotherSiteLeavesTheOperatorIn() async throws {
        var browser = ConsoleBrowser()
        await browser.enter()
        let kept = browser.cookies
        browser.cookies = [:]
        let page = await browser.get("/payments")
        let cookie = try #require(page.header("Set-Cookie"))
        #expect(browser.screen(page) == "console-sign-in" && !cookie.hasPrefix(OperatorSession.cookieName))
        browser.cookies.merge(kept) { $1 }
        #expect(browser.screen(await browser.get("/payments")) == "console-payments")
    }

    /// Neither cookie does the other's work.
    @Test func aFormsCookieIsNotTheOperators() async {
        var browser = ConsoleBrowser()
        _ = await browser.get("")
        browser.cookies[OperatorSession.cookieName] = browser.cookies[OperatorSession.entryCookieName]
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    @Test func theStartPageIsNamedWhereThereIsOne() async {
        for hasTime in [true, false] {
            var browser = ConsoleBrowser(hasTime: hasTime)
            let page = browser.text(await browser.get(""))
            #expect(page.contains("href=\"/\"") == hasTime && page.contains("chave keys operator"))
        }
    }

    @Test func leavingEndsTheSession() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        #expect(await browser.submit("/leave").status == 303)
        #expect(browser.screen(await browser.get("")) == "console-sign-in")
    }

    /// Whoever has copied the cookie is out with whom it was copied from.
    @Test func leavingEndsEveryCopyOfTheCookie() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        let copied = browser.cookies
        #expect(await browser.submit("/leave").status == 303)
        var thief = browser
        thief.cookies = copied
        for path in SignInTests.pages {
            thief.cookies = copied
            #expect(browser.screen(await thief.get(path)) == "console-sign-in", "\(path)")
        }
        for path in SignInTests.forms {
            thief.cookies = copied
            #expect(await thief.post(path, ["minutes": "5"]).status == 403, "\(path)")
        }
        thief.cookies = copied
        #expect(browser.text(await thief.get("/live")).contains("event: ended\n"))
        #expect(browser.records.calls.allSatisfy { !$0.hasPrefix("revoke") && !$0.hasPrefix("cancel") })
        await browser.enter()
        #expect(browser.screen(await browser.get("")) == "console-home", "the operator comes back by the key")
    }

    @Test func aHeldPageEndsWithTheSessionThatAskedForIt() async throws {
        var browser = ConsoleBrowser()
        await browser.enter()
        let page = await browser.get("")
        let seen = try #require(browser.between("seen=", "\"", in: browser.text(page)))
        browser.records.set { state in
            state.whileWaiting = { $0.endedSessions = $0.askedSessions }
        }
        let held = await browser.get("/live", ["seen": seen])
        #expect(browser.text(held).contains("event: ended\n"))
    }

    /// A session that cannot be looked up shows nothing, and leaving is not said to have happened where it was not stored.
    @Test func withoutItsStorageTheConsoleShowsNothing() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { $0.failure = .unavailable }
        #expect(browser.screen(await browser.get("")) == "problem")
        #expect(await browser.get("").status == 503)
    }

    /// Neither without a token, nor with another session's.
    @Test func aFormThatIsNotOursDoesNothing() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        var stranger = ConsoleBrowser()
        await stranger.enter()
        let theirs = stranger.between("name=\"csrf\" value=\"", "\"", in: stranger.text(await stranger.get("")))
        let asked = browser.records.calls.count
        for path in SignInTests.forms {
            for token in [nil, "", "AAAA", theirs] {
                var form = ["minutes": "5"]
                form["csrf"] = token
                let page = await browser.post(path, form)
                #expect(page.status == 403, "\(path)")
                #expect(browser.screen(page) == "problem")
            }
        }
        #expect(browser.records.calls.count == asked)
    }

    @Test func theCookieIsTheConsolesAlone() async throws {
        var browser = ConsoleBrowser(baseURL: "https://pay.example.com")
        let cookie = try #require(await browser.get("").header("Set-Cookie"))
        #expect(cookie.contains("Path=/console;") && cookie.contains("HttpOnly; SameSite=Strict; Secure"))
        var plain = ConsoleBrowser()
        #expect(try #require(await plain.get("").header("Set-Cookie")).hasSuffix("SameSite=Strict"))
    }
}
