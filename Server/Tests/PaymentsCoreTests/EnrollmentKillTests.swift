import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// The platform dies at every commit of an enrollment, beside a bank that loses calls and answers.
@Suite struct EnrollmentKillTests {
    @Test(arguments: KillTests.faults, KillTests.pauses)
    func killedAtAnyCommitAnEnrollmentEndsAlikeOnBothSides(_ fault: ScriptedFault?, pause: Int64) async throws {
        for moment in Life.Moment.allCases {
            var commit = 1
            while commit < KillTests.mostCommits {
                let simulation = try await Simulation(seed: UInt64(pause) + UInt64(commit))
                let device = SimulatedDevice(in: simulation)
                let round = EnrollmentRound(simulation: simulation, device: device, fault: fault, pause: pause)
                let wasKilled = try await round.run(killingAt: commit, moment)
                #expect(simulation.witness.complaints == [])
                if !wasKilled { break }
                commit += 1
            }
            #expect(commit > 9 && commit < KillTests.mostCommits, "an enrollment has its commits")
        }
    }

    static let operations: [InstitutionOperation] = [
        .createEnrollment, .readEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode, .registrationOptions,
        .register,
    ]

    @Test(arguments: operations, [1, 2, 1_000])
    func afterAnyFaultInAnyCallAnEnrollmentEndsAlikeOnBothSides(
        _ operation: InstitutionOperation,
        times: Int
    ) async throws {
        for fault in [ScriptedFault.callLost, .answerLost, .answeredTwice, .failedAfterwards, .garbage] {
            let simulation = try await Simulation()
            let device = SimulatedDevice(in: simulation)
            let round = EnrollmentRound(simulation: simulation, device: device, fault: nil, pause: 1)
            let end = simulation.clock.now.adding(seconds: 60 * 60)
            let clock = simulation.clock
            simulation.bank.script { call, earlier in
                // A bank that is away for good comes back once all deadlines are over.
                call.operation == operation && earlier < times && clock.now < end ? fault : nil
            }
            try await round.enroll(key: "a")
            try await simulation.pass(seconds: 3 * 60 * 60)
            try await round.expectOneEnd(place: "\(operation) \(fault)")
            #expect(simulation.witness.complaints == [])
        }
    }

    @Test func aLostAnswerToTheExchangeIsFinalOnBothSides() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        simulation.bank.script { call, _ in call.operation == .exchangeCode ? .answerLost : nil }
        try await simulation.complete(simulation.approval(of: id), device)
        try await simulation.pass(seconds: 60)
        let ended = try await simulation.enrollment(id)
        #expect(ended.end?.reason == .redirectionFailed)
        #expect(simulation.bank.enrollmentStatus(ended.bank?.enrollmentID ?? "") == .rejected)
        #expect(simulation.bank.calls.count { $0.operation == .exchangeCode } == 1)
    }

    @Test func aVerdictThatIsNeverToldIsRevokedAtTheBankBeforeItIsSaidToHaveFailed() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        let credential = try await simulation.registrationCredential(id, device)
        simulation.bank.script { call, _ in call.operation == .register ? .answerLost : nil }
        try await simulation.confirm(id, credential, device)
        let bankID = try await simulation.enrollment(id).bank?.enrollmentID ?? ""
        #expect(simulation.bank.enrollmentStatus(bankID) == .authorised)
        simulation.bank.setSilent(true)
        try await simulation.pass(seconds: 60 * 60)
        #expect(try await simulation.enrollment(id).status == .pending)
        simulation.bank.setSilent(false)
        try await simulation.pass(seconds: 10 * 60)
        #expect(try await simulation.enrollment(id).end?.reason == .institutionUnavailable)
        #expect(simulation.bank.enrollmentStatus(bankID) == .revoked)
    }
}

/// One enrollment, by a device that does not give up.
struct EnrollmentRound {
    let simulation: Simulation
    let device: SimulatedDevice
    let fault: ScriptedFault?
    let pause: Int64

    func run(killingAt commit: Int, _ moment: Life.Moment) async throws -> Bool {
        let client = InsistingClient(simulation: simulation, pause: pause)
        if let fault {
            let failed = Mutex<Set<InstitutionOperation>>([])
            simulation.bank.script { call, _ in
                guard !call.operation.isRead else { return nil }
                return failed.withLock { $0.insert(call.operation).inserted } ? fault : nil
            }
        }
        let life = try simulation.life
        life.end(atCommit: commit, moment)
        try await enroll(key: "a")
        try await simulation.pass(seconds: 30)
        try await client.restartIfDead()
        try await simulation.pass(seconds: 60 * 60)
        try await client.restartIfDead()
        try await simulation.pass(seconds: 60 * 60)
        life.spare()
        try await expectOneEnd(place: "commit \(commit), \(moment)")
        return life.isDead
    }

    /// As far as it goes.
    func enroll(key: String) async throws {
        let client = InsistingClient(simulation: simulation, pause: pause)
        guard let id = try await client.insisting({ try await simulation.createEnrollment(device, key: key) }),
            let parameters = try? await simulation.approval(of: id)
        else { return }
        _ = try await client.insisting { try await simulation.complete(parameters, device) }
        var credential: RegistrationCredential?
        for _ in 0..<20 where credential == nil {
            try await client.restartIfDead()
            credential = try? await simulation.registrationCredential(id, device)
            if credential == nil { try await simulation.pass(seconds: 2) }
        }
        guard let credential else { return }
        _ = try await client.insisting { try await simulation.confirm(id, credential, device) }
    }

    /// What is usable here is usable there, and the other way round; nothing is left open.
    func expectOneEnd(place: String) async throws {
        let ours = try await simulation.store.enrollments(EnrollmentQuery(), of: simulation.organisation).items
        let usable = Set(ours.filter { $0.status == .succeeded }.compactMap { $0.bank?.enrollmentID })
        let theirs = simulation.bank.enrollmentStatuses
        #expect(usable == Set(theirs.filter { $0.value == .authorised }.keys), "\(place)")
        #expect(ours.allSatisfy { $0.status != .pending }, "\(place)")
        #expect(theirs.values.allSatisfy { [.authorised, .rejected, .revoked].contains($0) }, "\(place)")
    }
}
