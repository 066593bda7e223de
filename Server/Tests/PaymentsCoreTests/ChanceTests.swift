import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// Many payments with faults, deaths and pauses by chance; the seed is the test's argument and repeats them.
@Suite struct ChanceTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func whateverHappensTheIntentsAndTheLedgerAgree(_ seed: UInt64) async throws {
        let simulation = try await Simulation(seed: seed, bankAheadSeconds: [-90, 0, 90][Int(seed % 3)])
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let chance = Mutex(SeededNumbers(seed: seed &* 31))
        let number: @Sendable (Int) -> Int = { limit in
            chance.withLock { Int.random(in: 0..<limit, using: &$0) }
        }
        // A consent with another amount is refused for good, so that fault is left to its own test.
        let faults = ScriptedFault.allCases.filter { $0 != .anotherAmount }
        simulation.bank.script { _, _ in number(4) == 0 ? faults[number(faults.count)] : nil }
        var intents: Set<PaymentIntentID> = []
        for order in 0..<6 {
            let pauses: [Int64] = [1, 3 * 60, 61 * 60, 13 * 60 * 60]
            let client = InsistingClient(simulation: simulation, pause: pauses[number(4)])
            let settlements: [ScriptedSettlement] = [.after(seconds: 1), .after(seconds: 1_800), .rejected(code: "X")]
            simulation.bank.setSettlement(settlements[number(3)])
            if number(2) == 0 {
                try simulation.life.end(atCommit: 1 + number(20), number(2) == 0 ? .beforeStoring : .afterStoring)
            }
            let create = { try await simulation.createIntent(enrollment, device, key: "pedido-\(order)") }
            guard let id = try await client.insisting(create) else { continue }
            intents.insert(id)
            if let assertion = try await client.insisting({ try await simulation.assertion(for: id, device) }) {
                _ = try await client.insisting { try await simulation.authorize(id, assertion, device) }
            }
            try await simulation.pass(seconds: Int64(number(300)))
            try await client.restartIfDead()
        }
        simulation.bank.script { _, _ in nil }
        try simulation.life.spare()
        try await simulation.pass(seconds: 6 * 60 * 60)
        for id in intents {
            let intent = try await simulation.intent(id)
            #expect(intent.isAtEnd)
            #expect(simulation.movements(of: intent) == (intent.status == .succeeded ? 1 : 0))
        }
        let paid = try await simulation.store.paymentIntents(PaymentIntentQuery(), of: simulation.organisation).items
            .filter { $0.status == .succeeded }.map(\.endToEndID.text)
        #expect(Set(simulation.bank.movements.map(\.endToEndID)) == Set(paid))
        #expect(simulation.bank.movements.count == paid.count)
        #expect(simulation.witness.complaints == [])
    }
}
