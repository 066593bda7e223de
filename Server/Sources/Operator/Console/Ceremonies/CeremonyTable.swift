import ChaveCeremonyDebugger
import ChaveWire
import Pages

/// All parts of a ceremony, a table each: the request, the client's answer, and the authenticator's.
struct CeremonyTable {
    private let parts: CeremonyParts
    private let say: PageLanguage

    init(_ request: JSONValue, _ kind: CeremonyKind?, _ verdict: Verdict, language: PageLanguage) {
        parts = CeremonyParts(request, kind, verdict, language: language)
        say = language
    }

    var html: HTML { "\(parts.groups.filter { !$0.rows.isEmpty }.map(table))" }

    private func table(_ group: Group) -> HTML {
        let table = StackTable(
            group.title,
            columns: [
                .init(say("Parte", "Part")), .init(say("O que veio", "What came")),
                .init(say("O que quer dizer", "What it means")),
            ],
            rows: group.rows.map {
                .init([$0.name, $0.value, $0.meaning], attributes: " data-part=\"\(Shown.text($0.part, most: 60))\"")
            }
        )
        return """
            <h4>\(group.title)</h4>
            \(table.html)

            """
    }

    /// A group of rows with one heading.
    struct Group {
        var title: String
        var rows: [Row]
    }

    struct Row {
        /// The name of the row for tests.
        var part: String
        var name: HTML
        var value: HTML
        var meaning: HTML

        /// Makes a row with the name of its part in the specification.
        init(_ part: String, _ value: HTML, _ meaning: HTML = "") {
            self.init(part, named: "<code>\(Shown.text(part, most: 60))</code>", value, meaning)
        }

        init(_ part: String, named name: HTML, _ value: HTML, _ meaning: HTML = "") {
            self.part = part
            self.name = name
            self.value = value
            self.meaning = meaning
        }
    }
}
