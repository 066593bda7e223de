import ChaveBase
import Pages
import SandboxCards
import TokenActivationCore

/// One card in this wallet: its state at the network, the way to the issuer's app, and the callback's data.
struct TokenScreen {
    let frame: WalletFrame
    let token: WalletToken
    let links: StepUpLinks
    let answer: BroughtAnswer?
    let showsCode: Bool
    let version: String
    /// The time by the clock of the deadlines.
    let now: Timestamp

    private var say: PageLanguage { frame.language }
    private var path: String { "/tokens/\(token.id)" }
    /// The time for which networks wait for the holder's decision.
    private static let stepUpSeconds: Int64 = 900

    var page: Page {
        let name: String
        let content: HTML
        switch token.state {
        case .inactive where isAwaited: (name, content) = ("step-up", stepUp)
        case .inactive: (name, content) = ("unanswered", unanswered)
        case .active: (name, content) = ("active", active)
        case .suspended: (name, content) = ("suspended", suspended)
        case .deactivated: (name, content) = ("removed", removed)
        }
        return Page(
            "wallet-\(name)",
            reason: answer?.word?.rawValue,
            title: "\(token.cardName) •••• \(token.lastFour)",
            path: WalletSettings.mountPath,
            scripts: [PageAsset.waiting.path],
            reloadsAfterSeconds: token.state == .inactive && isAwaited ? 5 : nil,
            content: "\(facts)\n\(brought)\(content)\n\(watching)\(end)"
        )
    }

    private var isAwaited: Bool {
        token.stepUpOpenedAt.map { now < $0.adding(seconds: TokenScreen.stepUpSeconds) } ?? false
    }

    private var facts: HTML {
        """
        <dl>
        <dt>\(say("Estado na bandeira", "State at the network"))</dt>
        <dd id="state">\(CardsScreen.state(token.state, say))</dd>
        <dt>\(say("Aparelho", "Device"))</dt><dd><bdi>\(token.deviceName)</bdi></dd>
        <dt>Token</dt><dd><code>\(token.id)</code></dd>
        </dl>
        """
    }

    private var stepUp: HTML {
        let title = say(
            "Código QR para abrir o emissor em outro aparelho",
            "QR code to open the issuer on another device"
        )
        let picture = frame.settings.drawQR(links.web, title).map { HTML(source: $0) }
        let drawn: HTML = picture.map { "<div class=\"qr\">\($0)</div>" } ?? ""
        return """
            <p>\(say(
                "O emissor precisa ouvir de você que é você. O pedido vale quinze minutos.",
                "The issuer has to hear from you that it is you. The request counts for fifteen minutes."
            ))</p>
            <div class="actions"><p><a class="button" id="step-up" href="\(links.web)">\
            \(say("Confirmar com o emissor", "Confirm with the issuer"))</a></p></div>
            <h2>\(say("Em outro lugar", "Elsewhere"))</h2>
            \(drawn)
            <details><summary>\(say("Os links como texto", "The links as text"))</summary>
            <p>\(say("Para um navegador", "For a browser")):</p>
            <pre><code id="web-link">\(links.web)</code></pre>
            <p>\(say("Para o aplicativo do emissor", "For the issuer's app")):</p>
            <pre><code id="app-link">\(links.app)</code></pre>
            <p>\(say("No terminal, no lugar do aplicativo", "In a terminal, in the app's stead")):</p>
            <pre><code>chave card activate '\(links.app)'\(frame.settings.whereItIs)</code></pre>
            </details>
            """
    }

    private var unanswered: HTML {
        """
        <p class="notice">\(say(
            "A bandeira não espera mais pela sua confirmação: disseram que não, ou passou do tempo.",
            "The network no longer waits for your word: somebody said no, or it took too long."
        ))</p>
        <div class="actions">\(frame.button(say("Pedir de novo", "Ask again"), posts: "\(path)/resume"))</div>
        """
    }

    private var active: HTML {
        "<p class=\"notice good\">\(say("Este cartão paga por esta carteira.", "This card pays from this wallet."))</p>"
    }

    private var suspended: HTML {
        """
        <p class="notice bad">\(say("O emissor suspendeu este cartão aqui.", "The issuer suspended this card here."))</p>
        <div class="actions">\(frame.button(
            say("Desfazer, como a bandeira faria", "Undo it, as the network would"),
            posts: "\(path)/unsuspend"
        ))</div>
        """
    }

    private var removed: HTML {
        "<p class=\"notice\">\(say("Este cartão saiu da carteira.", "This card was taken out of the wallet."))</p>"
    }

    private var watching: HTML {
        let place = "\(WalletSettings.mountPath)\(path)/\(WalletSettings.heldSegment)"
        let address = "\(place)?seen=\(PercentEncoding.encode(version))"
        return token.state == .deactivated ? "" : "<div hidden data-wait=\"\(address)\"></div>\n"
    }

    private var end: HTML {
        guard token.state != .deactivated else { return "" }
        let question = FormButton.Question(
            say("O cartão sai desta carteira para sempre.", "The card leaves this wallet for good."),
            yes: say("Sim, remover", "Yes, remove it")
        )
        let button = frame.button(say("Remover", "Remove"), posts: "\(path)/remove", style: "harm", question: question)
        return "<div class=\"actions\">\(button)</div>"
    }

    // MARK: What the callback brought

    private var brought: HTML {
        guard let answer else { return "" }
        let items: [HTML] = answer.items.map { "<dt><code>\($0.name)</code></dt><dd><code>\($0.value)</code></dd>\n" }
        return """
            <h2>\(say("O que o emissor respondeu", "What the issuer answered"))</h2>
            <p id="answer" class="notice \(style(answer))">\(meaning(answer))</p>
            <dl>
            \(items)\(code(answer))</dl>

            """
    }

    /// The style of the callback's answer: anybody can open a callback, so the network's state counts.
    private func style(_ answer: BroughtAnswer) -> String {
        switch answer.word {
        case .approved: token.state == .inactive ? "bad" : "good"
        case .declined, .failure: ""
        case nil: "bad"
        }
    }

    private func meaning(_ answer: BroughtAnswer) -> String {
        switch answer.word {
        case .approved where token.state == .inactive:
            say(
                "A resposta diz que sim, e a bandeira não sabe disso. Vale a bandeira.",
                "The answer says yes, and the network knows nothing of it. The network counts."
            )
        case .approved: say("O emissor confirmou que é você.", "The issuer confirmed that it is you.")
        case .declined: say("Você disse que não foi você.", "You said that it was not you.")
        case .failure:
            say(
                "Não deu certo no emissor. Tente de novo ou de outro jeito.",
                "It did not work at the issuer. Try again, or another way."
            )
        case nil: say("A resposta não diz nada que se entenda.", "The answer says nothing that can be understood.")
        }
    }

    private func code(_ answer: BroughtAnswer) -> HTML {
        guard let code = answer.code else { return "" }
        let label = say("Código", "Code")
        guard showsCode else {
            let address = "\(WalletSettings.mountPath)\(path)?show=code"
            return "<dt>\(label)</dt><dd><a href=\"\(address)\">\(say("Mostrar", "Show it"))</a></dd>\n"
        }
        return "<dt>\(label)</dt><dd><code>\(code)</code></dd>\n"
    }
}
