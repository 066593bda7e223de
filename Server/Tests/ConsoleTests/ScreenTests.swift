import ChaveBase
import ChavePixModel
import Pages
import Testing

@testable import Console

/// What the pages show and offer.
@Suite struct ScreenTests {
    private let enrollment = "/enrollments/\(ConsoleSample.enrollment.text)"
    private let payment = "/payments/\(ConsoleSample.payment.text)"
    private let delivery = "/deliveries/\(ConsoleSample.delivery.text)"

    @Test func listsAskForOneStatusOrForAll() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        for (path, status) in [("enrollments", "FAILED"), ("deliveries", "parked")] {
            #expect(browser.screen(await browser.get("/\(path)", ["status": status])) == "console-\(path)")
            #expect(browser.records.calls.last == "\(path) \(status) 100")
            _ = await browser.get("/\(path)", ["status": "NOTHING"])
            #expect(browser.records.calls.last == "\(path) - 100")
        }
    }

    @Test func whatCanBeDoneIsOffered() async {
        for isOffered in [true, false] {
            var browser = ConsoleBrowser()
            await browser.enter()
            browser.records.set { state in
                state.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView(canBeRevoked: isOffered)
                state.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView(canBeCanceled: isOffered)
                state.deliveryViews[ConsoleSample.delivery] = ConsoleSample.deliveryView(canBeResent: isOffered)
            }
            for (path, action) in [(enrollment, "revoke"), (payment, "cancel"), (delivery, "resend")] {
                let page = browser.text(await browser.get(path))
                #expect(page.contains("action=\"/console\(path)/\(action)\"") == isOffered, "\(path)")
            }
        }
    }

    @Test func whatIsAskedForIsDone() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        for (path, action, call) in [
            (enrollment, "revoke", "revoke \(ConsoleSample.enrollment.text)"),
            (payment, "cancel", "cancel \(ConsoleSample.payment.text)"),
            (delivery, "resend", "resend \(ConsoleSample.delivery.text)"),
        ] {
            let answer = await browser.submit("\(path)/\(action)")
            #expect(answer.status == 303 && answer.header("Location") == "/console\(path)")
            #expect(browser.records.calls.last == call)
        }
    }

    @Test func whatCannotBeDoneIsSaid() async {
        for (failure, status) in [
            (ConsoleFailure.notFound, 404), (.conflict("Too late for that."), 409), (.unavailable, 503),
        ] {
            var browser = ConsoleBrowser()
            await browser.enter()
            let token = browser.between("name=\"csrf\" value=\"", "\"", in: browser.text(await browser.get("")))
            browser.records.set { $0.failure = failure }
            let page = await browser.post("\(payment)/cancel", ["csrf": token ?? ""])
            #expect(page.status == status && browser.screen(page) == "problem")
            #expect(browser.text(page).contains("Too late for that.") == (status == 409))
        }
    }

    @Test func whatThereIsNotIsNotFound() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        for path in ["/nothing", "/enrollments/x", enrollment, payment, delivery, "\(enrollment)/revoke/x", "/clock"] {
            #expect(await browser.get(path).status == 404, "\(path)")
        }
        for path in ["/enrollments/x/revoke", "\(enrollment)/cancel", "\(delivery)/revoke", "/nothing", ""] {
            #expect(await browser.submit(path).status == 404, "\(path)")
        }
    }

    @Test func theClockLeapsByWhatThePageOffersAlone() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        for minutes in ["", "0", "-5", "1", "60", "5.0", "99999999999999999999"] {
            #expect(await browser.submit("/clock", ["minutes": minutes]).status == 409, "\(minutes)")
        }
        for minutes in ["5", "15"] { #expect(await browser.submit("/clock", ["minutes": minutes]).status == 303) }
        #expect(browser.records.calls.filter { $0.hasPrefix("jump") } == ["jump 300", "jump 900"])
        let page = browser.text(await browser.get(""))
        #expect(page.contains("data-ahead=\"1200\"") && page.contains("20 min ahead"))
        #expect(browser.text(await browser.get("/payments")).contains("Deadlines: +20 min"))
    }

    @Test func anUnboundCallbackIsToldInTheConsole() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        for isUnbound in [false, true] {
            browser.records.set {
                $0.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView(isCallbackUnbound: isUnbound)
            }
            let page = browser.text(await browser.get(enrollment))
            #expect(page.contains("In production the merchant") == isUnbound)
            #expect(page.contains("<code>unbound_callbacks</code>") == isUnbound)
            #expect(page.contains("only with the session") != isUnbound)
        }
    }

    @Test func exchangesWithABankOnTheWireStandBesideTheirPayment() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { state in
            state.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView()
            state.exchanges = [
                BankExchange(
                    at: ConsoleSample.time,
                    name: "POST /pix/payments",
                    milliseconds: 412,
                    status: 422,
                    interactionID: "0190aaaa-0000-4000-8000-000000000001",
                    outcome: "refused SALDO_INSUFICIENTE <b>"
                ),
                BankExchange(
                    at: ConsoleSample.time,
                    name: "GET /consents/{consentId}",
                    milliseconds: 10_000,
                    status: nil,
                    interactionID: nil,
                    outcome: "unknown: timedOut"
                ),
            ]
        }
        let page = browser.text(await browser.get(payment))
        for text in [
            "Exchanges with the bank", "POST /pix/payments", "412 ms", ">422<", "refused SALDO_INSUFICIENTE &lt;b&gt;",
            "0190aaaa-0000-4000-8000-000000000001", "unknown: timedOut",
        ] { #expect(page.contains(text), "\(text)") }
    }

    @Test func aBankInTheProcessHasNoExchanges() async {
        var browser = ConsoleBrowser(hasExchanges: false)
        await browser.enter()
        browser.records.set { $0.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView() }
        #expect(!browser.text(await browser.get(payment)).contains("Exchanges with the bank"))
    }

    @Test func theChargesOfAScheduleAreListedByTheirDays() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { state in
            var view = ConsoleSample.paymentView()
            view.charges = [
                PaymentView.Charge(
                    id: ChargeID(high: 1, low: 7),
                    day: CalendarDate(daysSince1970: 20_833),
                    status: "FAILED",
                    reason: "insufficient_funds",
                    endToEndID: "E99999999202701151500abcdefghijk",
                    bankPaymentID: "pagamento-7"
                )
            ]
            state.paymentViews[ConsoleSample.payment] = view
        }
        let page = browser.text(await browser.get(payment))
        for text in ["Scheduled charges", "2027-01-15", "insufficient_funds", "pagamento-7"] {
            #expect(page.contains(text), "\(text)")
        }
        // The question names the days that are left: the days before stay paid.
        #expect(page.contains("The bank cancels the days that are left") && !page.contains("The payment ends unpaid"))
    }

    /// What waits for a quarter of an hour by a clock that is ten minutes ahead waits five.
    @Test func aDeadlineIsShownByTheRealClock() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { state in
            state.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView()
            state.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView()
        }
        func shown(_ time: Timestamp) -> String { "datetime=\"\(time.rfc3339)\"" }
        for ahead in [Int64(0), 240] {
            browser.records.set { $0.ahead = ahead }
            let deadline = ConsoleSample.time.adding(seconds: 300 - ahead)
            #expect(browser.text(await browser.get(enrollment)).contains(shown(deadline)))
            let nextTry = ConsoleSample.time.adding(seconds: -ahead)
            #expect(browser.text(await browser.get(payment)).contains(shown(nextTry)))
        }
    }

    @Test func outsideTheSandboxThereIsNoClock() async {
        var browser = ConsoleBrowser(hasTime: false)
        await browser.enter()
        #expect(!browser.text(await browser.get("")).contains("/console/clock"))
        #expect(await browser.submit("/clock", ["minutes": "5"]).status == 404)
        #expect(browser.records.aheadSeconds == 0)
    }

    @Test func oneThatIsFoundIsShownAndOfSeveralTheList() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        #expect(await browser.get("/find", ["text": "<none>"]).status == 404)
        browser.records.set { $0.found = [.payment(ConsoleSample.payment)] }
        let one = await browser.get("/find", ["text": "  E123 "])
        #expect(one.header("Location") == "/console\(payment)")
        #expect(browser.records.calls.last == "find E123")
        browser.records.set { $0.found.append(.enrollment(ConsoleSample.enrollment)) }
        let two = await browser.get("/find", ["text": "order-1"])
        #expect(browser.screen(two) == "console-found" && browser.text(two).contains("/console\(enrollment)"))
        for text in ["", "   ", String(repeating: "a", count: 1_021)] {
            #expect(await browser.get("/find", ["text": text]).header("Location") == "/console")
        }
    }

    /// Whatever comes through the port is text: also after what joins with the sign that opens a tag.
    @Test(arguments: ["", "\u{301}", "\u{200D}", "\u{FE0F}"])
    func markupIsShownAsText(mark: String) async {
        let text = "<\(mark)blink>\"\(mark)'\(mark)&\(mark)<\(mark)img src=x>"
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { state in
            state.enrollments = [ConsoleSample.enrollmentRow(organisation: text, status: text)]
            state.payments = [ConsoleSample.paymentRow(organisation: text, status: text)]
            state.deliveries = [ConsoleSample.deliveryRow(organisation: text, host: text)]
            state.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView(text: text)
            state.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView(text: text)
            state.deliveryViews[ConsoleSample.delivery] = ConsoleSample.deliveryView(text: text)
            state.settlement = LatencyFigure(name: text, count: 1, p50: 1, p95: 2, p99: 3)
            state.routes = [LatencyFigure(name: text, count: 1, p50: 1, p95: 2, p99: 3)]
        }
        for path in [
            "", "/enrollments", "/payments", "/deliveries", enrollment, payment, delivery, "/figures", "/find",
        ] {
            let page = browser.text(await browser.get(path, path == "/find" ? ["text": text] : [:]))
            #expect(!page.unicodeScalars.contains("<\(mark)blink"), "\(path)")
            #expect(!page.unicodeScalars.contains("<\(mark)img"), "\(path)")
            #expect(!page.unicodeScalars.contains("\"\(mark)'"), "\(path)")
            #expect(page.unicodeScalars.contains("&lt;\(mark)blink"), "\(path)")
        }
    }

    @Test func bothLanguagesAreWhole() async {
        for language in ["pt-BR", "en"] {
            var browser = ConsoleBrowser()
            browser.language = language
            await browser.enter()
            browser.records.set { $0.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView() }
            let page = browser.text(await browser.get(enrollment))
            #expect(page.contains("<html lang=\"\(language)\">"))
            #expect(!page.contains("&lt;"), "HTML that was taken for text")
            #expect(page.contains(language == "en" ? "Timeline" : "Linha do tempo"))
            #expect(
                page.contains(
                    language == "en" ? "The return from the bank does not authorise" : "A volta do banco não autoriza"
                )
            )
        }
    }

    @Test func aKeyIsNamedByItsEndAndTimesAreTold() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { $0.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView() }
        let page = browser.text(await browser.get(enrollment))
        #expect(page.contains("api-key/…000000abcd") && !page.contains("019aa000-0000"))
        #expect(page.contains("250 ms"))
    }
}

extension String.UnicodeScalarView {
    fileprivate func contains(_ text: String) -> Bool {
        Array(self).firstRange(of: Array(text.unicodeScalars)) != nil
    }
}
