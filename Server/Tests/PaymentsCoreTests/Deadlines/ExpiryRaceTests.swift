import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// A request at its limit, five milliseconds to either side, beside the sweeper: exactly one wins, and the bank agrees.
///
/// The seed says where the request and the sweeper stand, and how time passes between their steps. A thousand runs;
/// `CHAVE_RACES=10` makes them ten thousand.
struct ExpiryRaceTests {
    private static let times = ProcessInfo.processInfo.environment["CHAVE_RACES"].flatMap { UInt64($0) } ?? 1

    /// How often each side won: a race that one side always wins shows nothing.
    private final class Score: Sendable {
        private let counts = Mutex((request: 0, time: 0))

        func count(requestWon: Bool) {
            counts.withLock { if requestWon { $0.request += 1 } else { $0.time += 1 } }
        }

        var isContested: Bool { counts.withLock { $0.request > 0 && $0.time > 0 } }
        var summary: String { counts.withLock { "request \($0.request), time \($0.time)" } }
    }

    /// Puts the clock near `deadline`, then runs the request and the sweeper while time goes on around it.
    private static func race(
        _ simulation: Simulation,
        at deadline: Timestamp,
        _ chance: inout SeededNumbers,
        request: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        let offset = Int64.random(in: -5_000...5_000, using: &chance)
        simulation.clock.advance(to: deadline.adding(microseconds: offset))
        let payments = try simulation.payments
        let steps = (0..<8).map { _ in (Int.random(in: 0..<4, using: &chance), Int64.random(in: 0...2, using: &chance))
        }
        let (yieldsBeforeRequest, yieldsBeforeSweep) = (
            Int.random(in: 0..<6, using: &chance), Int.random(in: 0..<6, using: &chance)
        )
        async let isAccepted = {
            for _ in 0..<yieldsBeforeRequest { await Task.yield() }
            return (try? await request()) != nil
        }()
        async let swept = {
            for _ in 0..<yieldsBeforeSweep { await Task.yield() }
            return try await payments.sweep()
        }()
        for (yields, milliseconds) in steps {
            for _ in 0..<yields { await Task.yield() }
            simulation.clock.advance(milliseconds: milliseconds)
        }
        _ = try await swept
        let result = await isAccepted
        try await simulation.work()
        return result
    }

    @Test(arguments: 0..<8 * ExpiryRaceTests.times)
    func anApprovalAtItsLimitEitherPaysOrHasNeverBeen(_ seed: UInt64) async throws {
        var chance = SeededNumbers(seed: seed &* 7_919 &+ 1)
        let simulation = try await Simulation(seed: seed + 1)
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let score = Score()
        for run in 0..<100 {
            let id = try await simulation.createIntent(enrollment, device)
            guard case .awaitingApproval(_, let deadline) = try await simulation.intent(id).state else {
                Issue.record("seed \(seed), run \(run): no challenge")
                continue
            }
            let assertion = try await simulation.assertion(for: id, device)
            let isAccepted = try await ExpiryRaceTests.race(simulation, at: deadline, &chance) {
                try await simulation.authorize(id, assertion, device)
            }
            try await simulation.pass(seconds: 15)
            let intent = try await simulation.intent(id)
            #expect(intent.status == (isAccepted ? .succeeded : .failed), "seed \(seed), run \(run)")
            #expect(simulation.movements(of: intent) == (isAccepted ? 1 : 0), "seed \(seed), run \(run)")
            score.count(requestWon: isAccepted)
        }
        #expect(simulation.witness.complaints == [], "seed \(seed)")
        #expect(score.isContested, "seed \(seed): \(score.summary)")
    }

    @Test(arguments: 0..<2 * ExpiryRaceTests.times)
    func aConfirmationAtItsLimitEitherEnrollsOrHasNeverBeen(_ seed: UInt64) async throws {
        var chance = SeededNumbers(seed: seed &* 104_729 &+ 1)
        let simulation = try await Simulation(seed: seed + 10_001)
        let score = Score()
        for run in 0..<100 {
            let device = SimulatedDevice("celular-\(run)", in: simulation)
            let id = try await simulation.createEnrollment(device)
            try await simulation.complete(simulation.approval(of: id), device)
            let credential = try await simulation.registrationCredential(id, device)
            guard case .awaitingCredential(_, _, let deadline) = try await simulation.enrollment(id).state else {
                Issue.record("seed \(seed), run \(run): no options")
                continue
            }
            let isAccepted = try await ExpiryRaceTests.race(simulation, at: deadline, &chance) {
                _ = try await simulation.payments.confirmEnrollment(
                    id,
                    ConfirmEnrollmentRequest(confirmationData: credential),
                    by: device.caller,
                    idempotency: nil
                )
            }
            try await simulation.pass(seconds: 15)
            let ended = try await simulation.enrollment(id)
            #expect(ended.status == (isAccepted ? .succeeded : .failed), "seed \(seed), run \(run)")
            let atBank = ended.bank.flatMap { simulation.bank.enrollmentStatus($0.enrollmentID) }
            #expect(atBank == (isAccepted ? .authorised : .rejected), "seed \(seed), run \(run)")
            score.count(requestWon: isAccepted)
        }
        #expect(simulation.witness.complaints == [], "seed \(seed)")
        #expect(score.isContested, "seed \(seed): \(score.summary)")
    }
}
