import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

@Suite struct PaymentTests {
    @Test func aDeviceEnrollsInSevenStepsAndPaysInFour() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.pass(seconds: 10)
        let intent = try await simulation.intent(id)
        #expect(intent.status == .succeeded)
        #expect(simulation.bank.movements.map(\.endToEndID) == [intent.endToEndID.text])
        #expect(simulation.witness.complaints == [])
    }
}
