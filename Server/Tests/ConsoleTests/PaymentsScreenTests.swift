import ChaveBase
import ChavePixModel
import Pages
import Testing

@testable import Console

/// The list of payments: what an address chooses, what is shown of it, and the file of it.
@Suite struct PaymentsScreenTests {
    // MARK: The choice

    private static let filters: [(query: [String: String], set: @Sendable (inout PaymentFilter) -> Void)] = [
        ([:], { _ in }), (["status": "FAILED"], { $0.status = "FAILED" }),
        (["reason": "insufficient_funds"], { $0.reason = "insufficient_funds" }),
        (["bank": ConsoleSample.bank.text], { $0.institution = ConsoleSample.bank }),
        (["merchant": ConsoleSample.bank.text], { $0.merchant = OrganisationID(ConsoleSample.bank.text) }),
        (["from_amount": "1.234,56"], { $0.amountFrom = Money(centavos: 123_456) }),
        (["to_amount": "19.90"], { $0.amountTo = Money(centavos: 1_990) }),
        (["from": "2027-01-10"], { $0.from = Timestamp(seconds: 1_799_550_000) }),
        (["to": "2027-01-10"], { $0.to = Timestamp(seconds: 1_799_636_400) }),
        // 15 January 2027 at 08:00 UTC, which is 05:00 in Brasília.
        (["period": "today"], { $0.from = Timestamp(seconds: 1_799_982_000) }),
        (["period": "7d"], { $0.from = Timestamp(seconds: 1_799_982_000 - 6 * 86_400) }),
        (["period": "30d"], { $0.from = Timestamp(seconds: 1_799_982_000 - 29 * 86_400) }),
        (["period": "all"], { _ in }),
        (["status": "", "bank": ""], { _ in }),
    ]

    @Test(arguments: filters.indices)
    func eachFieldChooses(_ index: Int) async {
        var browser = ConsoleBrowser(at: { Timestamp(seconds: 1_800_000_000) })
        await browser.enter()
        let (query, set) = Self.filters[index]
        #expect(browser.screen(await browser.get("/payments", query)) == "console-payments")
        var expected = PaymentFilter()
        set(&expected)
        #expect(browser.records.filters.last == expected, "\(query)")
    }

    @Test(arguments: [
        ["status": "NOTHING"], ["reason": "because"], ["bank": "Banco Um"], ["merchant": "1"], ["from_amount": "-1"],
        ["to_amount": "1,2,3"], ["from_amount": "1.2,34"], ["from": "10/01/2027"], ["to": "2027-02-30"],
        ["period": "year"], ["before": "x"],
    ])
    func whatIsNotUnderstoodIsNamedAndLeftOut(_ query: [String: String]) async throws {
        var browser = ConsoleBrowser()
        await browser.enter()
        let page = browser.text(await browser.get("/payments", query))
        let name = try #require(query.keys.first)
        #expect(page.contains("Not understood, and left out: <code>\(name)</code>"))
        #expect(browser.records.filters.last == PaymentFilter())
    }

    @Test(arguments: [
        ("12,34", 1_234), ("12.34", 1_234), ("1.234,5", 123_450), ("R$ 1.234,56", 123_456), ("1234", 123_400),
        ("1.234.567,00", 123_456_700),
    ])
    func amountsAreReadAsPeopleWriteThem(_ text: String, _ centavos: Int64) {
        #expect(PaymentChoice.amount(text)?.centavos == centavos)
    }

    @Test func aLinkChangesOneFieldAndBeginsAtTheFirstPage() {
        let choice = PaymentChoice([
            "status": "FAILED", "to_amount": "1,5", "before": ConsoleSample.payment.text, "other": "x",
        ])
        #expect(choice.address(setting: [("status", "PENDING")]) == "?status=PENDING&to_amount=1%2C5")
        #expect(choice.address(leaving: "status", "before") == "?to_amount=1%2C5")
        let next = choice.address(setting: [("before", "y")])
        #expect(next == "?status=FAILED&to_amount=1%2C5&before=y")
        #expect(PaymentChoice([:]).address() == "")
    }

    // MARK: The page

    private func rows(_ count: Int) -> [PaymentRow] {
        (0..<count).map { ConsoleSample.paymentRow(id: PaymentIntentID(high: 9, low: UInt64(count - $0))) }
    }

