import ChaveTransport
import ChaveWire

/// The app's calls to the issuer's server that need no wallet's link.
struct CardServer: Sendable {
    static let cardsPath = "/app2app/v1/cards"
    static let activationsPath = "/app2app/v1/token-activations"
    /// The path of the trial wallet, which only sandboxes have.
    static let walletPath = "/wallet"
    /// The mark of that wallet's first page, which no other site has.
    private static let walletScreen = #"data-screen="wallet-owner""#

    let baseURL: String
    let transport: any HTTPTransport

    /// Sends a call; a refusal is reported in the server's own words, which never repeat the request.
    func call(_ method: HTTPMethod, _ path: String, by token: String) async throws -> JSONValue {
        let request = HTTPRequest(
            method: method,
            url: baseURL + path,
            headers: ["Authorization": "Bearer \(token)", "Accept": "application/json"]
        )
        let response = try await answer(request)
        let json = (try? JSONValue(parsing: response.body)) ?? .null
        guard response.isSuccess else { throw CardServer.failure(response.status, json) }
        return json
    }

    /// Whether the server is a sandbox, where nothing has value: its wallet's first page shows that.
    func isSandbox() async throws -> Bool {
        let page = try await answer(HTTPRequest(method: .get, url: baseURL + CardServer.walletPath))
        return page.status == 200 && String(decoding: page.body, as: UTF8.self).contains(CardServer.walletScreen)
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw CommandFailure.noServer(at: baseURL)
        }
    }

    private static func failure(_ status: Int, _ json: JSONValue) -> CommandFailure {
        guard let code = json["code"]?.string else {
            return status == 404
                ? CommandFailure("This server activates no cards. Start a sandbox: chave serve --sandbox")
                : CommandFailure("The server refused it with status \(status).")
        }
        let detail = json["detail"]?.string ?? json["title"]?.string ?? "status \(status)"
        return CommandFailure("\(PrintableLine.of(detail)) (\(PrintableLine.of(code)))")
    }
}
