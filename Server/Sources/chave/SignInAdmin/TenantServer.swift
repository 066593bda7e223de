import ChaveBase
import ChaveTransport
import ChaveWire

/// The calls of a tenant's own server to the sign-in API, with the tenant's token.
struct TenantServer: Sendable {
    let baseURL: String
    let apiToken: String
    let transport: any HTTPTransport

    /// Sends a call; a refusal is reported in the server's own words.
    func call(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        var headers: HTTPHeaders = ["Authorization": "Bearer \(apiToken)", "Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(method: method, url: baseURL + path, headers: headers, body: body?.encoded())
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure.noServer(at: baseURL)
        }
        let json = (try? JSONValue(parsing: response.body)) ?? .null
        guard response.isSuccess else { throw failure(response.status, json) }
        return json
    }

    /// All items of a list, over all its pages.
    func list(
        _ path: String,
        as name: String,
        _ filters: [(name: String, value: String)] = []
    ) async throws -> [JSONValue] {
        var all: [JSONValue] = []
        var query = filters + [(name: "page_size", value: "1000")]
        while true {
            let parts = query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
            let page = try await call(.get, "\(path)?\(parts.joined(separator: "&"))")
            all += page[name]?.array ?? []
            guard let next = page["next_page_token"]?.string else { return all }
            query = filters + [("page_size", "1000"), ("page_token", next)]
        }
    }

    private func failure(_ status: Int, _ json: JSONValue) -> CommandFailure {
        if status == 401 {
            return CommandFailure("The server refused the API token. Check CHAVE_SIGNIN_TOKEN or --data.")
        }
        guard let message = json["error_description"]?.string else {
            return .strangeAnswer(of: baseURL, status: status)
        }
        let field = json["field"]?.string.map { "\($0): " } ?? ""
        return CommandFailure("The server refused it: \(field)\(message)")
    }
}