    @Test func aPageLeadsToTheNextAndBack() async throws {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { $0.payments = rows(PaymentsScreen.rows + 1) }
        let first = browser.text(await browser.get("/payments", ["status": "PENDING"]))
        let last = PaymentIntentID(high: 9, low: 2).text
        #expect(
            first.contains("href=\"/console/payments?status=PENDING&amp;before=\(last)\"") && !first.contains("Newest<")
        )
        let second = browser.text(await browser.get("/payments", ["status": "PENDING", "before": last]))
        #expect(second.contains(PaymentIntentID(high: 9, low: 1).text) && !second.contains("rel=\"next\""))
        #expect(second.contains("href=\"/console/payments?status=PENDING\">Newest"))
    }

    @Test func whatItAddsUpToIsSaid() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { state in
            state.tally = PaymentTally(
                lines: [
                    "SUCCEEDED": .init(count: 3, amount: Money(centavos: 123_456) ?? .zero),
                    "FAILED": .init(count: 1, amount: .zero), "PENDING": .init(count: 2, amount: .zero),
                ],
                isCut: true
            )
            state.merchants = [MerchantName(id: OrganisationID(high: 1, low: 1), name: "Café <&> Cia")]
        }
        let page = browser.text(await browser.get("/payments", ["period": "7d"]))
        #expect(page.contains("R$\u{A0}1,234.56</strong> paid · 6 payments · 75 % succeeded (of the newest 20,000)"))
        #expect(page.contains("href=\"/console/payments.csv?period=7d\""))
        #expect(page.contains("Café &lt;&amp;&gt; Cia</option>"))
        #expect(page.contains("Banco Um</option>"))
    }

    // MARK: The file

    @Test func theFileHasEveryRowOfTheChoice() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        browser.records.set { $0.payments = rows(PaymentsFile.pageRows + 3) }
        let answer = await browser.get("/payments.csv", ["status": "PENDING"])
        #expect(answer.header("Content-Type")?.hasPrefix("text/csv") == true)
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"payments.csv\"")
        #expect(answer.header("Cache-Control") == "no-store")
        let lines = browser.text(answer).split(separator: "\r\n")
        #expect(lines.count == PaymentsFile.pageRows + 4)
        #expect(lines[0] == "id,created_at,updated_at,merchant,bank,amount,status,reason,end_to_end_id,external_id")
        #expect(lines[1].contains(",Loja Exemplo,Banco Um,18.90,PENDING,,E12345678202701151500abcdefghRfm0,"))
        #expect(browser.records.filters.last?.status == "PENDING")
    }

    /// A spreadsheet would run what a merchant wrote.
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("=1+1", "'=1+1"),
        ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("=\"x\",1", "\"'=\"\"x\"\",1\""),
    ])
    func aFieldIsQuotedAndNeverAFormula(_ text: String, _ expected: String) {
        let file = PaymentsFile(bankNames: [:])
        let line = file.text(of: [ConsoleSample.paymentRow(externalID: text)])
        #expect(line.hasSuffix(",\(expected)\r\n"))
    }

    @Test func theFileIsForTheOperatorAlone() async {
        var browser = ConsoleBrowser()
        #expect(browser.screen(await browser.get("/payments.csv")) == SignInScreen.name)
        #expect(browser.records.calls.isEmpty)
    }

    // MARK: The day

    @Test func theStartPageTellsTheDayBesideTheDayBefore() async {
        var browser = ConsoleBrowser(at: { Timestamp(seconds: 1_800_000_000) })
        await browser.enter()
        browser.records.set { state in
            state.tally = PaymentTally(lines: [
                "SUCCEEDED": .init(count: 112, amount: Money(centavos: 4_821_370) ?? .zero),
                "FAILED": .init(count: 3, amount: .zero),
            ])
            state.yesterday = PaymentTally(lines: [
                "SUCCEEDED": .init(count: 100, amount: Money(centavos: 4_304_795) ?? .zero)
            ])
            state.problems = OpenProblems(parked: 2, overdue: 100)
            state.settlement = LatencyFigure(name: "", count: 9, p50: 400, p95: 1_200, p99: 2_000)
        }
        let page = browser.text(await browser.get(""))
        for text in [
            "R$\u{A0}48,213.70", "▲ 12 % than yesterday by now", "▲ 15 % than yesterday by now", "97.4 %",
            "yesterday: 100 %",
            "100+ approved more than ten minutes ago have no end", "2 webhooks were given up",
            "href=\"/console/payments?status=PROCESSING\"", "href=\"/console/deliveries?status=parked\"",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(browser.records.days == [1_799_982_000, 1_799_895_600].map { Timestamp(seconds: $0) })
    }

    @Test func aDayWithoutPaymentsSaysSo() async {
        var browser = ConsoleBrowser()
        await browser.enter()
        let page = browser.text(await browser.get(""))
        #expect(page.contains("yesterday by now: none") && page.contains("yesterday: none"))
        #expect(!page.contains("notice bad"))
    }
}
