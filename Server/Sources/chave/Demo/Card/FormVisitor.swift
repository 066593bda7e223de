import ChaveBase
import ChaveTransport
import Foundation
import HolderBrowser

/// A person's browser on pages of the sandbox: opens them, fills in a form, sends it, follows.
struct FormVisitor {
    let transport: any HTTPTransport
    private var cookies: [String: String] = [:]

    init(transport: any HTTPTransport) { self.transport = transport }

    struct Page {
        let url: String
        let status: Int
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    mutating func open(_ url: String) async throws -> Page {
        try await follow(HTTPRequest(method: .get, url: url))
    }

    /// Sends the form of a page that leads to a path, with these fields in the place of what stands there.
    mutating func submit(_ page: Page, to path: String, filling fields: [String: String] = [:]) async throws -> Page {
        guard var form = FormVisitor.form(of: page, to: path) else {
            throw CommandFailure("A page of the sandbox has no form for \(path) (status \(page.status)).")
        }
        form.fields.merge(fields) { _, chosen in chosen }
        let body = form.fields.map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }
        return try await follow(
            HTTPRequest(
                method: .post,
                url: try FormVisitor.resolved(form.action, on: page.url),
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Origin": FormVisitor.origin(page.url)],
                body: Array(body.sorted().joined(separator: "&").utf8)
            )
        )
    }

    private static func form(of page: Page, to path: String) -> HTMLForm? {
        let parts = page.text.components(separatedBy: "<form").dropFirst()
        let forms = parts.compactMap { HTMLForm(in: Array("<form\($0)".utf8)) }
        return forms.first { (try? resolved($0.action, on: page.url)).map { URL(string: $0)?.path == path } == true }
    }

    private mutating func follow(_ first: HTTPRequest) async throws -> Page {
        var request = first
        for _ in 0..<8 {
            request.headers["Accept-Language"] = "en"
            if !cookies.isEmpty {
                request.headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
            }
            let response = try await transport.send(request)
            keep(response.headers["set-cookie"])
            guard let location = response.headers["location"], (300..<400).contains(response.status) else {
                return Page(url: request.url, status: response.status, body: response.body)
            }
            request = HTTPRequest(method: .get, url: try FormVisitor.resolved(location, on: request.url))
        }
        throw CommandFailure("The sandbox's pages lead nowhere.")
    }

    private mutating func keep(_ header: String?) {
        guard let parts = header?.prefix(while: { $0 != ";" }).split(separator: "=", maxSplits: 1), parts.count == 2
        else { return }
        cookies[String(parts[0])] = String(parts[1])
    }

    private static func resolved(_ link: String, on page: String) throws -> String {
        guard let url = URL(string: link.isEmpty ? page : link, relativeTo: URL(string: page)) else {
            throw CommandFailure("A link of the sandbox's pages cannot be read.")
        }
        return url.absoluteString
    }

    private static func origin(_ url: String) -> String {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host else {
            return ""
        }
        return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }
}
