import ChaveWire

/// Gets the platform's software statement from the directory, by the transport certificate; it lives for five minutes.
struct SoftwareStatements: Sendable {
    let settings: ConnectorSettings
    let caller: WireCaller

    func statement() async -> String? {
        let form = FormPairs.encode([
            ("grant_type", "client_credentials"), ("client_id", settings.software), ("scope", "directory:software"),
        ])
        let asked = WireRequest(
            "POST",
            settings.directory.token,
            headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
            body: Array(form.utf8)
        )
        guard let answer = await send(asked, "directory token"),
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
