import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Testing

@testable import SandboxShop

/// What the API says decides which page is shown.
@Suite struct ScreenTests {
    private let enrollmentPath = "/enrollments/\(ShopSample.enrollment.text)"
    private let orderPath = "/orders/\(ShopSample.order.text)"

    @Test(arguments: [
        ("PENDING", "AWAITING_ACCOUNT_HOLDER_VALIDATION", 404, "enrollment-at-bank"),
        ("PENDING", "RETURNED", 404, "enrollment-preparing"),
        ("PENDING", "AWAITING_ENROLLMENT", 200, "enrollment-register"),
        ("PENDING", "AWAITING_ENROLLMENT", 409, "enrollment-checking"),
        ("PENDING", "AWAITING_ENROLLMENT", 404, "enrollment-checking"),
        ("SUCCEEDED", "AUTHORISED", 409, "enrollment-done"), ("FAILED", "REJECTED", 409, "enrollment-failed"),
        ("CANCELED", "REVOKED", 409, "enrollment-ended"), ("NEW_WORD", "NEW_WORD", 404, "enrollment-failed"),
    ])
    func anEnrollmentShowsWhereItStands(_ status: String, _ details: String, _ options: Int, _ screen: String) async {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        // The bank's address stays; whose account it is is told once the holder is back.
        let account = details == "AWAITING_ACCOUNT_HOLDER_VALIDATION" ? nil : "*****1234"
        browser.api.script { call in
            if call.path.hasSuffix("/fido-registration-options/") {
                return options == 200
                    ? ScriptedAPI.ok(["challenge": "AAAA", "user": ["id": "AQ"]]) : ScriptedAPI.failure(options)
            }
            return call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                ? ScriptedAPI.ok(ShopSample.enrollment(status: status, details: details, account: account)) : nil
        }
        let page = await browser.get(enrollmentPath)
        #expect(page.status == 200)
        #expect(browser.screen(page) == screen)
        // In another browser of the same person it cannot go on.
        browser.cookies = browser.cookies.filter { $0.key == ShopSession.cookieName }
        let elsewhere = await browser.get(enrollmentPath)
        #expect(browser.screen(elsewhere) == (status == "PENDING" ? "enrollment-elsewhere" : screen))
    }

