import InstitutionConformance
import Testing

/// The connector for Open Finance keeps every promise of the port.
@Suite struct ConformanceTests {
    @Test(arguments: InstitutionConnectorConformance.made(before: InstructedWireBank.self))
    func holds(_ check: ConnectorCheck) async throws {
        let bank = try InstructedWireBank()
        let suite = InstitutionConnectorConformance(try await bank.connector(), before: bank)
        let findings = try await suite.findings(of: check)
        #expect(findings == [])
    }

    @Test func everyCheckIsMade() {
        #expect(InstitutionConnectorConformance.notMade(before: InstructedWireBank.self) == [])
    }
}
