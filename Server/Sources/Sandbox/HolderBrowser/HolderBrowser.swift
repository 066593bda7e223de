import ChaveBase
public import ChaveTransport

/// The holder at the sandbox bank, by the bank's own pages: fetches a page, fills in its form, posts it, follows.
///
/// It knows nothing of the bank but what a page says: forms, their fields and their buttons.
public struct HolderBrowser {
    let transport: any HTTPTransport
    let cpf: String
    let password: String
    private var cookies: [String: String] = [:]

    public init(transport: any HTTPTransport, cpf: String, password: String) {
        self.transport = transport
        self.cpf = cpf
        self.password = password
    }

    /// What the holder says to who asks; raw values are those of the page's buttons.
    public enum Decision: String, Hashable, Sendable {
        case approve, refuse
    }

    /// Approves, and returns the URL that the bank sends the person back to.
    public mutating func approve(startingAt url: String, until callbackURL: String) async throws -> String {
        try await decide(.approve, startingAt: url, until: callbackURL)
    }

    /// Decides, and returns the URL that the bank sends the person back to.
    ///
    /// `choices` are written into fields of the page instead of what stands there. What the bank answers with 503 is asked
    /// again, as its page offers.
    public mutating func decide(
        _ decision: Decision,
        choosing choices: [String: String] = [:],
        startingAt url: String,
        until callbackURL: String
    ) async throws -> String {
        var page = try await fetch(HTTPRequest(method: .get, url: url))
        var patience = 3
        for _ in 0..<12 {
            if page.response.status == 503, patience > 0 {
                patience -= 1
                page = try await fetch(page.request)
                continue
            }
            if let location = page.response.headers["location"] {
                let next = PageURL.resolve(location, against: page.url)
                if next.hasPrefix(callbackURL) { return next }
                page = try await fetch(HTTPRequest(method: .get, url: next))
                continue
            }
            guard page.response.status == 200, let form = HTMLForm(in: page.response.body) else {
                throw HolderBrowserError.noForm(status: page.response.status)
            }
            page = try await submit(form, decision, choices, from: page.url)
        }
        throw HolderBrowserError.leadsNowhere
    }

    private struct Page {
        var request: HTTPRequest
        var response: HTTPResponse

        var url: String { request.url }
    }

    private mutating func submit(
        _ form: HTMLForm,
        _ decision: Decision,
        _ choices: [String: String],
        from url: String
    ) async throws -> Page {
        var fields = form.fields
        if fields["password"] != nil {
            fields["cpf"] = cpf
            fields["password"] = password
        }
        if form.buttons.contains(where: { $0 == ("decision", decision.rawValue) }) {
            fields["decision"] = decision.rawValue
            fields.merge(choices) { _, chosen in chosen }
        }
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
        return Page(request: request, response: response)
    }
}

/// Why a visit at the bank did not end at the callback URL.
public enum HolderBrowserError: Error, Hashable, Sendable, CustomStringConvertible {
    case noForm(status: Int)
    case leadsNowhere

    public var description: String {
        switch self {
        case .noForm(let status): "The bank's page has no form to go on with (status \(status))."
        case .leadsNowhere: "The bank's pages lead nowhere."
        }
    }
}
