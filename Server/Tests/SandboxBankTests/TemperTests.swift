import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// A tester picks a behaviour by picking a bank.
@Suite(.everyEngine) struct TemperTests {
    @Test func eachTemperHasItsBank() {
        #expect(SandboxInstitution.all.map(\.temper) == Temper.allCases)
        #expect(Set(SandboxInstitution.all.map(\.ispb)).count == 5)
        #expect(Set(SandboxInstitution.all.map(\.id)).count == 5)
    }

    @Test func theSlowBankTakesSecondsForItsOptions() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .slowOptions)
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        test.clock.advance(seconds: 4)
        test.clock.advance(microseconds: -1)
        #expect(await initiator.registrationOptions(id, tokens.accessToken, key: "k") == .unknown(.overloaded))
        test.clock.advance(microseconds: 1)
        _ = try answered(await initiator.registrationOptions(id, tokens.accessToken, key: "k"), 201)
    }

    @Test func theStrictBankRejectsARootedDeviceAtItsSignals() async throws {
        let initiator = Initiator(try await TestBank(), .rejectsByPolicy)
        let id = try await initiator.createEnrollment()
        let signals = OFBRiskSignals(signals: Initiator.signals { $0.isRootedDevice = true })
        _ = try refusedCode(await initiator.call(.sendRiskSignals, id, body: signals.bytes))
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.cancellation?.reason == .rejection(.internalSecurity))
    }

    @Test func theUnreliableBankLosesCallsButNeverTheSameTwice() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .unreliable)
        var losses = 0
        for number in 0..<60 {
            let message = OFBEnrollmentCreation(
                cpf: Initiator.alice,
                businessCNPJ: nil,
                name: nil,
                permissions: ["PAYMENTS_INITIATE"]
            )
            let first = await initiator.call(.createEnrollment, key: "k\(number)", body: message.bytes)
            guard first == .unknown(.serverError) else { continue }
            losses += 1
            _ = try answered(await initiator.call(.createEnrollment, key: "k\(number)", body: message.bytes), 201)
        }
        #expect((2...30).contains(losses))
        let kinds = Set((1...200).map { CallLoss.of(call: $0, seed: 1) })
        #expect(kinds == Set(CallLoss.allCases))
    }

    @Test func theCautiousBankHasLowLimitsOfItsOwn() async throws {
        let initiator = Initiator(try await TestBank(), .lowLimits)
        let device = try await initiator.enroll()
        for (amount, code) in [("50.01", "VALOR_ACIMA_LIMITE"), ("50.00", nil), ("30.01", "VALOR_ACIMA_LIMITE")]
            as [(String, String?)]
        {
            let consent = try await initiator.authorisedConsent(device, amount)
            let reply = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
            if let code {
                #expect(try refusedCode(reply) == code)
            } else {
                _ = try answered(reply, 201)
            }
        }
    }

    /// The bank takes no limit of a holder in silence and then goes by its own.
    @Test(
        arguments: [
            ("transaction_limit", "50,01", "Limite por pagamento: este banco permite até R$\u{A0}50,00."),
            ("daily_limit", "500", "Limite por dia: este banco permite até R$\u{A0}80,00."),
        ]
    )
    func aLimitAboveTheBanksOwnIsNotTaken(_ field: String, _ typed: String, _ sentence: String) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .lowLimits)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        let form = browser.fields(page).merging(["decision": "approve", field: typed]) { $1 }
        let answer = await browser.post(try #require(browser.action(page)), form)
        #expect(answer.status == 422 && answer.html.contains(sentence))
        #expect(browser.fields(answer)[field] == typed)
        #expect(answer.html.components(separatedBy: "aria-invalid").count == 2)
        #expect(try await initiator.enrollment(id).status == .awaitingAccountHolderValidation)
        browser.acceptLanguage = "en"
        let again = browser.fields(answer).merging(["decision": "approve"]) { $1 }
        let english = await browser.post(try #require(browser.action(answer)), again)
        #expect(english.status == 422 && english.html.contains("this bank allows up to R$\u{A0}"))
        let within = again.merging(["transaction_limit": "50", "daily_limit": "80,00"]) { $1 }
        let taken = await browser.post(try #require(browser.action(english)), within)
        #expect(taken.status == 303)
        #expect(try await initiator.enrollment(id).transactionLimit?.decimal == "50.00")
    }

    @Test func staffSetNoLimitAboveTheBanksOwn() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .lowLimits)
        let device = try await initiator.enroll(choosing: ["transaction_limit": "20.00"])
        let (most, mostOfADay) = (Money(centavos: 50_00), Money(centavos: 80_00))
        let (more, moreOfADay) = (Money(centavos: 50_01), Money(centavos: 80_01))
        for (transaction, daily, isTaken) in [
            (more, nil, false), (nil, moreOfADay, false), (most, moreOfADay, false), (most, mostOfADay, true),
            (nil, nil, true),
        ] as [(Money?, Money?, Bool)] {
            let before = try await initiator.enrollment(device.enrollmentID).transactionLimit
            let didChange = try await test.bank.changeLimits(
                of: device.enrollmentID,
                at: device.institution,
                transaction: transaction,
                daily: daily
            )
            #expect(didChange == isTaken)
            let after = try await initiator.enrollment(device.enrollmentID).transactionLimit
            #expect(after == (isTaken ? transaction : before))
        }
    }

    @Test func anUnknownInstitutionIsRefused() async throws {
        var initiator = Initiator(try await TestBank())
        initiator.institution = InstitutionID(high: 1, low: 2)
        #expect(refusedStatus(await initiator.call(.readPayment, "x")) == 404)
    }
}
