import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import HolderBrowser
import SandboxBank

@testable import HTTPKernel

/// A holder who decides on an enrollment of a test at the bank's own pages.
struct HolderAtBank {
    let server: TestServer
    let holder: SandboxHolder

    /// Says yes, and returns the callback's parameters as a request carries them.
    func approve(_ enrollment: Reply) async throws -> JSONValue { try await decide(.approve, enrollment) }

    func refuse(_ enrollment: Reply) async throws -> JSONValue { try await decide(.refuse, enrollment) }

    /// Says yes, and returns the URL that the bank sends the person back to.
    func callback(at url: String) async throws -> String { try await decide(.approve, at: url) }

    private func decide(_ decision: HolderBrowser.Decision, _ enrollment: Reply) async throws -> JSONValue {
        guard let url = enrollment.json.at("details", "redirect_url")?.string else {
            throw TestProblem("no redirect URL: \(enrollment.text)")
        }
        let callback = try await decide(decision, at: url)
        return CompleteRedirectionRequest(parameters: try RedirectionParameters(callback: callback)).json
    }

    /// Decides, and returns the URL that the bank sends the person back to.
    func decide(_ decision: HolderBrowser.Decision, at url: String) async throws -> String {
        var browser = HolderBrowser(
            transport: MemoryTransport(api: server.api),
            cpf: holder.cpf,
            password: holder.password
        )
        return try await browser.decide(decision, startingAt: url, until: Bodies.callbackURL)
    }
}

/// Straight in, also where the API is called through a socket: the pages are the bank's.
private struct MemoryTransport: HTTPTransport {
    let api: APIServer

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let target = request.url.dropFirst(TestServer.baseURL.count).split(separator: "?", maxSplits: 1)
        let answer = await api.respond(
            to: ServerRequest(
                method: request.method.rawValue,
                path: target.first.map(String.init) ?? "/",
                query: target.count == 2 ? String(target[1]) : "",
                headers: request.headers.all,
                body: .bytes(request.body ?? [])
            )
        ).answer
        var response = HTTPResponse(status: answer.status, body: answer.body)
        for (name, value) in answer.headers { response.headers[name] = value }
        return response
    }
}
