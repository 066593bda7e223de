import ChaveBase
import ChavePixModel
import Foundation
import HolderBrowser
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// What a holder sees on their own pages at a bank.
@Suite(.everyEngine) struct HolderHomeTests {
    private static let bank = TestBank.institution(.approvesAtOnce)

    @Test func accountsAreShownWithWhatTheyHold() async throws {
        let test = try await TestBank()
        for (language, kind, savings, balance) in [
            ("pt-BR", "Conta corrente", "Poupança", "R$\u{A0}1.000.000,00"),
            ("en", "Checking", "Savings", "R$\u{A0}1,000,000.00"),
        ] {
            var browser = Browser(test.pages)
            browser.acceptLanguage = language
            let page = try await browser.enter(Self.bank)
            #expect(page.status == 200)
            #expect(page.screen == "bank-home")
            #expect(page.header("Content-Language") == language)
            for part in [kind, savings, "10117", "20113", balance, "Alice Nogueira", "UTC−3"] {
                #expect(page.html.contains(part), "\(language) \(part)")
            }
        }
    }

    @Test func aJointAccountIsCalledOne() async throws {
        var browser = Browser(try await TestBank().pages)
        #expect(try await browser.enter(Self.bank, cpf: Initiator.davi).html.contains("Conta corrente (conjunta)"))
    }

