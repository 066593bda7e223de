import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// Wrong keys cost what right ones cost (Payments API, section 2).
struct APIKeyTests {
    @Test(arguments: [
        Simulation.apiKey.text, "01900000-0000-7000-8000-00000000ffff", "no id at all", "", "00000000-0000-0000-0000-0",
        String(repeating: "a", count: 10_000),
    ])
    func everySecretIDIsLookedUpOnce(_ secretID: String) async throws {
        let simulation = try await Simulation()
        let before = try simulation.life.reads
        let failure = await apiFailure {
            try await simulation.payments.authenticate(secretID: secretID, password: "errada")
        }
        #expect(try simulation.life.reads == before + 1)
        #expect(failure?.status == 401)
        #expect(failure?.items.map(\.code) == [.authenticationFailed])
    }

    /// Where there is no key, what is compared against is the digest of nothing: it opens nothing.
    @Test(arguments: ["01900000-0000-7000-8000-00000000ffff", "no id at all", Simulation.apiKey.text])
    func anEmptyPasswordOpensNothing(_ secretID: String) async throws {
        let simulation = try await Simulation()
        let failure = await apiFailure { try await simulation.payments.authenticate(secretID: secretID, password: "") }
        #expect(failure?.items.map(\.code) == [.authenticationFailed])
    }

    @Test func theRightPasswordOpens() async throws {
        let simulation = try await Simulation()
        let caller = try await simulation.payments.authenticate(secretID: Simulation.apiKey.text, password: "senha")
        #expect(caller.organisation == simulation.organisation)
    }
}
