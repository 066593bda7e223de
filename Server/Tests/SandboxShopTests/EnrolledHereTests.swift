import ChaveBase
import ChavePixModel
import Pages
import Testing

@testable import SandboxShop

/// Which enrollments this browser has the passkeys of, and what a person sees of that.
@Suite struct EnrolledHereTests {
    private static let other = EnrollmentID(high: 3, low: 2)

    /// A browser that has begun and confirmed this enrollment.
    private static func enrolled() async -> ShopBrowser {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        browser.api.script { call in
            if call.path.hasSuffix("/confirm/") { return SiteReply(status: 204, body: []) }
            return call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                ? ScriptedAPI.ok(ShopSample.enrollment()) : nil
        }
        let confirm = "/enrollments/\(ShopSample.enrollment.text)/confirm"
        #expect(await browser.submit(confirm, ["credential": "{}"]).status == 303)
        browser.api.script { _ in nil }
        return browser
    }

    /// What the API lists, this browser's own last.
    private static func list(_ ids: EnrollmentID...) -> ScriptedAPI.Script {
        { call in
            call.path == "/enrollments/" && call.method == "GET"
                ? ScriptedAPI.list(ids.map { ShopSample.enrollment($0) }) : nil
        }
    }

    @Test func whatThisBrowserEnrolledStandsFirst() async throws {
        var browser = await Self.enrolled()
        browser.api.script(Self.list(Self.other, ShopSample.enrollment))
        let text = browser.text(await browser.get(""))
        let own = try #require(text.firstRange(of: "value=\"\(ShopSample.enrollment.text)\""))
        let others = try #require(text.firstRange(of: "value=\"\(Self.other.text)\""))
        #expect(own.lowerBound < others.lowerBound)
        #expect(text.contains("<optgroup label=\"From this browser\">"))
        #expect(text.contains("<optgroup label=\"From elsewhere (you need its passkey here)\">"))
        let devices = browser.text(await browser.get("/devices"))
        #expect(devices.contains("In this browser") && devices.contains("Elsewhere"))
        // Whoever has enrolled this browser may still want another account.
        #expect(devices.contains("Enroll another account") && !devices.contains("Enroll this browser"))
        browser.api.script(Self.list(Self.other))
        #expect(browser.text(await browser.get("/devices")).contains("Enroll this browser"))
    }

    /// Only a passkey that was taken is this browser's, and only for as long as its enrollment lasts.
    @Test func aPasskeyThatWasNotTakenOrIsRevokedIsForgotten() async {
        let name = "chave_shop_here_\(ShopSample.enrollment.text)"
        let path = "/enrollments/\(ShopSample.enrollment.text)"
        var late = ShopBrowser()
        await late.enter()
        await late.begin()
        late.api.script(Self.answering(ScriptedAPI.failure(409, "conflict")))
        #expect(await late.submit("\(path)/confirm", ["credential": "{}"]).status == 303)
        #expect(late.cookies[name] == nil)

        var browser = await Self.enrolled()
        browser.api.script(Self.answering(ScriptedAPI.failure(409, "conflict")))
        #expect(await browser.submit("\(path)/cancel").status == 303)
        #expect(browser.cookies[name] != nil)
        browser.api.script(Self.answering(ScriptedAPI.ok(ShopSample.enrollment(status: "CANCELED"))))
        #expect(await browser.submit("\(path)/cancel").status == 303)
        #expect(browser.cookies[name] == nil)
    }

    /// To what is asked of the enrollment; it is there to be read.
    private static func answering(_ reply: SiteReply) -> ScriptedAPI.Script {
        { call in
            guard call.path.hasPrefix("/enrollments/\(ShopSample.enrollment.text)/") else { return nil }
            return call.method == "POST" ? reply : ScriptedAPI.ok(ShopSample.enrollment())
        }
    }

    /// What can pay stands first, then what is under way.
    @Test func whatCanPayStandsFirstInTheList() async throws {
        var browser = ShopBrowser()
        await browser.enter()
        let ids = (1...5).map { EnrollmentID(high: 3, low: UInt64($0)) }
        let states = ["FAILED", "PENDING", "SUCCEEDED", "CANCELED", "SUCCEEDED"]
        browser.api.script { call in
            call.path == "/enrollments/" && call.method == "GET"
                ? ScriptedAPI.list(zip(ids, states).map { ShopSample.enrollment($0, status: $1) }) : nil
        }
        let text = browser.text(await browser.get("/devices"))
        let places = try ids.map { id in
            try #require(text.firstRange(of: "href=\"/shop/enrollments/\(id.text)\"")).lowerBound
        }
        let order = places.indices.sorted { places[$0] < places[$1] }
        #expect(order == [2, 4, 1, 0, 3])
    }

