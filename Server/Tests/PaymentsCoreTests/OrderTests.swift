import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// What is ordered at the bank is fixed when the intent is made (Payments API, sections 6 and 9).
@Suite struct OrderTests {
    @Test func aPaymentIsRepeatedWithItsStoredBytesWhateverTheOperatorChanged() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            call.operation == .createPayment && earlier < 3 ? .callLost : nil
        }
        try await scene.pay()
        try await scene.simulation.restart(afterSeconds: 60) { $0.cnpjInitiator = "99888777000166" }
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.status == .succeeded)
        let tries = scene.bank.calls.filter { $0.operation == .createPayment }
        #expect(tries.count > 1 && Set(tries.map(\.body)).count == 1)
    }

    @Test func whatWasStoredForThePaymentIsErasedAtItsEnd() async throws {
        let scene = try await PaymentScene()
        #expect(try await scene.intent.consentRequest != nil)
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.isAtEnd)
        #expect(try await scene.intent.consentRequest == nil)
    }

    @Test func theDayOfAConsentIsTheDayInBrasilia() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        // 2027-01-16T01:30:00Z is half past ten in the evening of the 15th.
        simulation.clock.advance(to: Timestamp(seconds: 1_800_063_000))
        _ = try await simulation.createIntent(enrollment, device)
        let call = try #require(simulation.bank.calls.last { $0.operation == .createConsent })
        #expect(try OFBConsentCreation(bytes: call.body).date == "2027-01-15")
    }

    @Test func anApprovalIsTakenForFiveMinutesWhateverExpiryTheBankNames() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.setConsentLife(seconds: 24 * 60 * 60)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        simulation.clock.advance(seconds: 5 * 60 - PaymentIntentRules.stopsBeforeBankSeconds)
        await #expect(throws: APIFailure.self) { try await simulation.authorize(id, assertion, device) }
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end?.code == .consentExpired)
    }

    @Test func moneyGoesToNoAccountWhoseInstitutionLeftTheDirectory() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let orphan = BankAccountID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0099)
        let nowhere = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0098)
        var change = Change()
        change.writes = [.insertBankAccount(try simulation.account(orphan, institution: nowhere))]
        try await simulation.store.commit(change)
        var request = try await simulation.intentRequest(enrollment)
        request.paymentMethodDetails.beneficiaryBankAccount = orphan
        let asked = request
        let failure = await #expect(throws: APIFailure.self) {
            try await simulation.payments.createPaymentIntent(asked, by: device.caller, idempotency: nil)
        }
        #expect(failure?.status == 400)
        #expect(failure?.items.first?.field?.hasSuffix("beneficiary_bank_account") == true)
        #expect(!simulation.bank.calls.contains { $0.operation == .createConsent })
    }

    @Test func theInnerStatusOfAnEnrollmentNeverGoesBack() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        #expect(try await simulation.enrollment(id).detailedStatus == .awaitingEnrollment)
        simulation.bank.setSilent(true)
        try await simulation.pass(seconds: 6 * 60)
        guard case .withdrawing = try await simulation.enrollment(id).state else {
            Issue.record("the bank was silent and yet it ended")
            return
        }
        #expect(try await simulation.enrollment(id).detailedStatus == .awaitingEnrollment)
    }
}
