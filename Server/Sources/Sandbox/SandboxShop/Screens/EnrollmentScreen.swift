import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The page of one enrollment, by its present state.
struct EnrollmentScreen {
    let frame: ShopFrame
    let enrollment: EnrollmentResource
    let bank: String
    let entityTag: String?
    /// Whether this browser made its passkey.
    let isHere: Bool

    var say: PageLanguage { frame.language }
    private var path: String { "/enrollments/\(enrollment.id.text)" }

    /// The holder must act next, at the bank.
    var atBank: Page {
        let away: HTML =
            enrollment.details.redirectURL.map { address in
                "<p><a class=\"button\" href=\"\(address)\">\(say("Continuar no banco", "Continue at the bank"))</a></p>"
            } ?? ""
        return screen(
            "at-bank",
            say("Autorize no \(bank)", "Allow it at \(bank)"),
            scripts: [PageAsset.waiting.path],
            """
            \(frame.waiting(path, since: entityTag, say("Esperando a sua decisão no banco.", "Waiting for your decision at the bank.")))
            <div class="actions">\(away)\(giveUp)</div>
            """
        )
    }

    /// Another browser began the enrollment, and only that browser can continue it.
    var elsewhere: Page {
        screen(
            "elsewhere",
            say("Continue no outro navegador", "Go on in the other browser"),
            """
            <p class="notice">\(say(
                "Este vínculo começou em outro navegador ou em outra sessão, e só lá pode terminar.",
                "This enrollment was begun in another browser or session, and only there can it be completed."
            ))</p>
            <div class="actions">\(frame.link(say("Vincular este navegador", "Enroll this browser"), to: "/banks"))\(giveUp)</div>
            """
        )
    }

    /// The holder agreed; the bank prepares the options for the passkey.
    var preparing: Page {
        screen(
            "preparing",
            say("Preparando a chave de acesso", "Preparing the passkey"),
            scripts: [PageAsset.waiting.path],
            reloads: true,
            """
            \(frame.waiting(path, since: entityTag, say("O \(bank) está preparando o vínculo.", "\(bank) is preparing the enrollment.")))
            <div class="actions">\(giveUp)</div>
            """
        )
    }

    func register(_ options: RegistrationOptions) -> Page {
        screen(
            "register",
            say("Crie a chave de acesso", "Create the passkey"),
            scripts: [PageAsset.fresh.path, PageAsset.passkey.path, PageAsset.waiting.path],
            """
            \(frame.watching(path, since: entityTag))
            <p>\(say(
                "O navegador vai pedir a digital, o rosto, o PIN ou uma chave de segurança. Nada disso sai deste aparelho.",
                "The browser will ask for a finger, a face, the PIN or a security key. None of it leaves this device."
            ))</p>
            \(frame.ceremonyNotices)
            <form method="post" action="\(ShopSettings.mountPath)\(path)/confirm" data-ceremony="create" data-into="credential" \
            data-options="\(String(decoding: options.json.encoded(), as: UTF8.self))" \(texts)>
            \(frame.hidden("csrf", frame.token))\(frame.hidden("credential", ""))\
            <p><button type="submit" id="register" disabled>\(say("Criar chave de acesso", "Create passkey"))</button></p>
            </form>
            <div class="actions">\(giveUp)</div>
            """
        )
    }

    private var texts: HTML {
        let cancelled = say(
            "O navegador não criou a chave: o pedido foi cancelado, demorou demais ou você não foi reconhecido. Tente de novo.",
            "The browser made no passkey: the request was cancelled, took too long, or you were not recognised. Try again."
        )
        let known = say(
            "Este aparelho já tem uma chave para este vínculo. Use outro aparelho ou outra chave de segurança.",
            "This device has a passkey for this enrollment already. Use another device or security key."
        )
        let unsupported = say(
            "Este navegador ou aparelho não sabe fazer a chave que o banco pede. Tente outro.",
            "This browser or device cannot make the passkey that the bank asks for. Try another."
        )
        let failed = say("O navegador não criou a chave. Tente de novo.", "The browser made no passkey. Try again.")
        return """
            data-say-cancelled="\(cancelled)" data-say-known="\(known)" data-say-unsupported="\(unsupported)" \
            data-say-failed="\(failed)"
            """
    }

    /// The bank checks the passkey.
    var checking: Page {
        screen(
            "checking",
            say("Conferindo a chave de acesso", "Checking the passkey"),
            scripts: [PageAsset.waiting.path],
            reloads: true,
            frame.waiting(path, since: entityTag, say("O \(bank) está conferindo.", "\(bank) is checking it."))
        )
    }

    var done: Page {
        let elsewhere = ShopFrame.elsewhere(say)
        return screen(
            "done",
            isHere ? say("Navegador vinculado", "Browser enrolled") : say("Vínculo ativo", "Enrollment active"),
            """
            <p class="notice good">\(isHere
                ? say(
                    "Agora você paga com Pix do \(bank) com a chave de acesso deste navegador.",
                    "You now pay with Pix from \(bank) with this browser's passkey."
                )
                : say("Este vínculo paga. \(elsewhere)", "This enrollment pays. \(elsewhere)"))</p>
            \(facts)
            <div class="actions">\(frame.link(say("Ver os produtos", "See the products"), to: ""))\(revoke)</div>
            """
        )
    }

    private var facts: HTML {
        let details = enrollment.details
        var rows: [HTML] = ["<dt>\(say("Banco", "Bank"))</dt><dd>\(bank)</dd>\n"]
        if let number = details.payerInformation?.number {
            rows.append("<dt>\(say("Conta", "Account"))</dt><dd>\(number)</dd>\n")
        }
        rows += details.limits(say)
        if let end = details.expiresAt {
            let zone = say("horário de Brasília", "Brasília time")
            rows.append("<dt>\(say("Vale até", "Good until"))</dt><dd>\(say.time(end)) (\(zone))</dd>\n")
        }
        return "<dl>\n\(rows)</dl>"
    }

    private var giveUp: HTML {
        frame.button(say("Desistir", "Give up"), posts: "\(path)/cancel", style: "quiet")
    }

    private var revoke: HTML {
        frame.button(
            say("Revogar o vínculo", "Revoke the enrollment"),
            posts: "\(path)/cancel",
            style: "harm",
            question: .revocation(say)
        )
    }

    func screen(
        _ name: String,
        reason: String? = nil,
        _ title: String,
        scripts: [String] = [],
        reloads: Bool = false,
        _ content: HTML
    ) -> Page {
        Page(
            "enrollment-\(name)",
            reason: reason,
            title: title,
            scripts: scripts,
            reloadsAfterSeconds: reloads ? 3 : nil,
            content: content
        )
    }
}
