import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Testing

@testable import SandboxShop

/// Orders that are paid on later days: the choice, the days with what became of each, and the end before them.
@Suite struct LaterPaymentTests {
    private let orderPath = "/orders/\(ShopSample.order.text)"
    private let form = ["product": "coffee", "enrollment": ShopSample.enrollment.text]

    private func intents(in browser: ShopBrowser) -> [JSONValue] {
        browser.api.calls.filter { $0.path == "/payment-intents/" && $0.method == "POST" }.compactMap(\.json)
    }

    private func show(_ intent: JSONValue, to browser: ShopBrowser) {
        browser.api.script { call in
            call.path == "/payment-intents/\(ShopSample.order.text)/" ? ScriptedAPI.ok(intent) : nil
        }
    }

    @Test(arguments: [
        ("now", "null"), ("day", #"{"single":{"date":"2027-07-31"}}"#),
        ("month", #"{"monthly":{"day_of_month":31,"start_date":"2027-07-31","quantity":3}}"#),
    ])
    func theChoiceBecomesTheSchedule(_ when: String, _ schedule: String) async throws {
        var browser = ShopBrowser()
        await browser.enter()
        let choice = ["when": when, "day": "2027-07-31", "times": "3"]
        #expect(await browser.submit("/orders", form.merging(choice) { $1 }).status == 303)
        let sent = try #require(intents(in: browser).last)
        #expect(try (sent["schedule"] ?? .null) == JSONValue(parsing: Array(schedule.utf8)))
    }

    @Test(arguments: [
        ["when": "day"], ["when": "day", "day": "31/07/2027"], ["when": "month", "day": "2027-07-31", "times": "1"],
        ["when": "month", "day": "2027-07-31", "times": "25"], ["when": "month", "day": "2027-07-31"],
        ["when": "year", "day": "2027-07-31"],
    ])
    func anIncompleteChoiceIsAskedForAgain(_ choice: [String: String]) async {
        var browser = ShopBrowser()
        await browser.enter()
        let answer = await browser.submit("/orders", form.merging(choice) { $1 })
        #expect(answer.status == 422 && browser.screen(answer) == "shop-product")
        #expect(browser.text(answer).contains("role=\"alert\""))
        #expect(intents(in: browser).isEmpty)
    }

    @Test func daysThatTheAPIRefusesAreAskedForAgain() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/payment-intents/" && call.method == "POST"
                ? ScriptedAPI.failure(400, field: "schedule.single.date") : nil
        }
        let answer = await browser.submit("/orders", form.merging(["when": "day", "day": "2020-01-01"]) { $1 })
        #expect(answer.status == 422 && browser.screen(answer) == "shop-product")
        #expect(browser.text(answer).contains("value=\"2020-01-01\""))
    }

    @Test func aProductOffersTheDaysFromTomorrowInBrasilia() async {
        // 02:30 UTC of the 15th is 23:30 of the 14th in Brasília.
        var browser = ShopBrowser(at: { Timestamp(rfc3339: "2027-01-15T02:30:00Z") ?? ShopSample.time })
        await browser.enter()
        #expect(browser.text(await browser.get("")).contains("href=\"/shop/products/coffee\""))
        let page = await browser.get("/products/coffee")
        #expect(browser.screen(page) == "shop-product")
        for part in ["min=\"2027-01-15\"", "max=\"2029-01-13\"", "value=\"2027-01-21\"", "R$\u{A0}18.90"] {
            #expect(browser.text(page).contains(part), "\(part)")
        }
        #expect(await browser.get("/products/castle").status == 404)
    }

