import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization

/// A device, its enrollment and one intent that waits for its approval.
struct PaymentScene {
    let simulation: Simulation
    let device: SimulatedDevice
    let enrollment: EnrollmentID
    let id: PaymentIntentID

    init(key: String? = nil, schedule: PaymentSchedule? = nil) async throws {
        simulation = try await Simulation()
        device = SimulatedDevice(in: simulation)
        enrollment = try await simulation.enroll(device)
        id = try await simulation.createIntent(enrollment, device, schedule: schedule, key: key)
    }

    var bank: ScriptedBank { simulation.bank }
    var intent: PaymentIntent { get async throws { try await simulation.intent(id) } }

    /// Approves, and does what is due at once.
    func pay() async throws {
        // Creation may have been put off by a fault.
        try await simulation.pass(seconds: 10)
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.work()
    }

    var isUnsettledTold: Bool {
        simulation.alerts.withLock { $0.contains { if case .paymentUnsettled = $0 { true } else { false } } }
    }

    var isContradictionTold: Bool {
        simulation.alerts.withLock { $0.contains { if case .bankContradicts = $0 { true } else { false } } }
    }
}
