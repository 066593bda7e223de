import ChaveWire

/// Gets the platform's software statement from the directory, by the transport certificate; it lives for five minutes.
struct SoftwareStatements: Sendable {
    let settings: ConnectorSettings
    let caller: WireCaller

    func statement() async -> String? {
        let form = [
            ("grant_type", "client_credentials"), ("client_id", settings.software), ("scope", "directory:software"),
        ]
        guard let answer = await send(.form(settings.directory.token, form), "directory token"),
            let token = (try? JSONValue(parsing: answer.body))?["access_token"]?.string
        else { return nil }
        let address = settings.directory.assertion.replacing("{org}", with: settings.organisation)
            .replacing("{software}", with: settings.software)
        let headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/jwt")]
        guard let statement = await send(WireRequest("GET", address, headers: headers), "directory assertion") else {
            return nil
        }
        return String(validating: statement.body, as: UTF8.self)
    }

    private func send(_ request: WireRequest, _ name: String) async -> WireResponse? {
        let response = try? await caller.send(
            request,
            name,
            at: nil,
            milliseconds: OpenFinanceConnector.setUpMilliseconds
        )
        return response?.status == 200 ? response : nil
    }
}
