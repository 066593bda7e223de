import Foundation
import ServerTestSupport
import Testing

/// The API, its bank, its clock and its crashes against the invariants, after every single step.
///
/// `CHAVE_MODEL_SEED` runs one walk again, `CHAVE_MODEL_STEPS` makes walks longer or ends one where it failed.
struct ModelTests {
    private static let seed = ProcessInfo.processInfo.environment["CHAVE_MODEL_SEED"].flatMap { UInt64($0) }
    private static let steps =
        ProcessInfo.processInfo.environment["CHAVE_MODEL_STEPS"].flatMap { Int($0) } ?? 80

    @Test func afterEveryStepOfARandomWalkTheInvariantsHold() async throws {
        var tally: [String: Int] = [:]
        var paid = 0
        for seed in ModelTests.seed.map({ [$0] }) ?? Array(1...12) {
            var walk = try await ModelWalk(seed: seed)
            for step in 1...ModelTests.steps {
                let name = try await walk.step()
                let complaints = try await walk.invariants.complaints(walk.simulation)
                guard complaints.isEmpty else {
                    Issue.record(
                        "\(name): \(complaints). Again with CHAVE_MODEL_SEED=\(seed) CHAVE_MODEL_STEPS=\(step)"
                    )
                    return
                }
                await Task.yield()
            }
            try await walk.finish()
            #expect(try await walk.invariants.complaints(walk.simulation) == [], "seed \(seed), at rest")
            let open = try await walk.openIntents()
            #expect(open == [], "seed \(seed): not at their end long after the bank is well")
            paid += walk.simulation.bank.movements.count
            tally.merge(walk.tally, uniquingKeysWith: +)
        }
        print("model: \(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }), paid \(paid)")
        guard ModelTests.seed == nil else { return }
        // What never happened was not tested.
        for name in [
            "create-enrollment", "complete-redirection", "confirm", "create-intent", "authorize", "cancel-intent",
            "died",
            "rotate-keys", "renew-tokens", "bank", "bank-consent", "bank-enrollment", "pass",
        ] { #expect(tally[name, default: 0] > 0, "\(name) never happened") }
        #expect(paid > 10)
    }
}
