import ChaveTransport
import Foundation
import HolderBrowser

/// A person's browser on pages of the sandbox: it opens them, fills in a form, sends it, and follows redirects.
struct FormVisitor {
    private var browser: FormBrowser

    init(transport: any HTTPTransport) { browser = FormBrowser(transport: transport) }

    mutating func open(_ url: String) async throws -> FormBrowser.Page {
        try await follow(try await browser.fetch(HTTPRequest(method: .get, url: url)))
    }

    /// Sends the form that leads to a path; the given fields replace the form's own values.
    mutating func submit(
        _ page: FormBrowser.Page,
        to path: String,
        filling fields: [String: String] = [:]
    ) async throws -> FormBrowser.Page {
        guard var form = FormVisitor.form(of: page, to: path) else {
            throw CommandFailure("A page of the sandbox has no form for \(path) (status \(page.status)).")
        }
        form.fields.merge(fields) { _, chosen in chosen }
        return try await follow(try await browser.post(form, from: page.url))
    }

    private static func form(of page: FormBrowser.Page, to path: String) -> HTMLForm? {
        let parts = page.text.components(separatedBy: "<form").dropFirst()
        let forms = parts.compactMap { HTMLForm(in: Array("<form\($0)".utf8)) }
        return forms.first { URL(string: PageURL.resolve($0.action, against: page.url))?.path == path }
    }

    private mutating func follow(_ first: FormBrowser.Page) async throws -> FormBrowser.Page {
        var page = first
        for _ in 0..<8 {
            guard let location = page.location, (300..<400).contains(page.status) else { return page }
            page = try await browser.fetch(HTTPRequest(method: .get, url: location))
        }
        throw CommandFailure("The sandbox's pages lead nowhere.")
    }
}
