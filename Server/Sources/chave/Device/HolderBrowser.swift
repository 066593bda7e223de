import ChaveTransport
import Foundation

/// The holder at the sandbox bank, by the bank's own pages: fetches a page, fills in its form, posts it, follows.
///
/// It knows nothing of the bank but what a page says: forms, their fields and their buttons.
struct HolderBrowser {
    let transport: any HTTPTransport
    let cpf: String
    let password: String
    private var cookies: [String: String] = [:]

    init(transport: any HTTPTransport, cpf: String, password: String) {
        self.transport = transport
        self.cpf = cpf
        self.password = password
    }

    /// Approves, and returns the URL that the bank sends the person back to.
    mutating func approve(startingAt url: String, until callbackURL: String) async throws -> String {
        var page = try await fetch(HTTPRequest(method: .get, url: url))
        for _ in 0..<12 {
            if let location = page.response.headers["location"] {
                let next = PageURL.resolve(location, against: page.url)
                if next.hasPrefix(callbackURL) { return next }
                page = try await fetch(HTTPRequest(method: .get, url: next))
                continue
            }
            guard page.response.status == 200, let form = HTMLForm(in: page.response.body) else {
                throw CommandFailure("The bank's page has no form to go on with (status \(page.response.status)).")
            }
            page = try await submit(form, from: page.url)
        }
        throw CommandFailure("The bank's pages lead nowhere.")
    }

    private struct Page {
        var url: String
        var response: HTTPResponse
    }

    private mutating func submit(_ form: HTMLForm, from url: String) async throws -> Page {
        var fields = form.fields
        if fields["password"] != nil {
            fields["cpf"] = cpf
            fields["password"] = password
        }
        if form.buttons.contains(where: { $0 == ("decision", "approve") }) { fields["decision"] = "approve" }
        let body = fields.map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }
        let request = HTTPRequest(
            method: .post,
            url: PageURL.resolve(form.action, against: url),
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(body.joined(separator: "&").utf8)
        )
        return try await fetch(request)
    }

    private mutating func fetch(_ request: HTTPRequest) async throws -> Page {
        var request = request
        if !cookies.isEmpty {
            request.headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let response = try await transport.send(request)
        if let cookie = response.headers["set-cookie"]?.split(separator: ";").first {
            let parts = cookie.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        return Page(url: request.url, response: response)
    }
}

/// The first form of a page.
struct HTMLForm {
    var action: String
    var fields: [String: String] = [:]
    var buttons: [(String, String)] = []

    init?(in body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.range(of: "<form"),
            let end = text.range(of: "</form>", range: start.upperBound..<text.endIndex)
        else { return nil }
        let source = text[start.lowerBound..<end.lowerBound]
        let tags = source.split(separator: "<").map { "<" + $0.prefix { $0 != ">" } }
        action = tags.first.flatMap { HTMLForm.attribute("action", of: $0) } ?? ""
        for tag in tags {
            guard let name = HTMLForm.attribute("name", of: tag) else { continue }
            let value = HTMLForm.attribute("value", of: tag) ?? ""
            if tag.hasPrefix("<button") {
                buttons.append((name, value))
            } else if tag.hasPrefix("<input"), HTMLForm.attribute("type", of: tag) != "radio" || fields[name] == nil {
                fields[name] = value
            } else if tag.hasPrefix("<select") {
                fields[name] = ""
            }
        }
        fillSelects(source)
    }

    /// A select sends the option that is selected, else the first.
    private mutating func fillSelects(_ source: Substring) {
        for part in source.components(separatedBy: "<select").dropFirst() {
            guard let name = HTMLForm.attribute("name", of: "<select" + part.prefix { $0 != ">" }) else { continue }
            let options = part.components(separatedBy: "<option").dropFirst()
            let chosen = options.first { $0.prefix { $0 != ">" }.contains("selected") } ?? options.first
            fields[name] = chosen.flatMap { HTMLForm.attribute("value", of: "<option" + $0.prefix { $0 != ">" }) } ?? ""
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: " \(name)=\""),
            let end = tag.range(of: "\"", range: start.upperBound..<tag.endIndex)
        else { return nil }
        return tag[start.upperBound..<end.lowerBound]
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}

enum PageURL {
    static func resolve(_ link: String, against page: String) -> String {
        if link.isEmpty { return page }
        return URL(string: link, relativeTo: URL(string: page))?.absoluteString ?? link
    }
}
