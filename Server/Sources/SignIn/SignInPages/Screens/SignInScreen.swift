import ChaveWire
import Pages
import SignInCore
import SignInModel

/// Asks for a passkey, or shows a QR for a device that is signed in.
struct SignInScreen {
    let frame: SignInFrame
    let view: BrowserSignInView
    let path: String
    let version: Int64
    let problem: BrowserRefusal?
    let settings: SignInPagesSettings

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
        guard !view.asker.isAnew else { return say("Mostre que é você", "Show that it is you") }
        return view.asker.clientName.map { say("Entrar em \($0)", "Sign in to \($0)") } ?? say("Entrar", "Sign in")
    }

    private var who: HTML {
        let name = view.asker.tenantName
        guard let client = view.asker.clientName else {
            return "<p>\(say("Para ver a sua página de \(name), entre.", "Sign in to see your page at \(name)."))</p>\n"
        }
        guard !view.asker.isAnew else { return "\(anew(client, name))\(onePerson)" }
        return """
            <p>\(say(
                "\(client) pede que você entre com a sua conta de \(name).",
                "\(client) asks you to sign in with your account at \(name)."
            ))</p>
            \(onePerson)
            """
    }

    /// The page does not name that person, because another person may use this browser.
    private var onePerson: HTML {
        guard view.asker.isForOnePerson else { return "" }
        return """
            <p class="notice">\(say(
                "Só a conta que já entrou neste aplicativo pode continuar. Com outra conta, desista e entre de novo por ele.",
                "Only the account that signed in to this app before can go on. For another account, give up and begin there."
            ))</p>

            """
    }

    /// The notice refers to the client's page for the purpose: only the client knows it, and this page cannot confirm
    /// it.
    private func anew(_ client: String, _ name: String) -> HTML {
        """
        <p>\(say(
            "\(client) pede que você mostre mais uma vez que é você, com a sua conta de \(name).",
            "\(client) asks you to show once more that it is you, by your account at \(name)."
        ))</p>
        <p class="notice">\(say(
            "Para quê, está na página de onde você veio, e não aqui. Se você não acabou de pedir nada lá, desista.",
            "What for stands on the page that you come from, and not here. If you asked for nothing there just now, give up."
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
        \(frame.hidden("csrf", frame.token))\(frame.hidden("credential", ""))\
        <p><button type="submit" id="passkey" disabled>\(say("Usar chave de acesso", "Use a passkey"))</button></p>
        </form>

        """
    }

    private var qr: HTML {
        guard case .offer(let address, let seconds) = view.approval else { return "" }
        let title = say("Código QR para o seu aparelho", "QR code for your device")
        let picture = settings.drawQR(address, title).map { HTML(source: $0) } ?? ""
        return """
            <h2>\(say("Com um aparelho em que você já entrou", "With a device that you are signed in on"))</h2>
            <p>\(say(
                "Leia este código com o aplicativo. Ele mostra três números: escolha o que aparecer aqui.",
                "Read this code with the app. It shows three numbers: pick the one that appears here."
            ))</p>
            <div class="qr">\(picture)</div>
            <p class="soft">\(say("Ou copie o endereço do código", "Or copy the code's address")) \
            (\(say("vale \(seconds) s", "good for \(seconds) s"))): <code>\(address)</code></p>
            \(command(address))
            """
    }

    private func command(_ address: String) -> HTML {
        guard let command = settings.approvalCommand?(address) else { return "" }
        return """
            <p class="soft">\(say("Se o aparelho é um terminal:", "Where the device is a terminal:"))</p>
            <pre><code id="approval-command">\(command)</code></pre>

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
