import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// A bank that is silent, late, wrong or contradicts itself: no FAILED of money that moved, no SUCCEEDED of money that did not.
@Suite struct BankFaultTests {
    static let operations: [InstitutionOperation] = [
        .createConsent, .signOptions, .authoriseConsent, .createPayment, .readPayment, .readConsent,
    ]

    @Test(arguments: operations, ScriptedFault.allCases)
    func oneFaultInOneCallNeverMakesTheIntentAndTheLedgerDisagree(
        _ operation: InstitutionOperation,
        _ fault: ScriptedFault
    ) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let failed = Mutex(0)
        simulation.bank.script { call, _ in
            guard call.operation == operation else { return nil }
            return failed.withLock { count in
                count += 1
                return count <= 2 ? fault : nil
            }
        }
        let intent = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: 60 * 60)
        try await expectAgreement(simulation, intent)
        let isContradiction = fault == .anotherAmount && operation == .createConsent
        let status = try await simulation.intent(intent).status
        #expect(status == (isContradiction ? .failed : .succeeded))
    }

    @Test(arguments: [30, 30 * 60, 20 * 60 * 60] as [Int64])
    func aPaymentThatSettlesLateSucceedsWhenItDoes(_ seconds: Int64) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.setSettlement(.after(seconds: seconds))
        let id = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: seconds - 10)
        #expect(try await simulation.intent(id).status == .processing)
        try await simulation.pass(seconds: 15 * 60)
        #expect(try await simulation.intent(id).status == .succeeded)
        try await expectAgreement(simulation, id)
    }

    @Test func aPaymentThatNeverSettlesIsNeverSaidToHaveFailed() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.setSettlement(.never)
        let id = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: 3 * 24 * 60 * 60)
        #expect(try await simulation.intent(id).status == .processing)
        let isTold = simulation.alerts.withLock { alerts in
            alerts.contains { if case .paymentUnsettled = $0 { true } else { false } }
        }
        #expect(isTold)
    }

    @Test func aPaymentThatTheBankRejectsFailsAndMovesNothing() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.setSettlement(.rejected(code: "SALDO_INSUFICIENTE"))
        let id = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end?.code == .insufficientFunds)
        #expect(simulation.bank.movements == [])
    }

    @Test(arguments: [ScriptedFault.answerLost, .failedAfterwards, .garbage, .anotherAmount])
    func whatTheBankDoesAndNeverTellsIsNeverSaidToHaveFailed(_ fault: ScriptedFault) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, _ in
            [.createPayment, .readPayment].contains(call.operation) ? fault : nil
        }
        let id = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: 2 * 24 * 60 * 60)
        #expect(try await simulation.intent(id).status == .processing)
        #expect(simulation.bank.movements.count == 1)
    }

    @Test(arguments: [30, 10 * 60, 2 * 60 * 60, 12 * 60 * 60] as [Int64])
    func aBankThatFallsSilentAfterTheApprovalNeverMakesTheTwoSidesDisagree(_ seconds: Int64) async throws {
        for operation in [InstitutionOperation.authoriseConsent, .createPayment, .readPayment] {
            let simulation = try await Simulation()
            let device = SimulatedDevice(in: simulation)
            let enrollment = try await simulation.enroll(device)
            let bank = simulation.bank
            bank.onCall { [weak bank] call in if call.operation == operation { bank?.setSilent(true) } }
            let id = try await pay(simulation, device, enrollment)
            try await simulation.pass(seconds: seconds)
            bank.onCall(nil)
            bank.setSilent(false)
            try await simulation.pass(seconds: 2 * 60 * 60)
            #expect(try await simulation.intent(id).isAtEnd, "\(operation)")
            try await expectAgreement(simulation, id)
        }
    }

    @Test func aPaymentLeavesAtMostTwoMinutesAfterTheApproval() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let clock = simulation.clock
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        simulation.bank.onCall { call in if call.operation == .authoriseConsent { clock.advance(seconds: 121) } }
        try await simulation.authorize(id, assertion, device)
        try await simulation.pass(seconds: 2 * 60 * 60)
        #expect(try await simulation.intent(id).end?.code == .institutionUnavailable)
        #expect(!simulation.bank.calls.contains { $0.operation == .createPayment })
    }

    @Test func everyTryOfACallCarriesTheSameBytesAndKey() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { _, earlier in earlier % 2 == 0 ? .answerLost : nil }
        let id = try await pay(simulation, device, enrollment)
        try await simulation.pass(seconds: 60 * 60)
        try await expectAgreement(simulation, id)
        let keyed = simulation.bank.calls.filter { $0.idempotencyKey != nil }
        let groups = Dictionary(grouping: keyed) { "\($0.operation.rawValue) \($0.idempotencyKey ?? "")" }
        for (name, calls) in groups {
            #expect(Set(calls.map(\.body)).count == 1 && Set(calls.map(\.subject)).count == 1, "\(name)")
        }
        #expect(groups.values.contains { $0.count > 1 })
    }

    private func pay(
        _ simulation: Simulation,
        _ device: SimulatedDevice,
        _ enrollment: EnrollmentID
    ) async throws -> PaymentIntentID {
        let id = try await simulation.createIntent(enrollment, device)
        guard try await simulation.intent(id).status == .pending else { return id }
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.work()
        return id
    }

    private func expectAgreement(_ simulation: Simulation, _ id: PaymentIntentID) async throws {
        let intent = try await simulation.intent(id)
        #expect(simulation.bank.movements.count <= 1)
        #expect((intent.status == .succeeded) == (simulation.movements(of: intent) == 1))
        #expect(simulation.witness.complaints == [])
    }
}
