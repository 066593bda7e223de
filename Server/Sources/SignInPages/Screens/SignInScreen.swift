import ChaveWire
import Pages
import SignInCore

/// A passkey, or a QR for a device that is signed in.
struct SignInScreen {
    let frame: SignInFrame
    let view: BrowserSignInView
    let path: String
    let version: Int64
    let problem: BrowserRefusal?
    let drawQR: @Sendable (_ text: String, _ title: String) -> String?

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            isAsked ? "sign-in-number" : "sign-in",
            reason: problem?.rawValue,
            title: title,
            scripts: [PageAsset.fresh.path, PageAsset.passkey.path, PageAsset.waiting.path],
            reloadsAfterSeconds: 5,
            content: """
                \(who)\(frame.problem(problem))\(refusals)<div hidden data-wait="\(path)/wait?seen=\(String(version))"></div>
                \(isAsked ? number : "\(passkey)\(qr)")
                <div class="actions">\(frame.button(say("Desistir", "Give up"), posts: "\(path)/cancel", style: "quiet"))</div>
                """
        )
    }

    private var isAsked: Bool {
        if case .number = view.approval { return true }
        return false
    }

    private var title: String {
        view.asker.clientName.map { say("Entrar em \($0)", "Sign in to \($0)") } ?? say("Entrar", "Sign in")
    }

    private var who: HTML {
        let name = view.asker.tenantName
        guard let client = view.asker.clientName else {
            return "<p>\(say("Para ver a sua página de \(name), entre.", "Sign in to see your page at \(name)."))</p>\n"
        }
        return """
            <p>\(say(
                "\(client) pede que você entre com a sua conta de \(name).",
                "\(client) asks you to sign in with your account at \(name)."
            ))</p>

            """
    }

    private var refusals: HTML {
        guard view.refusals > 0 else { return "" }
        return """
            <p class="notice bad" role="alert">\(say(
                "O aparelho recusou, não respondeu, ou o número escolhido era outro. Leia o código novo.",
                "The device refused, did not answer, or another number was picked. Read the new code."
            ))</p>

            """
    }

    private var passkey: HTML {
        """
        <h2>\(say("Com uma chave de acesso", "With a passkey"))</h2>
        <p id="problem" role="alert" hidden></p>
        <noscript><p class="notice">\(say(
            "Para a chave de acesso o navegador precisa de JavaScript. O código abaixo funciona sem ele.",
            "For a passkey the browser needs JavaScript. The code below works without it."
        ))</p></noscript>
        <form method="post" action="\(path)/passkey" data-ceremony="get" data-into="credential" \
        data-options="\(view.passkey.text)" \(CeremonyTexts(language: say).using)>
        \(SignInFrame.hidden("csrf", frame.token))\(SignInFrame.hidden("credential", ""))\
        <p><button type="submit" id="passkey" disabled>\(say("Usar chave de acesso", "Use a passkey"))</button></p>
        </form>

        """
    }

    private var qr: HTML {
        guard case .offer(let address, let seconds) = view.approval else { return "" }
        let title = say("Código QR para o seu aparelho", "QR code for your device")
        let picture = drawQR(address, title).map { HTML(source: $0) } ?? ""
        return """
            <h2>\(say("Com um aparelho em que você já entrou", "With a device that you are signed in on"))</h2>
            <p>\(say(
                "Leia este código com o aplicativo. Ele mostra três números: escolha o que aparecer aqui.",
                "Read this code with the app. It shows three numbers: pick the one that appears here."
            ))</p>
            <div class="qr">\(picture)</div>
            <p class="soft">\(say("Ou copie o endereço do código", "Or copy the code's address")) \
            (\(say("vale \(seconds) s", "good for \(seconds) s"))): <code>\(address)</code></p>

            """
    }

    private var number: HTML {
        guard case .number(let number, _) = view.approval else { return "" }
        return """
            <p>\(say("Escolha este número no seu aparelho:", "Pick this number on your device:"))</p>
            <p class="match" role="status">\(number.text)</p>
            <p>\(say(
                "Se o aparelho mostrar outro navegador ou outro aplicativo, recuse.",
                "If the device shows another browser or another app, refuse."
            ))</p>
            <p class="busy">\(say("Esperando o aparelho.", "Waiting for the device."))</p>
            """
    }
}
