import ChaveBase
import ChavePixModel
import InstitutionPort
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
        let device = try await initiator.enroll(choosing: ["transaction_limit": "500.00"])
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

    @Test func anUnknownInstitutionIsRefused() async throws {
        var initiator = Initiator(try await TestBank())
        initiator.institution = InstitutionID(high: 1, low: 2)
        #expect(refusedStatus(await initiator.call(.readPayment, "x")) == 404)
    }
}
