import InstitutionConformance
import Testing

@testable import SandboxBank

/// The sandbox bank keeps those promises of the port that a bank in the caller's process can break.
@Suite(.everyEngine) struct ConnectorConformanceTests {
    @Test(arguments: InstitutionConnectorConformance.made(before: InstructedSandbox.self))
    func holds(_ check: ConnectorCheck) async throws {
        let test = try await TestBank()
        let suite = InstitutionConnectorConformance(test.bank, before: InstructedSandbox(test: test))
        let findings = try await suite.findings(of: check)
        #expect(findings == [])
        await test.remove()
    }

    @Test func theseChecksAreNotMade() {
        // A bank without a wire, and without a token of its connector.
        let wire = [
            "isBusy", "isDown", "forbids", "redirects", "isAway", "hangs", "cuts", "sendsAPage", "sendsTooMuch",
            "answersUnproven", "answersAnother",
        ]
        let tokens = ["refusesTheConnectorsTokenOnce", "refusesTheConnectorsTokens"]
        let expected =
            (wire + tokens).map { "the reply when a bank \($0)" }
            // It stays overloaded until its clock goes on.
            + (wire + ["isOverloaded"]).map { "a call is done once in the end when a bank \($0)" } + [
                "each call reaches its bank once, and as it is", "a call reaches the institution that it names",
                "a refused token of an enrollment is not tried again",
                "a call that hangs ends at its deadline, unknown", "a bank that hangs holds up no other",
                "an object keeps its way",
                "an institution that left serves its old objects, and gets no new ones",
                "without the bank's keys nobody can tell of an identity token",
            ]
        #expect(Set(InstitutionConnectorConformance.notMade(before: InstructedSandbox.self)) == Set(expected))
        #expect(InstructedSandbox.lacks.values.allSatisfy { !$0.isEmpty })
    }
}