    @Test(arguments: [
        ("PENDING", true, "order-confirm"), ("PENDING", false, "order-processing"),
        ("PROCESSING", true, "order-processing"), ("SUCCEEDED", true, "order-paid"), ("FAILED", true, "order-failed"),
        ("CANCELED", true, "order-canceled"), ("NEW_WORD", true, "order-failed"),
    ])
    func anOrderShowsWhereItStands(_ status: String, _ hasOptions: Bool, _ screen: String) async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/payment-intents/\(ShopSample.order.text)/"
                ? ScriptedAPI.ok(ShopSample.intent(status: status, hasOptions: hasOptions)) : nil
        }
        let page = await browser.get(orderPath)
        #expect(browser.screen(page) == screen)
        #expect(browser.text(page).contains("R$\u{A0}18.90"))
        if screen == "order-paid" { #expect(browser.text(page).contains("E9999999920261122140300000000001")) }
    }

    /// Both languages say what happened and what to do, for whatever the API may say.
    @Test(arguments: ["pt-BR", "en"])
    func eachReasonHasItsWords(_ language: String) async {
        var browser = ShopBrowser()
        browser.language = language
        await browser.enter()
        for reason in StatusReasonCode.all {
            browser.api.script { call in
                call.path.hasPrefix("/enrollments/\(ShopSample.enrollment.text)")
                    ? ScriptedAPI.ok(
                        ShopSample.enrollment(status: "FAILED", details: "REJECTED", reason: reason.rawValue)
                    )
                    : nil
            }
            let page = await browser.get(enrollmentPath)
            let words = ReasonTexts.enrollments[reason]
            #expect(browser.reason(page) == reason.rawValue)
            #expect(
                words.map { browser.text(page).contains(sentence($0.what, language)) } == true,
                "\(reason.rawValue)"
            )
        }
        for code in FailureCode.all {
            browser.api.script { call in
                call.path.hasPrefix("/payment-intents/\(ShopSample.order.text)")
                    ? ScriptedAPI.ok(ShopSample.intent(status: "FAILED", failure: code.rawValue)) : nil
            }
            let page = await browser.get(orderPath)
            let words = ReasonTexts.payments[code]
            #expect(browser.reason(page) == code.rawValue)
            #expect(words.map { browser.text(page).contains(sentence($0.next, language)) } == true, "\(code.rawValue)")
        }
    }

    /// The product's lesson stands beside the bank's reason only where both say the same.
    @Test(arguments: Product.all.filter { $0.lesson != nil }, ["pt-BR", "en"])
    func aFailureHasOneReasonTheBanks(_ product: Product, _ language: String) async throws {
        var browser = ShopBrowser()
        browser.language = language
        await browser.enter()
        let names = try #require(product.lesson)
        let lesson = language == "en" ? names.english : names.portuguese
        for code in FailureCode.all {
            browser.api.script { call in
                call.path.hasPrefix("/payment-intents/\(ShopSample.order.text)")
                    ? ScriptedAPI.ok(
                        ShopSample.intent(status: "FAILED", failure: code.rawValue, product: product.id)
                    ) : nil
            }
            let text = browser.text(await browser.get(orderPath))
            #expect(text.contains(lesson) == product.taught.contains(code), "\(code.rawValue)")
        }
        #expect(!product.taught.isEmpty)
    }

    /// The bank and the account, before the passkey is asked for and on the receipt.
    @Test(arguments: ["PENDING", "SUCCEEDED", "FAILED"])
    func anOrderSaysWhatItIsPaidFrom(_ status: String) async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            switch call.path {
            case "/payment-intents/\(ShopSample.order.text)/": ScriptedAPI.ok(ShopSample.intent(status: status))
            case "/enrollments/\(ShopSample.enrollment.text)/":
                ScriptedAPI.ok(ShopSample.enrollment(account: "*****0117"))
            default: nil
            }
        }
        let page = browser.text(await browser.get(orderPath))
        #expect(page.contains("<dt>From</dt><dd>Banco Ipê *****0117</dd>"))
    }

    /// Where the person has the next word the page still hears of an end elsewhere.
    @Test func aPageThatAsksForAPasskeyHearsOfAnEnd() async {
        var browser = ShopBrowser()
        await browser.enter()
        await browser.begin()
        browser.api.script { call in
            if call.path.hasSuffix("/fido-registration-options/") {
                return ScriptedAPI.ok(["challenge": "AAAA", "user": ["id": "AQ"]])
            }
            return call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                ? ScriptedAPI.ok(ShopSample.enrollment(status: "PENDING", details: "AWAITING_ENROLLMENT"))
                : call.path == "/payment-intents/\(ShopSample.order.text)/"
                    ? ScriptedAPI.ok(ShopSample.intent()) : nil
        }
        for (path, screen) in [(enrollmentPath, "enrollment-register"), (orderPath, "order-confirm")] {
            let page = await browser.get(path)
            #expect(browser.screen(page) == screen)
            #expect(browser.text(page).contains("data-wait=\"/shop\(path)/wait?seen=%22v1%22\""))
            #expect(browser.text(page).contains("/assets/waiting.js"))
        }
    }

    /// A revocation that somebody wished for is no failure; it names the account, and nobody who did it.
    @Test func aRevocationIsSaidCalmly() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                ? ScriptedAPI.ok(
                    ShopSample.enrollment(
                        status: "CANCELED",
                        details: "REVOKED",
                        reason: "revoked_by_user",
                        account: "*****0117"
                    )
                ) : nil
        }
        let page = browser.text(await browser.get(enrollmentPath))
        #expect(page.contains("<p class=\"notice good\"><strong>Banco Ipê *****0117</strong>"))
        #expect(page.contains("The passkey stays on the device") && !page.contains("You revoked"))
    }

    /// The reason by its code; what the API says of it in English stands on no page.
    @Test func aFailureNamesItsCodeAndAWayThatHelps() async {
        var browser = ShopBrowser()
        await browser.enter()
        for (reason, way) in [("institution_policy", "Choose another bank"), ("expired", "Enroll again")] {
            browser.api.script { call in
                call.path == "/enrollments/\(ShopSample.enrollment.text)/"
                    ? ScriptedAPI.ok(
                        ShopSample.enrollment(status: "FAILED", reason: reason, message: "In the API's words.")
                    ) : nil
            }
            let page = browser.text(await browser.get(enrollmentPath))
            #expect(page.contains("Code: <code>\(reason)</code>") && !page.contains("In the API"))
            #expect(page.contains(">\(way)</a>"))
        }
        browser.api.script { call in
            call.path == "/payment-intents/\(ShopSample.order.text)/"
                ? ScriptedAPI.ok(ShopSample.intent(status: "FAILED", failure: "insufficient_funds")) : nil
        }
        let page = browser.text(await browser.get(orderPath))
        #expect(page.contains("Code: <code>insufficient_funds</code>") && page.contains("Enroll another account"))
    }

    @Test func theFooterLeadsToTheStart() async {
        var browser = ShopBrowser()
        #expect(browser.text(await browser.get("")).contains("<a href=\"/\">Sandbox start</a></p></footer>"))
    }

    private func sentence(_ text: ReasonTexts.Sentence, _ language: String) -> String {
        HTML.escape(language == "en" ? text.english : text.portuguese)
    }

    /// Names and messages that others wrote are text, whatever they look like.
    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'\u{301} onmouseover='alert(1)",
        "<\u{338}b>", "\"\u{FE0F} autofocus onfocus=\"alert(1)", "&lt;b&gt;", "\u{202E}<b>",
    ])
    func markupIsShownAsText(_ markup: String) async {
        var browser = ShopBrowser()
        await browser.enter()
        let institution: JSONValue = [
            "id": .string(ShopSample.bank.text), "name": .string(markup), "display_name": .string(markup),
            "icon_logo": .string(markup),
        ]
        browser.api.script { call in
            switch call.path {
            case "/institutions/": ScriptedAPI.list([institution])
            case "/institutions/\(ShopSample.bank.text)/": ScriptedAPI.ok(institution)
            case "/customers/\(ShopSample.person.text)/": ScriptedAPI.ok(ShopSample.customer(name: markup))
            case "/enrollments/\(ShopSample.enrollment.text)/":
                ScriptedAPI.ok(ShopSample.enrollment(status: "FAILED", reason: markup, message: markup))
            case "/payment-intents/\(ShopSample.order.text)/":
                ScriptedAPI.ok(ShopSample.intent(status: "FAILED", failure: markup, description: markup))
            case "/payment-intents/": ScriptedAPI.list([ShopSample.intent(description: markup)])
            default: nil
            }
        }
        for path in ["", "/banks", enrollmentPath, orderPath, "/orders", "/devices"] {
            let page = await browser.get(path, ["name": markup])
            #expect(page.status == 200, "\(path)")
            let body = browser.text(page)
            #expect(body.utf8.firstRange(of: HTML.escape(markup).utf8) != nil, "\(path)")
            #expect(!body.unicodeScalars.containsSequence(markup.unicodeScalars), "\(path)")
        }
    }
}

extension String.UnicodeScalarView {
    /// Scalar by scalar, as a browser reads; a `Character` with a mark after it would hide what it begins with.
    fileprivate func containsSequence(_ other: String.UnicodeScalarView) -> Bool {
        let (mine, theirs) = (Array(self), Array(other))
        guard theirs.count <= mine.count else { return false }
        return (0...(mine.count - theirs.count)).contains { mine[$0..<($0 + theirs.count)].elementsEqual(theirs) }
    }
}