    @Test func aDeviceIsShownWithWhoAskedItsTimesAndItsLimits() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(
            choosing: ["transaction_limit": "1.500,00", "daily_limit": "2,500.50", "validity_days": "30"]
        )
        _ = try await initiator.pay(device, "10.00")
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(page.devices.map(\.id) == [device.enrollmentID])
        #expect(page.devices.map(\.status) == ["AUTHORISED"])
        for part in [
            "Loja do Zé", "Ativo", "iOS", "Conta corrente 10117", "14/07/2026, 09:00", "13/08/2026, 09:00",
            "R$\u{A0}1.500,00", "R$\u{A0}2.500,50", "R$\u{A0}10,00 (dia em UTC)", "datetime=\"2026-07-14T12:00:00Z\"",
        ] {
            #expect(page.html.contains(part), "\(part)")
        }
        browser.acceptLanguage = "en"
        let english = await browser.home(Self.bank).html
        for part in ["Active", "2026-07-14, 09:00", "R$\u{A0}1,500.00", "Per payment", "Revoke"] {
            #expect(english.contains(part), "\(part)")
        }
    }

    /// The page shows times of day, and a person's day does not know that a sandbox put a clock forward.
    @Test func deadlinesAreShownByTheRealClock() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        _ = try await initiator.enroll(choosing: ["validity_days": "30"])
        _ = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        _ = try await browser.enter(Self.bank)
        for (jump, waits, lasts) in [
            (0, "14/07/2026, 09:15", "13/08/2026, 09:00"), (300, "14/07/2026, 09:10", "13/08/2026, 08:55"),
        ] as [(Int64, String, String)] {
            test.clock.jump(seconds: jump)
            let html = await browser.home(Self.bank).html
            #expect(html.contains(waits) && html.contains(lasts), "\(jump)")
        }
    }

    @Test func eachStateOfADeviceIsShown() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        var expected: [String: (status: String, words: String)] = [:]
        expected[try await initiator.createEnrollment()] = ("AWAITING_RISK_SIGNALS", "Aguarda o aparelho")
        let waiting = try await initiator.enrollmentAwaitingHolder().id
        expected[waiting] = ("AWAITING_ACCOUNT_HOLDER_VALIDATION", "Aguarda a sua autorização")
        let unfinished = try await initiator.enrollmentAwaitingCredential().id
        expected[unfinished] = ("AWAITING_ENROLLMENT", "Aguarda a chave do aparelho")
        expected[try await initiator.enroll().enrollmentID] = ("AUTHORISED", "Ativo")
        let refused = try await initiator.enrollmentAwaitingHolder()
        _ = try await Browser(test.pages).decide(refused.pushed.redirectURL, cpf: Initiator.alice, .refuse)
        expected[refused.id] = ("REJECTED", "por você, neste banco")
        let revoked = try await initiator.enroll().enrollmentID
        _ = try answered(await initiator.end(revoked, .revocation(.manually)), 204)
        expected[revoked] = ("REVOKED", "na loja")

        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(page.devices.count == 6)
        let items = page.html.components(separatedBy: "<li data-enrollment=\"")
        for (id, status) in page.devices {
            #expect(status == expected[id]?.status)
            let item = try #require(items.first { $0.hasPrefix("\(id)\"") })
            #expect(item.contains(try #require(expected[id]).words))
        }
        // Open ones have a button, ended ones none.
        let offered = browser.forms(to: "revoke", in: page).compactMap { $0.fields["enrollment"] }
        #expect(Set(offered).count == 4)
        #expect(!offered.contains(refused.id))
        #expect(!offered.contains(revoked))
    }

    @Test func whatTimeHasDoneIsSeenWithoutATick() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 60 }
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["validity_days": "1"])
        _ = try await initiator.pay(device, "10.00")
        let unfinished = try await initiator.createEnrollment()
        var browser = Browser(test.pages)
        #expect(try await browser.enter(Self.bank).statement.first?.contains("Em andamento") == true)
        test.clock.advance(seconds: 300)
        let page = await browser.home(Self.bank)
        #expect(page.statement.first?.contains("Pago") == true)
        #expect(page.html.contains("R$\u{A0}999.990,00"))
        #expect(page.devices.first { $0.id == unfinished }?.status == "REJECTED")
        // It was stored, and the platform is told.
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        try await test.bank.tick()
        #expect(heard.items.map(\.id).contains(unfinished))
        test.clock.advance(seconds: 86_400)
        let later = try await browser.enter(Self.bank)
        #expect(later.devices.first { $0.id == device.enrollmentID }?.status == "REVOKED")
        #expect(later.html.contains("a validade terminou"))
        try await test.bank.tick()
        #expect(heard.items.last?.id == device.enrollmentID)
    }

    @Test func othersDevicesAndPaymentsAreNobodysBusiness() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try await initiator.pay(device, "10.00")
        var bruno = Browser(test.pages)
        for page in [
            try await bruno.enter(Self.bank, cpf: Initiator.bruno),
            await bruno.get("/bank/\(Self.bank.text)/home?ended=\(device.enrollmentID)"),
            await bruno.get("/bank/\(Self.bank.text)/home?older=\(device.enrollmentID)"),
        ] {
            #expect(page.screen == "bank-home")
            for part in ["Loja do Zé", device.enrollmentID, payment.endToEndID, "Alice"] {
                #expect(!page.html.contains(part))
            }
        }
        // At another bank the same person has other accounts, devices and payments.
        var alice = Browser(test.pages)
        let other = try await alice.enter(TestBank.institution(.lowLimits))
        #expect(other.devices.isEmpty)
        #expect(other.statement.isEmpty)
        #expect(other.html.contains("10517"))
    }

    @Test func devicesWithoutEndAreShownPageByPage() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        var ids: [String] = []
        for _ in 0..<(2 * HolderOverview.deviceCount + 3) { ids.append(try await initiator.createEnrollment()) }
        var browser = Browser(test.pages)
        var page = try await browser.enter(Self.bank)
        var seen: [String] = []
        for _ in 0..<3 {
            seen += page.devices.map(\.id)
            guard let link = page.html.components(separatedBy: "home?older=").dropFirst().first else { break }
            page = await browser.get("/bank/\(Self.bank.text)/home?older=\(link.components(separatedBy: "\"")[0])")
        }
        #expect(seen == ids.reversed())
        #expect(!page.html.contains("?older="))
    }

    @Test func manyEndedDevicesHideNoOpenOne() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let open = try await initiator.enroll()
        var ended: [String] = []
        for _ in 0..<(HolderOverview.endedDeviceCount + 2) {
            let id = try await initiator.createEnrollment()
            test.clock.advance(seconds: 1)
            _ = try answered(await initiator.end(id, .rejection(.deviceIncompatible)), 204)
            ended.append(id)
        }
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(page.devices.first?.id == open.enrollmentID)
        #expect(page.devices.dropFirst().map(\.id) == ended.suffix(HolderOverview.endedDeviceCount).reversed())
        #expect(page.html.contains("o aparelho não serve"))
    }

    // MARK: Statement

    @Test func eachStateOfAPaymentIsInTheStatement() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 30 }
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let paid = try await initiator.pay(device, "1234.56")
        let refused = try await initiator.pay(device, "150.00")
        test.clock.advance(seconds: 30)
        let held = try await initiator.pay(device, "20.00")
        #expect(try await test.bank.hold(held.paymentID, at: Self.bank))
        let cancelled = try await initiator.pay(device, "30.00")
        #expect(try await test.bank.hold(cancelled.paymentID, at: Self.bank))
        _ = try answered(await initiator.call(.cancelPayment, cancelled.paymentID), 200)
        let underWay = try await initiator.pay(device, "40.00")
        let consent = try await initiator.authorisedConsent(device, "50.00", date: "2026-07-20")
        let reply = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
        let scheduled = try OFBPayment(bytes: try answered(reply, 201))

        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        let expected: [(OFBPayment, String)] = [
            (scheduled, "R$ 50,00 Agendado 20/07/2026, 12:00 Fazer o dia chegar agora"),
            (underWay, "R$ 40,00 Em andamento"),
            (cancelled, "R$ 30,00 Cancelado"), (held, "R$ 20,00 Em análise no banco"),
            (refused, "R$ 150,00 Recusado saldo insuficiente"), (paid, "R$ 1.234,56 Pago"),
        ]
        #expect(page.statement.count == expected.count)
        for (line, (payment, words)) in zip(page.statement, expected) {
            #expect(line.contains("14/07/2026, 09:00 Loja do Zé Ltda. \(words) \(payment.endToEndID)"), "\(line)")
        }
        browser.acceptLanguage = "en"
        let english = await browser.home(Self.bank).statement
        #expect(english.contains { $0.contains("R$ 150.00 Refused insufficient funds") })
        #expect(english.contains { $0.contains("2026-07-14, 09:00 Loja do Zé Ltda. R$ 1,234.56 Paid") })
    }

    @Test func theStatementIsOfAllAccountsAndOfTheLastPayments() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let checking = try await initiator.enroll()
        let accounts = try await test.bank.accountIDs(of: Initiator.alice, at: Self.bank)
        let savings = try await initiator.enroll(choosing: ["account": try #require(accounts["20113"])])
        var ids: [String] = []
        for number in 0..<(HolderOverview.paymentCount + 3) {
            test.clock.advance(seconds: 1)
            ids.append(try await initiator.pay(number.isMultiple(of: 5) ? savings : checking, "1.00").endToEndID)
        }
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(page.statement.count == HolderOverview.paymentCount)
        for (line, id) in zip(page.statement, ids.reversed()) { #expect(line.hasSuffix(id)) }
    }

    // MARK: Words

    @Test func everyReasonHasWordsInBothLanguages() {
        for say in PageLanguage.allCases {
            let rejections = OFBRejectionReason.allCases.map { $0.words(say) }
            let revocations = OFBRevocationReason.allCases.map { $0.words(say) }
            let payments = PaymentRejection.allCases.map { $0.words(say) }
            for words in [rejections, revocations, payments] {
                #expect(Set(words).count == words.count)
                #expect(words.allSatisfy { !$0.isEmpty && !$0.contains("_") })
            }
        }
        for (portuguese, english) in zip(
            OFBRejectionReason.allCases.map { $0.words(.portuguese) },
            OFBRejectionReason.allCases.map { $0.words(.english) }
        ) {
            #expect(portuguese != english)
        }
    }

    @Test func anotherReasonIsGivenInTheWordsThatCameWithIt() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let words = "<b>aparelho perdido</b>\u{0301}"
        #expect(
            try await test.bank.end(
                device.enrollmentID,
                at: Self.bank,
                .revocation(.other),
                additionalInformation: words
            )
        )
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(page.html.contains("&lt;b&gt;aparelho perdido&lt;/b&gt;\u{0301}"))
    }

    // MARK: Markup

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'--></main><h1>x</h1>", "<\u{0301}b>",
        "&lt;b&gt;", "</bdi></td></tr></table><form action=/>", "a\" onfocus=\"alert(1)\" x=\"",
    ])
    func namesAreTextWhateverStandsInThem(_ name: String) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment(name: name)
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00", receiver: name)
        _ = try answered(await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID())), 201)
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        let shown = "<bdi>\(HTML.escape(name))</bdi>"
        // In the list of devices, and in the statement.
        #expect(page.html.components(separatedBy: shown).count == 3)
        let ended = try await browser.revoke(id, on: page)
        let home = await browser.get(try #require(ended.header("Location")))
        // In the news, in the list of what has ended, and in the statement.
        #expect(home.html.components(separatedBy: shown).count == 4)
        for part in ["<script", "<img src=x", "onfocus=\"", "<h1>x", "<form action=/"] {
            #expect(!home.html.contains(part))
        }
    }

    // MARK: Use

    @Test func everyFieldHasItsLabelAndEveryButtonItsName() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        for _ in 0..<2 { _ = try await initiator.enroll() }
        _ = try await initiator.pay(try await initiator.enroll(), "10.00")
        var browser = Browser(test.pages)
        let welcome = await browser.get("/bank/\(Self.bank.text)")
        let home = try await browser.enter(Self.bank)
        for page in [welcome, home] {
            for field in page.html.components(separatedBy: "<input id=\"").dropFirst() {
                #expect(page.html.contains("<label for=\"\(field.components(separatedBy: "\"")[0])\">"))
            }
            let ids = page.html.components(separatedBy: " id=\"").dropFirst()
                .map { $0.components(separatedBy: "\"")[0] }
            #expect(Set(ids).count == ids.count)
            for reference in page.html.components(separatedBy: "labelledby=\"").dropFirst() {
                for id in reference.components(separatedBy: "\"")[0].split(separator: " ") {
                    #expect(ids.contains(String(id)), "\(id)")
                }
            }
            #expect(!page.html.contains("<script"))
            #expect(!page.html.contains("style="))
        }
        #expect(browser.forms(to: "revoke", in: home).count == 3)
        #expect(home.header("Content-Security-Policy")?.contains("form-action 'self';") == true)
        #expect(home.header("Cache-Control") == "no-store")
    }
}