    @Test(arguments: [("en", "Scheduled", "Cancel what is left"), ("pt-BR", "Agendado", "Cancelar o que falta")])
    func aScheduledOrderShowsItsDays(_ language: String, _ state: String, _ cancel: String) async {
        var browser = ShopBrowser()
        browser.language = language
        await browser.enter()
        show(ShopSample.scheduled(charges: [("FAILED", "insufficient_funds"), ("PENDING", nil)]), to: browser)
        let page = await browser.get(orderPath)
        let text = browser.text(page)
        #expect(browser.screen(page) == "order-scheduled")
        let words = ReasonTexts.of(FailureCode.insufficientFunds).what
        let days = language == "en" ? ["2027-07-20", "2027-07-21"] : ["20/07/2027", "21/07/2027"]
        for part in days + [state, cancel, language == "en" ? words.english : words.portuguese] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.contains("data-wait=\"/shop\(orderPath)/wait?seen=%22v1%22\""))
    }

    @Test func whatIsConfirmedNamesTheDaysAndTheNumber() async {
        var browser = ShopBrowser()
        await browser.enter()
        show(ShopSample.scheduled("PENDING", charges: [("PENDING", nil), ("PENDING", nil)]), to: browser)
        let page = await browser.get(orderPath)
        #expect(browser.screen(page) == "order-confirm")
        #expect(browser.text(page).contains("2 payments, from 2027-07-20 to 2027-07-21"))
        #expect(browser.text(page).contains("Schedule 2 × R$\u{A0}18.90 with Pix"))
    }

    @Test(
        arguments: [
            ("SUCCEEDED", ("SUCCEEDED", nil), ("FAILED", "canceled"), "order-paid", "1 of 2"),
            ("FAILED", ("FAILED", "canceled"), ("FAILED", "insufficient_funds"), "order-failed", "Cancelled"),
            ("CANCELED", ("FAILED", "canceled"), ("FAILED", "canceled"), "order-canceled", "Cancelled"),
        ] as [(String, (String, String?), (String, String?), String, String)]
    )
    func theEndStillShowsTheDays(
        _ status: String,
        _ first: (String, String?),
        _ second: (String, String?),
        _ screen: String,
        _ words: String
    ) async {
        var browser = ShopBrowser()
        await browser.enter()
        show(ShopSample.scheduled(status, charges: [first, second]), to: browser)
        let page = await browser.get(orderPath)
        #expect(browser.screen(page) == screen)
        #expect(browser.text(page).contains(words) && browser.text(page).contains("2027-07-21"))
    }

    /// The bank takes no cancellation after 22:00 of the day before; the page says so, and the order goes on.
    @Test(arguments: [200, 409])
    func whatIsLeftIsCancelledOrThePageSaysWhyNot(_ status: Int) async {
        var browser = ShopBrowser()
        await browser.enter()
        let order = ShopSample.scheduled(charges: [("PENDING", nil), ("PENDING", nil)])
        browser.api.script { call in
            switch call.path {
            case "/payment-intents/\(ShopSample.order.text)/": ScriptedAPI.ok(order)
            case "/payment-intents/\(ShopSample.order.text)/cancel/":
                status == 200 ? ScriptedAPI.ok(order) : ScriptedAPI.failure(status, "conflict")
            default: nil
            }
        }
        let answer = await browser.submit("\(orderPath)/cancel")
        #expect(browser.api.posts.last == "/payment-intents/\(ShopSample.order.text)/cancel/")
        let query = status == 200 ? "" : "?late=1"
        #expect(answer.header("Location") == "/shop\(orderPath)\(query)")
        let page = await browser.get(orderPath, status == 200 ? [:] : ["late": "1"])
        #expect(browser.text(page).contains("cancels nothing any more") == (status == 409))
    }

    @Test func theListOfOrdersSaysScheduled() async {
        var browser = ShopBrowser()
        await browser.enter()
        browser.api.script { call in
            call.path == "/payment-intents/"
                ? ScriptedAPI.list([ShopSample.scheduled(charges: [("PENDING", nil), ("PENDING", nil)])]) : nil
        }
        #expect(browser.text(await browser.get("/orders")).contains("Scheduled"))
    }
}
