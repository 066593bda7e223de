import ChaveBase
import ChaveWire
import Pages
import SignInCore
import SignInModel

/// The person's passkeys, with forms that create one and remove one.
struct PasskeysScreen {
    let frame: SignInFrame
    let passkeys: [BrowserPasskey]
    /// The options of a new passkey; `nil` where the person cannot create one now.
    let options: JSONValue?
    let problem: BrowserRefusal?
    /// The id of the passkey that was just created, as the address says; the notice needs a passkey with this id.
    let created: String?

    private var say: PageLanguage { frame.language }
    private var path: String { "\(frame.mount)/account/passkeys" }

    var page: Page {
        Page(
            "passkeys",
            reason: problem?.rawValue,
            title: say("Chaves de acesso", "Passkeys"),
            scripts: [PageAsset.fresh.path, PageAsset.passkey.path],
            content: """
                \(frame.problem(problem))\(again)\(news)<p>\(say(
                    "Com uma chave de acesso você entra por este navegador sem o outro aparelho.",
                    "With a passkey you sign in by this browser without the other device."
                ))</p>
                \(list)\(creation)<p><a href="\(frame.mount)/account">\(say("Voltar à conta", "Back to the account"))</a></p>
                """
        )
    }

    private var again: HTML {
        guard problem == .notRecent else { return "" }
        let label = say("Entrar de novo", "Sign in again")
        return "<p><a class=\"button\" href=\"\(frame.mount)/account/sign-in\">\(label)</a></p>\n"
    }

    private var news: HTML {
        guard problem == nil, let made = passkeys.first(where: { $0.recordID == created }) else { return "" }
        return """
            <p class="notice good" role="status">\(say(
                "Chave de acesso criada (\(made.browser.text(say))). Da próxima vez, entre por ela.",
                "Passkey created (\(made.browser.text(say))). Next time, sign in by it."
            ))</p>

            """
    }

    private var list: HTML {
        guard !passkeys.isEmpty else {
            return "<p class=\"soft\">\(say("Você não tem nenhuma ainda.", "You have none yet."))</p>\n"
        }
        return StackTable(
            say("As suas chaves de acesso", "Your passkeys"),
            columns: [
                .init(say("Feita em", "Made in")), .init(say("Criada", "Created")), .init(say("Usada", "Used")),
                .init(say("Onde está", "Where it is")), .init(""),
            ],
            rows: passkeys.map(row)
        ).html
    }

    private func row(_ passkey: BrowserPasskey) -> StackTable.Row {
        let place = passkey.browser.text(say)
        let used = passkey.usedAt.map(time)
        return StackTable.Row([
            "\(place)",
            time(passkey.createdAt),
            used ?? "\(say("nunca", "never"))",
            "\(passkey.isSynced ? say("sincronizada", "synced") : say("só neste aparelho", "on this device alone"))",
            frame.button(
                say("Remover", "Remove"),
                posts: "\(path)/\(passkey.recordID)/remove",
                style: "harm",
                question: FormButton.Question(
                    say(
                        "Ela deixa de valer, e os outros navegadores saem. No aparelho, apague-a também.",
                        "It counts no more, and other browsers are signed out. Delete it on the device, too."
                    ),
                    yes: say("Remover a chave", "Remove the passkey")
                ),
                spoken: say("Remover a chave feita em \(place)", "Remove the passkey made in \(place)")
            ),
        ])
    }

    private func time(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(time.rfc3339)\">\(say.time(time))</time>"
    }

    private var creation: HTML {
        guard let options else { return "" }
        return """
            <p id="problem" role="alert" hidden></p>
            <noscript><p class="notice bad">\(say(
                "Para criar uma chave de acesso o navegador precisa de JavaScript.",
                "To create a passkey the browser needs JavaScript."
            ))</p></noscript>
            <form method="post" action="\(path)" data-ceremony="create" data-into="credential" \
            data-options="\(options.text)" \(CeremonyTexts(language: say).creating)>
            \(frame.hidden("csrf", frame.token))\(frame.hidden("credential", ""))\
            <p><button type="submit" id="register" disabled>\(say("Criar chave de acesso", "Create a passkey"))</button></p>
            </form>

            """
    }
}
