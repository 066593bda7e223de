import ChaveBase
import ChaveCeremonyDebugger
import ChavePixModel
import ChaveWire
import Pages

/// The platform's verdict on a ceremony, its reason, and the checks before it.
struct CeremonyVerdict {
    private let at: Timestamp
    private let refusal: String?
    private let kind: CeremonyKind?
    /// The debugger's verdict; `nil` when the debugger was not called.
    private let verdict: Verdict?
    private let say: PageLanguage

    init(_ ceremony: Ceremony, _ kind: CeremonyKind?, _ verdict: Verdict?, language: PageLanguage) {
        at = ceremony.at
        refusal = ceremony.refusal
        self.kind = kind
        self.verdict = verdict
        say = language
    }

    var html: HTML { "\(said)\n\(explanation)\(list)" }

    private var said: HTML {
        guard let refusal else {
            let text = say("Aceita: nenhuma verificação a recusou.", "It held: no check refused it.")
            return "<p class=\"notice good\">\(text)</p>"
        }
        let words = checks.first { $0.isFailed(by: refusal) }.flatMap { CheckTexts.of($0.refusal) }
        let check: HTML = words.map { "“\(say($0.portuguese, $0.english))” " } ?? ""
        let step: HTML = verdict?.json["step"]?.string.map { ", <span lang=\"en\">\(Shown.text($0))</span>" } ?? ""
        return """
            <p class="notice bad">\(say("Recusada pela verificação", "Refused by the check")) \(check)\
            (<code>\(Shown.text(refusal))</code>\(step)).</p>
            """
    }

    /// The debugger's sentence, marked when its verdict differs from the platform's.
    private var explanation: HTML {
        guard let verdict, verdict.outcome != .verified || refusal != nil else { return "" }
        let isSame = (verdict.json["refusal"]?.string ?? "").utf8.elementsEqual((refusal ?? "").utf8)
        let message = verdict.json["message"]?.string ?? "It holds."
        if isSame { return "<p lang=\"en\" data-explanation>\(Shown.text(message, most: 2_000))</p>\n" }
        let other = say(
            "Verificada de novo agora, o resultado é outro:",
            "Verified again now, it comes to another end:"
        )
        return
            "<p class=\"notice\" data-other-verdict>\(other) <span lang=\"en\">\(Shown.text(message, most: 2_000))</span></p>\n"
    }

    private var checks: [CeremonyCheck] {
        switch kind {
        case .registration: CeremonyCheck.registration
        case .authentication: CeremonyCheck.authentication
        case nil: []
        }
    }

    /// The checks in the order in which they are made; empty when the refusal is none of them.
    private var list: HTML {
        let failed = refusal.map { refusal in checks.firstIndex { $0.isFailed(by: refusal) } }
        guard !checks.isEmpty, failed != .some(nil) else { return "" }
        let first = failed.flatMap { $0 } ?? checks.count
        let items = checks.enumerated().map { index, check in
            item(check, index < first ? .held : index == first ? .refused : .open)
        }
        return """
            <details data-key="checks \(at.rfc3339)">
            <summary>\(say("As verificações, na ordem em que são feitas", "The checks, in the order in which they are made"))</summary>
            <ol>
            \(items)</ol>
            </details>

            """
    }

    private enum Outcome: String { case held, refused, open }

    private func item(_ check: CeremonyCheck, _ outcome: Outcome) -> HTML {
        let words = CheckTexts.of(check.refusal).map { say($0.portuguese, $0.english) } ?? check.refusal
        return """
            <li data-check="\(check.refusal)" data-outcome="\(outcome.rawValue)">\(words) \
            <span class="soft" lang="en">\(check.step)</span> \(mark(outcome))</li>

            """
    }

    private func mark(_ outcome: Outcome) -> HTML {
        switch outcome {
        case .held: "<span class=\"state good\">\(say("passou", "passed"))</span>"
        case .refused: "<span class=\"state bad\">\(say("recusou", "refused"))</span>"
        case .open: "<span class=\"state\">\(say("não feita", "not made"))</span>"
        }
    }
}
