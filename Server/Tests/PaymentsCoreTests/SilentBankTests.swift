import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// A bank that is late, silent, overloaded or talks nonsense is asked until it says an end state.
@Suite struct SilentBankTests {
    /// Everything that is no word of the bank about its own work; 529 is Open Finance's "overloaded".
    static let noise: [ScriptedFault] =
        ScriptedFault.allCases + [429, 500, 503, 529].map { .refused(status: $0, code: "SOBRECARGA") }

    /// The calls after which a payment may have been sent.
    static let afterTheApproval: [InstitutionOperation] = [.createPayment, .readPayment]

    @Test(arguments: noise, afterTheApproval)
    func halfAnHourOfNoiseEndsNoPaymentAndTheEndIsHeardAfterIt(
        _ fault: ScriptedFault,
        _ operation: InstitutionOperation
    ) async throws {
        let scene = try await PaymentScene()
        scene.bank.setSettlement(.after(seconds: 60))
        let clock = scene.simulation.clock
        // The bank's consent outlives it, so that a payment that never arrived may still be made.
        let end = clock.now.adding(seconds: 30 * 60)
        scene.bank.script { call, _ in call.operation == operation && clock.now < end ? fault : nil }
        try await scene.pay()
        for _ in 0..<5 {
            try await scene.simulation.pass(seconds: 5 * 60)
            #expect([.processing, .succeeded].contains(try await scene.intent.status))
        }
        try await scene.simulation.pass(seconds: 2 * 60 * 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.simulation.movements(of: try await scene.intent) == 1)
        #expect(scene.simulation.witness.complaints == [])
    }

    /// An authorised consent that lapsed unconsumed proves that no money moved.
    @Test(arguments: [ScriptedFault.callLost] + [429, 500, 503, 529].map { .refused(status: $0, code: "SOBRECARGA") })
    func aPaymentThatNeverArrivedFailsOnceItsConsentHasLapsedAndNotBefore(_ fault: ScriptedFault) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in call.operation == .createPayment ? fault : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 55 * 60)
        #expect(try await scene.intent.status == .processing)
        #expect(scene.isUnsettledTold)
        try await scene.simulation.pass(seconds: 20 * 60)
        #expect(try await scene.intent.end?.code == .chargeSettlementTimeout)
        #expect(scene.bank.movements == [])
    }

    @Test(arguments: [ScriptedFault.answerLost, .failedAfterwards, .garbage, .anotherAmount])
    func aBankThatNeverSaysAnEndIsAskedForDaysAndNamedToTheOperator(_ fault: ScriptedFault) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in SilentBankTests.afterTheApproval.contains(call.operation) ? fault : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 2 * 60)
        try await scene.simulation.pass(seconds: 60)
        #expect(scene.isUnsettledTold || scene.isContradictionTold, "an alert after two minutes")
        let asked = scene.bank.calls.count
        try await scene.simulation.pass(seconds: 24 * 60 * 60)
        #expect(scene.bank.calls.count > asked + 24, "still asked, more than once an hour")
        #expect(try await scene.intent.status == .processing)
    }

    @Test func aBankThatNeverSettlesIsAskedAtMostOnceAMinuteAfterAWhile() async throws {
        let scene = try await PaymentScene()
        scene.bank.setSettlement(.never)
        try await scene.pay()
        try await scene.simulation.pass(seconds: 30 * 60)
        let asked = scene.bank.calls.count
        try await scene.simulation.pass(seconds: 60 * 60)
        #expect((1...61).contains(scene.bank.calls.count - asked))
    }

    @Test(arguments: noise)
    func noiseBeforeTheApprovalMovesNoMoneyAndLeavesNothingOpen(_ fault: ScriptedFault) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            [.authoriseConsent, .readConsent].contains(call.operation) ? fault : nil
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 5 * 60)
        scene.bank.script { _, _ in nil }
        try await scene.simulation.pass(seconds: 2 * 60 * 60)
        let intent = try await scene.intent
        #expect(intent.isAtEnd)
        #expect(scene.simulation.movements(of: intent) == (intent.status == .succeeded ? 1 : 0))
        #expect(scene.simulation.witness.complaints == [])
    }

    /// The calls of an enrollment under way that are repeated: the exchange of a code works once and is not.
    static let enrollmentCalls: [InstitutionOperation] = [
        .createEnrollment, .sendRiskSignals, .pushAuthorization, .readEnrollment, .registrationOptions, .register,
    ]

    @Test(arguments: noise, enrollmentCalls)
    func aShortNoiseDelaysAnEnrollmentAndEndsNone(
        _ fault: ScriptedFault,
        _ operation: InstitutionOperation
    ) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.script { call, earlier in call.operation == operation && earlier < 2 ? fault : nil }
        let client = InsistingClient(simulation: simulation, pause: 1)
        let create = { try await simulation.createEnrollment(device, key: "vinculo") }
        let id = try #require(try await client.insisting(create))
        try await simulation.complete(simulation.approval(of: id), device)
        try await simulation.pass(seconds: 20)
        let credential = try #require(
            try await client.insisting { try await simulation.registrationCredential(id, device) }
        )
        try await simulation.confirm(id, credential, device)
        try await simulation.pass(seconds: 30)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        #expect(simulation.witness.complaints == [])
    }
}
