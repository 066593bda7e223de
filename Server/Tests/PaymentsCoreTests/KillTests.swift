import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// The platform dies at every commit of create → authorise → pay, beside a bank that loses calls and answers.
@Suite struct KillTests {
    static let faults: [ScriptedFault?] = [nil, .callLost, .answerLost, .answeredTwice]
    static let pauses: [Int64] = [1, 3 * 60, 61 * 60, 13 * 60 * 60]
    /// More commits than any one payment has.
    static let mostCommits = 60

    @Test(arguments: faults, pauses)
    func killedAtAnyCommitMoneyMovesAtMostOnceAndTheIntentSaysWhetherItDid(
        _ fault: ScriptedFault?,
        pause: Int64
    ) async throws {
        for moment in Life.Moment.allCases {
            let simulation = try await Simulation(seed: UInt64(pause))
            let device = SimulatedDevice(in: simulation)
            let enrollment = try await simulation.enroll(device)
            var commit = 1
            while commit < Self.mostCommits {
                let round = KillRound(
                    simulation: simulation,
                    device: device,
                    enrollment: enrollment,
                    fault: fault,
                    pause: pause
                )
                let wasKilled = try await round.run(killingAt: commit, moment)
                if !wasKilled { break }
                commit += 1
            }
            // Created, challenged, approved, sent, ended: each before a call leaves, or after the last.
            #expect(commit > 5 && commit < Self.mostCommits, "a payment has its commits")
            #expect(simulation.witness.complaints == [])
        }
    }
}

/// One payment, by a device that does not give up, and one death.
struct KillRound {
    let simulation: Simulation
    let device: SimulatedDevice
    let enrollment: EnrollmentID
    let fault: ScriptedFault?
    let pause: Int64

    private var client: InsistingClient { InsistingClient(simulation: simulation, pause: pause) }

    func run(killingAt commit: Int, _ moment: Life.Moment) async throws -> Bool {
        let before = simulation.bank.movements.count
        faultFirstCalls()
        let life = try simulation.life
        life.end(atCommit: commit, moment)
        let key = "pedido-\(commit)-\(moment)"
        let id = try await client.insisting { try await simulation.createIntent(enrollment, device, key: key) }
        if let id, let assertion = try await client.insisting({ try await simulation.assertion(for: id, device) }) {
            _ = try await client.insisting { try await simulation.authorize(id, assertion, device, key: "\(key)-ok") }
        }
        try await settle()
        life.spare()
        simulation.bank.script { _, _ in nil }
        let place = Comment("commit \(commit), \(moment)")
        let moved = simulation.bank.movements.count - before
        #expect(moved <= 1, place)
        guard let id else {
            #expect(moved == 0, place)
            return life.isDead
        }
        let intent = try await simulation.intent(id)
        #expect(intent.isAtEnd, place)
        #expect((intent.status == .succeeded) == (simulation.movements(of: intent) == 1), place)
        #expect(moved == simulation.movements(of: intent), place)
        if !life.isDead { #expect(intent.status == .succeeded, place) }
        return life.isDead
    }

    /// Each operation that is not a read fails the first time.
    private func faultFirstCalls() {
        guard let fault else { return }
        let failed = Mutex<Set<InstitutionOperation>>([])
        simulation.bank.script { call, _ in
            guard !call.operation.isRead else { return nil }
            return failed.withLock { $0.insert(call.operation).inserted } ? fault : nil
        }
    }

    /// Until everything has had its time; the platform may die on the way.
    private func settle() async throws {
        try await simulation.pass(seconds: 30)
        try await client.restartIfDead()
        try await simulation.pass(seconds: 20 * 60)
        try await client.restartIfDead()
        try await simulation.pass(seconds: 20 * 60)
    }
}
