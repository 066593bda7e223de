import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// The machine's clock is put back or on while a payment is under way.
@Suite(.timeLimit(.minutes(15)))
struct ClockJumpTests {
    /// A payment whose first call to the bank was lost, and that waits for its next try.
    private static func underWay() async throws -> (Simulation, EnrollmentID, PaymentIntentID) {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, earlier in call.operation == .createPayment && earlier == 0 ? .callLost : nil }
        let id = try await simulation.createIntent(enrollment, device)
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.work()
        #expect(try await simulation.intent(id).status == .processing)
        return (simulation, enrollment, id)
    }

    @Test(arguments: [-10, -3_600, -86_400, 10])
    func aPaymentUnderWayGoesOnWhicheverWayTheClockIsPut(_ seconds: Int64) async throws {
        let (simulation, _, id) = try await ClockJumpTests.underWay()
        simulation.clock.advance(seconds: seconds)
        try await simulation.pass(seconds: 180)
        #expect(try await simulation.intent(id).status == .succeeded)
        #expect(simulation.bank.movements.count == 1)
    }

    /// Nothing that the new process remembers tells of the old clock; the plans do.
    @Test(arguments: [-7_200, -86_400 * 365])
    func aPaymentUnderWayGoesOnWhenTheClockWasPutBackWhileTheServerWasDown(_ seconds: Int64) async throws {
        let (simulation, enrollment, id) = try await ClockJumpTests.underWay()
        try await simulation.restart(afterSeconds: seconds)
        try await simulation.pass(seconds: 180)
        #expect(try await simulation.intent(id).status == .succeeded)
        #expect(simulation.bank.movements.count == 1)
        // The enrollment is looked at too, and is as usable as before.
        #expect(try await simulation.enrollment(enrollment).status == .succeeded)
    }

    /// The daily look at the bank lies as far ahead as the clock was put back; the enrollment is looked at now instead.
    @Test(arguments: [-7_200, -86_400 * 365])
    func anEnrollmentIsComparedWithTheBanksWhenTheClockWasPutBackWhileTheServerWasDown(_ seconds: Int64) async throws {
        let simulation = try await Simulation()
        let id = try await simulation.enroll(SimulatedDevice(in: simulation))
        func reads() -> Int { simulation.bank.calls.count { $0.operation == .readEnrollment } }
        let before = reads()
        try await simulation.restart(afterSeconds: seconds)
        try await simulation.pass(seconds: 60)
        #expect(reads() == before + 1)
        try await simulation.pass(seconds: 3_600)
        #expect(reads() == before + 1)
        #expect(try await simulation.enrollment(id).status == .succeeded)
    }
}
