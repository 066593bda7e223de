public import ChaveTransport

/// Plays the holder on the sandbox bank's own pages: fetches a page, fills in its form, posts it, and follows
/// redirects.
///
/// It knows the bank only from a page's forms, fields and buttons.
public struct HolderBrowser {
    private var browser: FormBrowser
    private let cpf: String
    private let password: String

    public init(transport: any HTTPTransport, cpf: String, password: String) {
        browser = FormBrowser(transport: transport)
        self.cpf = cpf
        self.password = password
    }

    /// The holder's decision; raw values are those of the page's buttons.
    public enum Decision: String, Hashable, Sendable {
        case approve, refuse
    }

    /// Approves, and returns the URL that the bank sends the person back to.
    public mutating func approve(startingAt url: String, until callbackURL: String) async throws -> String {
        try await decide(.approve, startingAt: url, until: callbackURL)
    }

    /// Decides, and returns the URL that the bank sends the person back to.
    ///
    /// `choices` replace the values of the page's fields. After a 503, the browser repeats the request, as the bank's
    /// page offers.
    public mutating func decide(
        _ decision: Decision,
        choosing choices: [String: String] = [:],
        startingAt url: String,
        until callbackURL: String
    ) async throws -> String {
        var page = try await browser.fetch(HTTPRequest(method: .get, url: url))
        var patience = 3
        for _ in 0..<12 {
            if page.status == 503, patience > 0 {
                patience -= 1
                page = try await browser.fetch(page.request)
                continue
            }
            if let next = page.location {
                if next.hasPrefix(callbackURL) { return next }
                page = try await browser.fetch(HTTPRequest(method: .get, url: next))
                continue
            }
            guard page.status == 200, let form = HTMLForm(in: page.response.body) else {
                throw HolderBrowserError.noForm(status: page.status)
            }
            page = try await browser.post(filled(form, decision, choices), from: page.url)
        }
        throw HolderBrowserError.leadsNowhere
    }

    private func filled(_ form: HTMLForm, _ decision: Decision, _ choices: [String: String]) -> HTMLForm {
        var form = form
        if form.fields["password"] != nil {
            form.fields["cpf"] = cpf
            form.fields["password"] = password
        }
        if form.buttons.contains(where: { $0 == ("decision", decision.rawValue) }) {
            form.fields["decision"] = decision.rawValue
            form.fields.merge(choices) { _, chosen in chosen }
        }
        return form
    }
}

/// The reason why a visit at the bank did not end at the callback URL.
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
