import ChavePixModel
import PaymentsCore

/// A client that repeats what was not answered, and starts a dead platform again after a pause.
struct InsistingClient {
    let simulation: Simulation
    let pause: Int64

    /// Repeats a request until it has an answer; a dead platform is started again first.
    ///
    /// - Returns: `nil` when the answer is that it is too late, or when there is none after twenty tries.
    func insisting<Answer>(_ request: () async throws -> Answer) async throws -> Answer? {
        for _ in 0..<20 {
            do {
                return try await request()
            } catch let failure as APIFailure {
                try await restartIfDead()
                if [503, 500].contains(failure.status) || failure.items.first?.code == .idempotencyInProgress {
                    try await simulation.pass(seconds: 2)
                    continue
                }
                return nil
            } catch {
                try await restartIfDead()
                if try simulation.life.isDead == false { return nil }
            }
        }
        return nil
    }

    func restartIfDead() async throws {
        if try simulation.life.isDead { try await simulation.restart(afterSeconds: pause) }
    }
}
