import InstitutionConformance
import Testing

/// The connector of the page "How another connector is written" keeps every promise of the port.
@Suite struct HubConformanceTests {
    /// Each check has a bank of its own, so that no check sees what another one did.
    @Test(arguments: InstitutionConnectorConformance.made(before: HubBank.self))
    func holds(_ check: ConnectorCheck) async throws {
        let bank = try HubBank()
        let suite = InstitutionConnectorConformance(HubConnector(hub: bank), before: bank)
        let findings = try await suite.findings(of: check)
        #expect(findings == [])
    }

    /// This bank can be told everything.
    ///
    /// One that cannot says so in `lacks`, and its test names the checks that are left out.
    @Test func everyCheckIsMade() {
        #expect(InstitutionConnectorConformance.notMade(before: HubBank.self) == [])
    }
}
