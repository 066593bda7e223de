import ChaveCeremonyDebugger
import ChaveWire
import Pages

/// The parts of a ceremony with their values, compared with the request.
struct CeremonyParts {
    let request: JSONValue
    let kind: CeremonyKind?
    let verdict: Verdict
    let say: PageLanguage

    init(_ request: JSONValue, _ kind: CeremonyKind?, _ verdict: Verdict, language: PageLanguage) {
        self.request = request
        self.kind = kind
        self.verdict = verdict
        say = language
    }

    typealias Group = CeremonyTable.Group
    typealias Row = CeremonyTable.Row

    var groups: [Group] {
        guard let kind else { return [] }
        let common = [asked, clientData]
        switch kind {
        case .registration:
            let object = InspectedBytes(response("attestationObject"), as: .attestationObject)
            let data = object.json?["authData"]
            return common + [
                authenticatorData(data, []), newCredential(data?["attestedCredentialData"]), attestation(object),
            ]
        case .authentication:
            let data = InspectedBytes(response("authenticatorData"), as: .authenticatorData)
            return common + [authenticatorData(data.json, data.findings), storedCredential, signature]
        }
    }

    func response(_ name: String) -> JSONValue? { request["credential"]?["response"]?[name] }

    /// The rows of findings; the sentences are the debugger's.
    func off(_ findings: [String]) -> [Row] {
        findings.prefix(10).map { finding in
            Row(
                "finding",
                named: "\(say("Fora da forma", "Out of form"))",
                "<span lang=\"en\">\(Shown.text(finding, most: 400))</span>"
            )
        }
    }

    /// The row of a value; none when there is no value.
    func row(_ name: String, _ value: JSONValue?, _ meaning: HTML = "") -> [Row] {
        guard let value, !value.isNull else { return [] }
        return [Row(name, Shown.code(value), meaning)]
    }

    func bytes(_ name: String, _ value: JSONValue?, _ meaning: HTML = "") -> [Row] {
        guard let text = value?.string else { return row(name, value, meaning) }
        return [Row(name, Shown.bytes(text), meaning)]
    }

    /// A mark that shows whether a value is as requested, with a text for each case.
    func mark(_ isSo: Bool, _ yes: (String, String), _ no: (String, String)) -> HTML {
        isSo
            ? "<span class=\"state good\">\(say(yes.0, yes.1))</span>"
            : "<span class=\"state bad\">\(say(no.0, no.1))</span>"
    }

    /// Whether two texts are equal byte for byte, as relying parties compare them.
    static func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one.utf8.elementsEqual(other.utf8)
    }

    // MARK: What was asked

    private var asked: Group {
        let rows =
            row("rpId", request["rpId"], "\(say("para quem é a credencial", "whom the credential is for"))")
            + list("origins", say("onde pode acontecer", "where it may happen"), Shown.code)
            + bytes("challenge", request["challenge"], "\(say("vale uma vez", "counts once"))")
            + row("userVerification", request["userVerification"], verification)
            + list("algorithms", say("oferecidos", "offered")) { Shown.code(algorithm($0)) }
            + list("allowedCredentials", say("podem assinar", "may sign")) { Shown.bytes($0.string ?? "") }
        return Group(title: say("O que foi pedido", "What was asked"), rows: rows)
    }

    private var verification: HTML {
        guard request["userVerification"]?.string == "required" else { return "" }
        return "\(say("a pessoa tem de ser verificada", "the person must be verified"))"
    }

    private func list(_ name: String, _ meaning: String, _ show: (JSONValue) -> HTML) -> [Row] {
        request[name]?.array.map { [Row(name, Shown.list($0, show), "\(meaning)")] } ?? []
    }

    /// The text of an algorithm, such as `-7 (ES256)`.
    func algorithm(_ number: JSONValue?) -> String {
        number?.number?.int64.map { AlgorithmNames.text(COSEAlgorithm(rawValue: $0)) } ?? number?.text ?? "–"
    }

    // MARK: Client data

    private var clientData: Group {
        let data = InspectedBytes(response("clientDataJSON"), as: .clientData)
        let json = data.json
        let others = json?["others"]?.object?.members ?? []
        let unknown = say(
            "a especificação não o nomeia; não conta",
            "the specification does not name it; it counts for nothing"
        )
        let rows =
            row("type", json?["type"], type(json?["type"])) + bytes("challenge", json?["challenge"], challenge(json))
            + row("origin", json?["origin"], origin(json?["origin"]))
            + row("crossOrigin", json?["crossOrigin"], frame(json?["crossOrigin"]))
            + row("topOrigin", json?["topOrigin"])
            + others.prefix(20).map { Row($0.name, Shown.code($0.value), "\(unknown)") } + off(data.findings)
        return Group(title: "\(say("Dados do cliente", "Client data")) (clientDataJSON)", rows: rows)
    }

    private func type(_ type: JSONValue?) -> HTML {
        let expected = kind == .registration ? "webauthn.create" : "webauthn.get"
        return mark(
            CeremonyParts.isSame(type?.string, expected),
            ("desta cerimônia", "this ceremony's"),
            ("de outra cerimônia", "another ceremony's")
        )
    }

    private func challenge(_ json: JSONValue?) -> HTML {
        mark(
            CeremonyParts.isSame(json?["challenge"]?.string, request["challenge"]?.string),
            ("o que foi enviado", "the one that was sent"),
            ("outro", "another one")
        )
    }

    private func origin(_ origin: JSONValue?) -> HTML {
        let origins = request["origins"]?.array ?? []
        return mark(
            origins.contains { CeremonyParts.isSame($0.string, origin?.string) },
            ("permitida", "allowed"),
            ("não é uma das permitidas", "none of those allowed")
        )
    }

    private func frame(_ value: JSONValue?) -> HTML {
        value == true
            ? "\(say("numa página dentro de outro site", "in a page inside another site"))"
            : "\(say("não no quadro de outro site", "in no other site's frame"))"
    }
}
