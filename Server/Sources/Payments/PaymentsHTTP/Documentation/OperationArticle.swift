import ChavePixModel
import ChaveWire
import HTTPKernel
import Pages

/// One operation on the reference page: its permitted callers, its input, its responses, and a command to try it.
struct OperationArticle {
    let route: Route
    let baseURL: String

    var html: HTML {
        """
        <article id="\(route.text.name)">
        <h3><a href="#\(route.text.name)">\(method(route)) <code>\(breakable(route.path))</code></a></h3>
        <p><strong>\(route.text.summary)</strong> \(route.text.details)</p>
        <p class="note">\(caller)\(waiting)\(kept)</p>
        \(parameters)
        \(request)
        <pre class="curl"><code>\(CurlLine(route: route, baseURL: baseURL).text)</code></pre>
        \(answer)
        \(refusals)
        </article>
        """
    }

    private var caller: String {
        switch route.access {
        case .open: "Needs no credentials."
        case .openToDevice: "Needs no credentials; a device sends its Chave-Device."
        case .merchant: "With API keys."
        case .merchantOrDevice: "With API keys, or with a device's token."
        }
    }

    private var waiting: String { route.isWaiting ? " Prefer: wait=N holds the answer until the object changes." : "" }

    private var kept: String { route.terms.isKept ? " Takes an Idempotency-Key." : "" }

    private var parameters: HTML {
        guard !route.query.isEmpty else { return "" }
        return """
            <h4>Query</h4>
            \(FieldRows(label: "Query of \(route.text.name)", fields: route.query, isQuery: true).html)
            """
    }

    private var request: HTML {
        guard let body = route.body else { return "" }
        return """
            <h4>Body: \(SchemaTable.link(to: body.schema))\(body.isOptional ? ", or nothing" : "")</h4>
            """
    }

    private var answer: HTML {
        switch route.answer.content {
        case .none: "<h4>Answer: \(String(route.answer.status)), without a body</h4>"
        case .other(let type): "<h4>Answer: \(String(route.answer.status)), \(type)</h4>"
        case .json(let schema, _):
            """
            <h4>Answer: \(String(route.answer.status)), \(SchemaTable.link(to: schema))</h4>
            \(route.answer.existing.map { "<p>200: \($0)</p>" as HTML } ?? "")
            <details><summary>Example</summary>
            <pre><code>\(Samples.object(of: schema).indented)</code></pre></details>
            """
        }
    }

    private var refusals: HTML {
        """
        <details><summary>Refusals</summary>
        <ul>\(route.refusals.map { refusal in
            "<li>\(String(refusal.status)): \(refusal.codes.map(link))</li>" as HTML
        })</ul></details>
        """
    }

    private func link(_ code: ErrorCode) -> HTML {
        "<a href=\"#error-\(code.rawValue)\"><code>\(code.rawValue)</code></a> "
    }

    /// The path with points at which a narrow page may break it.
    private func breakable(_ path: String) -> HTML {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return "\(parts.enumerated().map { index, part in index == 0 ? "\(part)" as HTML : "/<wbr>\(part)" })"
    }
}

/// A terminal command that calls an operation.
struct CurlLine {
    let route: Route
    let baseURL: String

    var text: String {
        var lines = [route.method == "GET" ? "curl" : "curl -X \(route.method)"]
        switch route.access {
        case .merchant, .merchantOrDevice: lines[0] += " -u \"$SECRET_ID:$SECRET_PASSWORD\""
        case .open, .openToDevice: break
        }
        lines.append("\"\(baseURL)\(path)\"")
        if route.terms.isKept { lines.append("-H \"Idempotency-Key: $(uuidgen)\"") }
        if let body = route.body {
            lines.append("-H 'Content-Type: application/json'")
            lines.append("-d '\(Samples.object(of: body.schema).indented)'")
        }
        return lines.joined(separator: " \\\n  ")
    }

    /// The path with shell variables instead of the names in braces.
    private var path: String {
        route.parameterNames.reduce(route.path) { path, name in
            path.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(
                separator: "$\(name.uppercased())"
            )
        }
    }
}
