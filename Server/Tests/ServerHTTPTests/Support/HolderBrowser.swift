import ChavePixModel
import ChaveWire
import Foundation
import SandboxBank
import ServerHTTP

/// The holder at the bank's own pages: fetches a page, fills in its form, posts it, follows.
struct HolderBrowser {
    let server: TestServer
    let holder: SandboxHolder
    private var cookies: [String: String] = [:]

    init(server: TestServer, holder: SandboxHolder) {
        self.server = server
        self.holder = holder
    }

    /// Says yes, and returns the callback's parameters as a request carries them.
    func approve(_ enrollment: Reply) async throws -> JSONValue { try await decide("approve", enrollment) }

    func refuse(_ enrollment: Reply) async throws -> JSONValue { try await decide("refuse", enrollment) }

    /// Says yes, and returns the URL that the bank sends the person back to.
    func callback(at url: String) async throws -> String {
        var browser = self
        return try await browser.walk(from: url, "approve")
    }

    private func decide(_ decision: String, _ enrollment: Reply) async throws -> JSONValue {
        var browser = self
        guard let url = enrollment.json.at("details", "redirect_url")?.string else {
            throw TestProblem("no redirect URL: \(enrollment.text)")
        }
        return try HolderBrowser.parameters(of: try await browser.walk(from: url, decision))
    }

    private mutating func walk(from url: String, _ decision: String) async throws -> String {
        var page = try await fetch(ServerRequestParts(url))
        for _ in 0..<8 {
            if let location = page.header("Location") {
                if location.hasPrefix(Bodies.callbackURL) { return location }
                page = try await fetch(ServerRequestParts(location))
                continue
            }
            let form = try Form(in: String(decoding: page.body, as: UTF8.self))
            page = try await submit(form, decision)
        }
        throw TestProblem("the bank's pages lead nowhere")
    }

    static func parameters(of callback: String) throws -> JSONValue {
        CompleteRedirectionRequest(parameters: try RedirectionParameters(callback: callback)).json
    }

    private struct ServerRequestParts {
        var path: String
        var query: String

        init(_ url: String) {
            let local = url.hasPrefix(TestServer.baseURL) ? String(url.dropFirst(TestServer.baseURL.count)) : url
            let parts = local.split(separator: "?", maxSplits: 1)
            path = String(parts[0])
            query = parts.count == 2 ? String(parts[1]) : ""
        }
    }

    private mutating func submit(_ form: Form, _ decision: String) async throws -> ServerAnswer {
        var fields = form.fields
        if fields["password"] != nil {
            fields["cpf"] = holder.cpf
            fields["password"] = holder.password
        } else {
            fields["decision"] = decision
        }
        let body = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return try await fetch(ServerRequestParts(form.action), form: body.joined(separator: "&"))
    }

    private mutating func fetch(_ parts: ServerRequestParts, form: String? = nil) async throws -> ServerAnswer {
        var headers: [(name: String, value: String)] = []
        if !cookies.isEmpty {
            headers.append(("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")))
        }
        if form != nil { headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
        // Straight in, also where the API is called through a socket: the pages are the bank's.
        let answer = await server.api.respond(
            to: ServerRequest(
                method: form == nil ? "GET" : "POST",
                path: parts.path,
                query: parts.query,
                headers: headers,
                body: .bytes(Array((form ?? "").utf8))
            )
        ).answer
        if let cookie = answer.header("Set-Cookie")?.split(separator: ";").first {
            let pieces = cookie.split(separator: "=", maxSplits: 1)
            if pieces.count == 2 { cookies[String(pieces[0])] = String(pieces[1]) }
        }
        return answer
    }
}

/// The first form of a page: where it goes and what it sends.
private struct Form {
    var action: String
    var fields: [String: String] = [:]

    init(in page: String) throws {
        guard let start = page.range(of: "<form"), let end = page.range(of: "</form>") else {
            throw TestProblem("the bank's page has no form")
        }
        let source = String(page[start.lowerBound..<end.lowerBound])
        let tags = source.split(separator: "<").map { String($0.prefix { $0 != ">" }) }
        action = tags.first.flatMap { Form.attribute("action", of: $0) } ?? ""
        for tag in tags where tag.hasPrefix("input") || tag.hasPrefix("select") {
            guard let name = Form.attribute("name", of: tag) else { continue }
            let isRadio = Form.attribute("type", of: tag) == "radio"
            if isRadio, !tag.contains(" checked") { continue }
            fields[name] = tag.hasPrefix("select") ? "365" : Form.attribute("value", of: tag) ?? ""
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: " \(name)=\""),
            let end = tag.range(of: "\"", range: start.upperBound..<tag.endIndex)
        else { return nil }
        return String(tag[start.upperBound..<end.lowerBound]).replacingOccurrences(of: "&amp;", with: "&")
    }
}
