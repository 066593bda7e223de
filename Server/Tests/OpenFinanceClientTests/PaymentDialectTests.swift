import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import OpenFinanceClient

/// A schedule as a bank of payments 4 hears it, and its answer as the platform does.
@Suite struct PaymentDialectTests {
    private static let first = CalendarDate(daysSince1970: 20_833)

    private func version(_ text: String) throws -> APIVersion { try #require(APIVersion(text)) }

    private func consent(_ rule: PaymentSchedule.Rule?) throws -> JSONValue {
        let terms = OFBPaymentTerms(
            amount: try #require(Money(decimal: "12.34")),
            creditorName: "Loja Ltda",
            creditorTaxID: "11222333000181",
            creditorPersonType: "PESSOA_JURIDICA",
            creditorAccount: nil,
            proxy: nil,
            localInstrument: "MANU",
            purpose: rule.map { $0.recurs ? "RECURRENT_SCHEDULED" : "SINGLE_SCHEDULED" } ?? "IMMEDIATE",
            schedule: rule.map { OFBSchedule($0, additionalInformation: "Aluguel") }
        )
        return OFBConsentCreation(cpf: "76109277673", terms: terms, debtorAccount: nil, date: Self.first.iso).json
    }

    private func payment(_ body: JSONValue) -> JSONValue? { body["data"]?["payment"] }

    @Test(arguments: [
        nil, PaymentSchedule.Rule.single(first), .daily(start: first, quantity: 2),
        .custom([first, CalendarDate(daysSince1970: 20_840)]),
    ])
    func versionFourHasNoPurposeAndNoWordsBesideADaysRule(_ rule: PaymentSchedule.Rule?) throws {
        let body = try consent(rule)
        let sent = try #require(payment(PaymentDialect.request(body, .createConsent, version("4.1.0"))))
        #expect(sent["purpose"] == nil)
        #expect(sent["schedule"]?["additionalInformation"] == nil)
        if case .custom = rule {
            #expect(sent["schedule"]?["custom"]?["additionalInformation"]?.string == "Aluguel")
        }
        #expect(try PaymentDialect.request(body, .createConsent, version("5.0.0")) == body)
    }

    @Test(arguments: [
        nil, PaymentSchedule.Rule.single(first), .daily(start: first, quantity: 2),
        .custom([first, CalendarDate(daysSince1970: 20_840)]),
    ])
    func anEchoOfVersionFourAgreesWithWhatWasAsked(_ rule: PaymentSchedule.Rule?) throws {
        let body = try consent(rule)
        let echo = PaymentDialect.answer(
            PaymentDialect.request(body, .createConsent, try version("4.1.0")),
            .createConsent,
            try version("4.1.0")
        )
        let (asked, heard) = (try OFBConsentCreation(json: body).terms, try OFBConsentCreation(json: echo).terms)
        #expect(heard.agree(with: asked))
        var other = asked
        other.amount = try #require(Money(decimal: "12.35"))
        #expect(!heard.agree(with: other))
        other = asked
        other.schedule = OFBSchedule(.single(CalendarDate(daysSince1970: 20_834)))
        #expect(!heard.agree(with: other))
    }
}
