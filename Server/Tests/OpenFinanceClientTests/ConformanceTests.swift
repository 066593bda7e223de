import InstitutionConformance
import Testing

/// The connector for Open Finance keeps every promise of the port.
@Suite struct ConformanceTests {
    /// Each check has a bank of its own, so that no check sees what another one did.
    @Test(arguments: InstitutionConnectorConformance.made(before: InstructedWireBank.self))
    func holds(_ check: ConnectorCheck) async throws {
        let bank = try InstructedWireBank()
        let suite = InstitutionConnectorConformance(try await bank.connector(), before: bank)
        let findings = try await suite.findings(of: check)
        #expect(findings == [])
    }

    /// This bank can be told everything.
    ///
    /// One that cannot says so in `lacks`, and its test names the checks that are left out.
    @Test func everyCheckIsMade() {
        #expect(InstitutionConnectorConformance.notMade(before: InstructedWireBank.self) == [])
    }
}
