import ChaveWire

/// Gets the platform's software statement from the directory, by the transport certificate; it lives for five minutes.
struct SoftwareStatements: Sendable {
    let settings: ConnectorSettings
    let caller: WireCaller

    func statement() async throws(ExchangeProblem) -> String { try await statement(by: try await token()) }

    /// The directory's token for the platform's certificate.
    func token() async throws(ExchangeProblem) -> String {
        let form = [
            ("grant_type", "client_credentials"), ("client_id", settings.software), ("scope", "directory:software"),
        ]
        let answer = try await send(.form(settings.directory.token, form), "directory token")
        guard let token = (try? JSONValue(parsing: answer.body))?["access_token"]?.string else {
            throw ExchangeProblem("the answer has no access_token")
        }
        return token
    }

    func statement(by token: String) async throws(ExchangeProblem) -> String {
        let address = settings.directory.assertion.replacing("{org}", with: settings.organisation)
            .replacing("{software}", with: settings.software)
        let headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/jwt")]
        let answer = try await send(WireRequest("GET", address, headers: headers), "directory assertion")
        guard let statement = String(validating: answer.body, as: UTF8.self) else {
            throw ExchangeProblem("the answer is no text")
        }
        return statement
    }

    private func send(_ request: WireRequest, _ name: String) async throws(ExchangeProblem) -> WireResponse {
        try await caller.ask(request, name, at: nil, milliseconds: OpenFinanceConnector.setUpMilliseconds)
    }
}