    /// A browser without any passkey of this person is told so, and may pay with a roaming one all the same.
    @Test func aBrowserThatEnrolledNothingIsWarnedAndMayChooseAllTheSame() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script(Self.list(ShopSample.enrollment))
        let page = browser.text(await browser.get(""))
        #expect(page.contains("Your enrollments were made elsewhere."))
        #expect(page.contains("name=\"enrollment\" value=\"\(ShopSample.enrollment.text)\""))
        browser.api.script { call in
            call.path == "/payment-intents/\(ShopSample.order.text)/" ? ScriptedAPI.ok(ShopSample.intent()) : nil
        }
        let order = "/orders/\(ShopSample.order.text)"
        #expect(browser.text(await browser.get(order)).contains("An enrollment made elsewhere pays here only"))
        var own = await Self.enrolled()
        own.api.script { call in
            call.path == "/payment-intents/\(ShopSample.order.text)/" ? ScriptedAPI.ok(ShopSample.intent()) : nil
        }
        #expect(!own.text(await own.get(order)).contains("An enrollment made elsewhere pays here only"))
    }

    @Test func theWayToEnrollThisBrowserIsAlwaysThere() async {
        for listed in [[], [ShopSample.enrollment], [ShopSample.enrollment, Self.other], [Self.other]] {
            for var browser in [await Self.enrolled(), ShopBrowser()] {
                if browser.cookie == nil { await browser.enter() }
                browser.api.script { call in
                    call.path == "/enrollments/" && call.method == "GET"
                        ? ScriptedAPI.list(listed.map { ShopSample.enrollment($0) }) : nil
                }
                let text = browser.text(await browser.get(""))
                #expect(text.contains("href=\"/shop/banks\"") && text.contains("Enroll this browser"))
            }
        }
    }

    /// What is known of a browser outlives the session, but nobody writes it themself.
    @Test func onlyOurOwnWordCounts() async {
        var browser = await Self.enrolled()
        let name = "chave_shop_here_\(ShopSample.enrollment.text)"
        let value = browser.cookies[name] ?? ""
        #expect(value.contains("."))
        #expect(await browser.submit("/leave").status == 303)
        await browser.enter()
        browser.api.script(Self.list(ShopSample.enrollment))
        #expect(browser.text(await browser.get("/devices")).contains("In this browser"))
        for forged in ["", "here", value + "A", String(value.dropFirst())] {
            browser.cookies[name] = forged
            #expect(!browser.text(await browser.get("/devices")).contains("In this browser"), "\(forged)")
        }
        browser.cookies[name] = nil
        browser.cookies["chave_shop_here_\(Self.other.text)"] = value
        browser.api.script(Self.list(Self.other))
        #expect(!browser.text(await browser.get("/devices")).contains("In this browser"))
    }

    /// So many that a request's headers stay small; the oldest is forgotten first.
    @Test func aBrowserRemembersTheLastFew() {
        let key = PageKey(secret: Array(repeating: 7, count: 32))
        var cookies: [String: String] = ["other": "x"]
        let ids = (1...(EnrolledHere.most + 3)).map { EnrollmentID(high: 3, low: UInt64($0)) }
        for id in ids {
            for cookie in EnrolledHere.cookies(adding: id, to: cookies, key, isSecure: true) {
                #expect(cookie.path == "/shop" && cookie.isSecure)
                cookies[cookie.name] = cookie.value
            }
        }
        #expect(EnrolledHere.all(in: cookies, key) == Set(ids.suffix(EnrolledHere.most)))
        #expect(cookies.count == EnrolledHere.most + 1)
    }

    /// A bank's closed page leads back without an answer: to what this browser began last, or to words.
    @Test func aReturnWithoutAWordLeadsToWhatWasBegunLast() async {
        var browser = ShopBrowser()
        await browser.enter()
        #expect(browser.screen(await browser.get("/callback")) == "shop-callback-unknown")
        await browser.begin(ShopSample.enrollment)
        await browser.begin(Self.other)
        let answer = await browser.get("/callback")
        #expect(answer.header("Location") == "/shop/enrollments/\(Self.other.text)")
        #expect(!browser.api.posts.contains("/enrollments/complete-redirection/"))
    }

    /// One institution is read for its name, and not all of them.
    @Test func anEnrollmentsPageReadsItsOwnBankAlone() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/enrollments/\(ShopSample.enrollment.text)/" ? ScriptedAPI.ok(ShopSample.enrollment()) : nil
        }
        let path = "/enrollments/\(ShopSample.enrollment.text)"
        #expect(browser.text(await browser.get(path)).contains("Banco Ipê"))
        let asked = browser.api.calls.map(\.path).filter { $0.hasPrefix("/institutions/") }
        #expect(asked == ["/institutions/\(ShopSample.bank.text)/"])
        // A bank that is listed no more is still somebody's.
        browser.api.script { call in
            if call.path.hasPrefix("/institutions/") { return ScriptedAPI.failure(404, "not_found") }
            return call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                ? ScriptedAPI.ok(ShopSample.enrollment()) : nil
        }
        #expect(browser.screen(await browser.get(path)) == "enrollment-done")
    }
}
