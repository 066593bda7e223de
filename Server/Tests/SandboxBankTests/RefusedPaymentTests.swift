import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// What a holder is shown of payments that the bank refused before there was one.
@Suite(.everyEngine) struct RefusedPaymentTests {
    private static let bank = TestBank.institution(.approvesAtOnce)

    /// The rows of the page's list, as the code of the reason and the text.
    private static func refusals(_ page: PageResponse) -> [(code: String, html: String)] {
        page.html.components(separatedBy: "<tr data-refusal=\"").dropFirst().map { row in
            (row.components(separatedBy: "\"")[0], row.components(separatedBy: "</tr>")[0])
        }
    }

    @Test func eachRefusalIsShownWithItsReason() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["transaction_limit": "50.00"])

        // An amount that the bank does not authorise.
        let refused = try await initiator.createConsent(device, "250.00")
        let options = await initiator.signOptions(device, refused.consentID)
        let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: try answered(options, 201)))
        _ = try refusedCode(await initiator.authorise(device, refused.consentID, assertion))
        // An amount over the holder's own limit, which only the payment finds out.
        test.clock.advance(seconds: 60)
        let large = try await initiator.authorisedConsent(device, "50.01")
        let reply = await initiator.pay(initiator.creation(large, try initiator.newEndToEndID()))
        #expect(try refusedCode(reply) == "VALOR_ACIMA_LIMITE")
        // Paid, and given up before it was confirmed: neither was refused.
        _ = try await initiator.pay(device, "10.00")
        _ = try await initiator.createConsent(device, "20.00")
        test.clock.advance(seconds: 301)
        try await test.bank.tick()

        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        let rows = Self.refusals(page)
        #expect(rows.map(\.code) == ["VALOR_ACIMA_LIMITE", "VALOR_INVALIDO"])
        for (row, parts) in zip(
            rows,
            [
                ["R$\u{A0}50,01", "o valor passa de um limite", "14/07/2026, 09:01"],
                ["R$\u{A0}250,00", "o banco não autoriza este valor", "14/07/2026, 09:00"],
            ]
        ) {
            for part in parts + ["Loja do Zé Ltda."] { #expect(row.html.contains(part), "\(part)") }
        }
        #expect(page.statement.count == 1)
        browser.acceptLanguage = "en"
        let english = await browser.home(Self.bank).html
        #expect(english.contains("nothing left the account") && english.contains("the amount is over a limit"))
        // Another person's are nobody's business.
        var bruno = Browser(test.pages)
        #expect(Self.refusals(try await bruno.enter(Self.bank, cpf: Initiator.bruno)).isEmpty)
    }

    @Test func whoWasNeverRefusedSeesNoRefusal() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        _ = try await initiator.pay(try await initiator.enroll(), "10.00")
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(Self.refusals(page).isEmpty && !page.html.contains("nada saiu da conta"))
    }

    /// One list by time, and a device's last payment is one that was made.
    @Test func refusalsStandAmongThePaymentsByTime() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["transaction_limit": "50.00"])
        var browser = Browser(test.pages)
        #expect(!(try await browser.enter(Self.bank)).html.contains("Último pagamento"))
        func refused() async throws {
            test.clock.advance(seconds: 60)
            let consent = try await initiator.authorisedConsent(device, "50.01")
            _ = try refusedCode(await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID())))
        }
        try await refused()
        test.clock.advance(seconds: 60)
        _ = try await initiator.pay(device, "10.00")
        test.clock.advance(seconds: 60)
        try await test.bank.tick()
        try await refused()
        let html = await browser.home(Self.bank).html
        let kinds = html.components(separatedBy: "<tr data-").dropFirst().map { $0.prefix { $0 != "=" } }
        #expect(kinds == ["refusal", "status", "refusal"])
        let card = html.components(separatedBy: "Último pagamento</dt><dd>").last?.prefix(80) ?? ""
        #expect(card.contains("14/07/2026, 09:02"), "\(card)")
    }

    @Test func theLastFewAreShown() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["transaction_limit": "1.00"])
        for number in 0..<(HolderOverview.refusalCount + 2) {
            test.clock.advance(seconds: 1)
            let consent = try await initiator.authorisedConsent(device, "2.\(10 + number)")
            _ = try refusedCode(await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID())))
        }
        var browser = Browser(test.pages)
        let rows = Self.refusals(try await browser.enter(Self.bank))
        #expect(rows.count == HolderOverview.refusalCount)
        #expect(rows.first?.html.contains("2,21") == true)
    }

    @Test(arguments: PageLanguage.allCases)
    func everyReasonHasItsWords(_ say: PageLanguage) {
        let words = ConsentRejection.allCases.map { $0.words(say) }
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty && !$0.contains("_") })
    }

    /// Names are the merchant's to set.
    @Test func theReceiverIsText() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["transaction_limit": "1.00"])
        let name = "<script>alert(1)</script>\u{0301}"
        let consent = try await initiator.authorisedConsent(device, "2.00", receiver: name)
        _ = try refusedCode(await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID())))
        var browser = Browser(test.pages)
        let html = try await browser.enter(Self.bank).html
        #expect(html.contains("<bdi>\(HTML.escape(name))</bdi>") && !html.contains("<script"))
    }
}
