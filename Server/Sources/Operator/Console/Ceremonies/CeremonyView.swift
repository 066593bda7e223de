import ChaveBase
import ChaveCeremonyDebugger
import ChavePixModel
import ChaveWire
import Pages

/// One ceremony: its verdict, its parts, and the request to verify it again.
struct CeremonyView {
    private let ceremony: Ceremony
    private let number: Int
    private let say: PageLanguage

    /// The limit of bytes: twice the API's limit, so no request to the API exceeds it.
    private static let mostBytes = 128 << 10

    init(_ ceremony: Ceremony, number: Int, language: PageLanguage) {
        self.ceremony = ceremony
        self.number = number
        say = language
    }

    func html() async -> HTML {
        let step: HTML = ceremony.refusal.map { " data-step=\"\(Shown.text($0))\"" } ?? ""
        return """
            <section class="card" data-ceremony="\(kind?.rawValue ?? "unreadable")" \
            data-verdict="\(ceremony.refusal == nil ? "held" : "refused")"\(step) aria-labelledby="ceremony-\(String(number))">
            <h3 id="ceremony-\(String(number))">\(title), <time datetime="\(ceremony.at.rfc3339)">\(say.time(ceremony.at))</time></h3>
            \(await content)
            </section>

            """
    }

    private var kind: CeremonyKind? { CeremonyKind(ceremony.request) }

    private var title: String {
        switch kind {
        case .registration: say("Registro", "Registration")
        case .authentication: say("Autenticação", "Authentication")
        case nil: say("Cerimônia", "Ceremony")
        }
    }

    private var content: HTML {
        get async {
            let request = ceremony.request.encoded()
            guard request.count <= CeremonyView.mostBytes else {
                return """
                    \(CeremonyVerdict(ceremony, kind, nil, language: say).html)
                    <p>\(say("Grande demais para ser mostrada:", "Too large to be shown:")) \(Shown.count(request.count))</p>
                    """
            }
            let debugger = CeremonyDebugger(secondsSince1970: { [ceremony] in ceremony.at.microseconds / 1_000_000 })
            let verdict = await debugger.verify(.bytes(request))
            return """
                \(CeremonyVerdict(ceremony, kind, verdict, language: say).html)
                \(CeremonyTable(ceremony.request, kind, verdict, language: say).html)
                \(again)
                """
        }
    }

    /// The request and the answer, which can be verified anywhere.
    private var again: HTML {
        """
        <details data-key="again \(ceremony.at.rfc3339)">
        <summary>\(say("Verificar de novo no terminal", "Verify it again in a terminal"))</summary>
        <p>\(say("Salve como", "Save it as")) <code>request.json</code>: \
        <code>chave webauthn verify &lt; request.json</code></p>
        <pre tabindex="0" role="region" aria-label="\(say("Pedido de verificação", "Request to verify")) \(String(number))">\
        \(IndentedJSON.text(ceremony.request))</pre>
        </details>
        """
    }
}

/// The kind of a ceremony.
enum CeremonyKind: String {
    case registration, authentication

    /// Reads the kind; `nil` when the request is of neither kind.
    init?(_ request: JSONValue) {
        guard let text = request["ceremony"]?.string else { return nil }
        self.init(rawValue: text)
    }
}

/// Writes JSON for people: a line for each member of an object.
enum IndentedJSON {
    static func text(_ value: JSONValue) -> String { text(value, indent: "") }

    private static func text(_ value: JSONValue, indent: String) -> String {
        guard let object = value.object, !object.isEmpty, indent.utf8.count < 16 else { return value.text }
        let inner = indent + "  "
        let members = object.members.map { name, value in
            "\(inner)\(JSONValue.string(name).text): \(text(value, indent: inner))"
        }
        return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
    }
}
