import InstitutionConformance
import Testing

/// The connector of the page "How another connector is written" keeps every promise of the port.
@Suite struct HubConformanceTests {
    @Test(arguments: InstitutionConnectorConformance.made(before: HubBank.self))
    func holds(_ check: ConnectorCheck) async throws {
        let bank = try HubBank()
        let suite = InstitutionConnectorConformance(HubConnector(hub: bank), before: bank)
        let findings = try await suite.findings(of: check)
        #expect(findings == [])
    }

    @Test func everyCheckIsMade() {
        #expect(InstitutionConnectorConformance.notMade(before: HubBank.self) == [])
    }
}
