import ChaveBase
package import ChaveTransport
import Foundation

/// A browser without a window: sends requests with the cookies that it received, and posts forms as a page would.
package struct FormBrowser {
    package let transport: any HTTPTransport
    private var cookies: [String: String] = [:]

    package init(transport: any HTTPTransport) { self.transport = transport }

    /// A request with its answer.
    package struct Page {
        package let request: HTTPRequest
        package let response: HTTPResponse

        package var url: String { request.url }
        package var status: Int { response.status }
        package var text: String { String(decoding: response.body, as: UTF8.self) }
        /// The absolute address of the answer's redirect; `nil` without a redirect.
        package var location: String? {
            response.headers["location"].map { PageURL.resolve($0, against: url) }
        }
    }

    /// Sends one request and follows no redirect.
    package mutating func fetch(_ request: HTTPRequest) async throws -> Page {
        var request = request
        request.headers["Accept-Language"] = "en"
        if !cookies.isEmpty {
            request.headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        let response = try await transport.send(request)
        if let cookie = response.headers["set-cookie"]?.prefix(while: { $0 != ";" }) {
            let parts = cookie.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { cookies[String(parts[0])] = String(parts[1]) }
        }
        return Page(request: request, response: response)
    }

    /// Posts a form from the page at `url`.
    package mutating func post(_ form: HTMLForm, from url: String) async throws -> Page {
        let body = form.fields.map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }
        return try await fetch(
            HTTPRequest(
                method: .post,
                url: PageURL.resolve(form.action, against: url),
                headers: [
                    "Content-Type": "application/x-www-form-urlencoded", "Origin": PageURL.origin(of: url),
                ],
                body: Array(body.sorted().joined(separator: "&").utf8)
            )
        )
    }
}

/// Addresses as a browser reads them.
package enum PageURL {
    /// The absolute address of a page's link; an empty link is the page itself.
    package static func resolve(_ link: String, against page: String) -> String {
        if link.isEmpty { return page }
        return URL(string: link, relativeTo: URL(string: page))?.absoluteString ?? link
    }

    /// Scheme, host and port of an address; empty without a host.
    package static func origin(of url: String) -> String {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host else {
            return ""
        }
        return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }
}
