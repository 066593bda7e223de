import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import Pages

/// The API's reference for people: the same routes and tables as the OpenAPI document, as one page.
///
/// The page loads only its own style from the network, and has no script.
struct ReferencePage {
    let document: OpenAPIDocument

    static let stylePath = "/payments/docs/style.css"

    /// The security headers: the page loads only its own style and has no form.
    static let headers = PagePolicy().headers

    var source: String {
        HTMLDocument(language: "en", title: "Chave Payments API", stylePaths: [ReferencePage.stylePath], content: body)
            .html.source
    }

    private var body: HTML {
        """
        <a class="skip" href="#reference">Skip to the reference</a>
        <nav aria-label="Contents">\(contents)</nav>
        <main id="reference" tabindex="-1">
        \(introduction)
        \(document.sections.map(chapter))
        \(errors)
        \(schemas)
        </main>
        """
    }

    private var contents: HTML {
        """
        <p class="title"><a href="#top">Chave Payments API</a></p>
        \(document.sections.map { section in
            """
            <p><a href="#\(anchor(section))">\(section.rawValue)</a></p>
            <ul>\(operations(of: section).map(entry))</ul>
            """ as HTML
        })
        <p><a href="#errors">Errors</a></p>
        <p><a href="#schemas">Schemas</a></p>
        """
    }

    private func entry(_ operation: Route) -> HTML {
        """
        <li><a href="#\(operation.text.name)">\(method(operation)) \(short(operation.path))</a></li>
        """
    }

    /// The path without the prefix that most paths have in common.
    private func short(_ path: String) -> String {
        path.utf8.starts(with: "/payments/br/".utf8) ? String(path.dropFirst("/payments/br".utf8.count)) : path
    }

    private var introduction: HTML {
        """
        <header id="top">
        <h1>Chave Payments API</h1>
        <p class="lead">Pix payments by biometrics. This server is <code>\(document.baseURL)</code>; for programs there is
        <a href="/payments/openapi.json">the same as OpenAPI 3.1</a>.</p>
        <ul class="guide">\(APIGuide.sentences.map { "<li>\($0)</li>" as HTML })</ul>
        </header>
        """
    }

    private func chapter(_ section: RouteSection) -> HTML {
        """
        <section aria-labelledby="\(anchor(section))">
        <h2 id="\(anchor(section))">\(section.rawValue)</h2>
        <p>\(section.summary)</p>
        \(operations(of: section).map { OperationArticle(route: $0, baseURL: document.baseURL).html })
        </section>
        """
    }

    private var errors: HTML {
        """
        <section aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <p>Each refusal is an array of <a href="#schema-Error">Error</a>.</p>
        <div class="wide" tabindex="0" role="group" aria-label="Error codes"><table>
        <thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">what it says</th></tr></thead>
        <tbody>\(ErrorCode.all.map(row))</tbody>
        </table></div>
        </section>
        """
    }

    private func row(_ code: ErrorCode) -> HTML {
        var statuses = Set(
            document.operations.flatMap(\.refusals).filter { $0.codes.contains(code) }.map(\.status)
        )
        if code == .methodNotAllowed { statuses.insert(405) }
        let text = statuses.sorted().map(String.init).joined(separator: ", ")
        return """
            <tr id="error-\(code.rawValue)"><td><code>\(code.rawValue)</code></td><td>\(text)</td>\
            <td>\(code.meaning)</td></tr>
            """
    }

    private var schemas: HTML {
        """
        <section aria-labelledby="schemas">
        <h2 id="schemas">Schemas</h2>
        \(document.components.map { SchemaTable(schema: $0).html })
        </section>
        """
    }

    private func operations(of section: RouteSection) -> [Route] {
        document.operations.filter { $0.terms.section == section }
    }

    private func anchor(_ section: RouteSection) -> String {
        section.rawValue.lowercased().split(separator: " ").joined(separator: "-")
    }
}

/// A method name that the style colours.
func method(_ operation: Route) -> HTML {
    let method = operation.method
    return "<b class=\"method \(method.lowercased())\">\(method)</b>"
}

/// The rules for every operation, in sentences for people (Payments API, sections 1, 2 and 8).
enum APIGuide {
    static let sentences = [
        "A merchant's server calls with its API keys by HTTP Basic. A device calls with a token that the merchant's server "
            + "fetched for it, and with Chave-Device: 32 bytes that it made once. A device sees what it made itself.",
        "Amounts are in reais: sent as a number or a decimal string, answered as a string with two decimals. Times are RFC "
            + "3339 in UTC. Ids are UUIDs.",
        "A refusal is a JSON array: each item has a code for programs, a message that says what to do, the request's id "
            + "and, where it is about one, the dotted path of a field.",
        "A parameter of the query that an operation does not name is refused, and so is one that stands twice: an ignored "
            + "filter would show everybody's rows. Members of a body that the server does not know are ignored. Ignore members and words in answers that you do not know.",
        "Send an Idempotency-Key with each POST, made before the first try: a repetition gets the first answer, byte for "
            + "byte, and nothing happens twice.",
        "Lists are newest first; follow next and previous as they are.",
        "Each path answers without its last slash too.",
    ]
}
