import Pages
import SignInCore

/// Asks the person whether to sign out, where only an address requests it.
struct LogoutScreen {
    let frame: SignInFrame
    let view: LogoutView
    let locales: String?

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "logout",
            title: say("Sair deste navegador?", "Sign out here?"),
            scripts: [PageAsset.fresh.path],
            content: """
                <p>\(say("Você entrou como", "You are signed in as")) <strong>\(view.displayName)</strong> \
                (<bdi>\(view.userName)</bdi>).</p>
                \(who)\(another)\
                <div class="actions">\(frame.button(
                    say("Sair", "Sign out"),
                    posts: "\(frame.mount)/v2/logout/confirm",
                    fields: fields
                ))\
                <a class="button quiet" href="\(frame.mount)/account">\(say("Continuar conectado", "Stay signed in"))</a></div>
                """
        )
    }

    private var who: HTML {
        guard let client = view.asker.clientName else { return "" }
        return """
            <p>\(say(
                "\(client) pede que você saia. Os outros aplicativos em que você entrou por aqui são avisados.",
                "\(client) asks you to sign out. The other apps that you signed in to from here are told."
            ))</p>

            """
    }

    private var another: HTML {
        guard view.isForAnother else { return "" }
        return """
            <p class="notice">\(say(
                "O aplicativo parece falar de outra conta, e não desta.",
                "The app seems to mean another account, and not this one."
            ))</p>

            """
    }

    private var fields: HTML {
        let pairs = [
            ("client_id", view.asker.client), ("post_logout_redirect_uri", view.asker.redirectURI),
            ("state", view.asker.state), ("ui_locales", locales),
        ]
        return "\(pairs.compactMap { name, value in value.map { frame.hidden(name, $0) } })"
    }

    /// The page where nobody is signed in: the person must click the way back, since anybody may have written the
    /// address.
    static func nobody(_ frame: SignInFrame, _ asker: LogoutAsker) -> Page {
        let say = frame.language
        let name = asker.clientName ?? ""
        let back: HTML =
            asker.way.map { way in
                "<p><a class=\"button\" href=\"\(way)\">\(say("Voltar para \(name)", "Back to \(name)"))</a></p>"
            } ?? ""
        return Page(
            "left",
            title: say("Você saiu", "You are signed out"),
            content: """
                <p class="notice good">\(say("Ninguém está conectado aqui.", "Nobody is signed in here."))</p>
                \(back)
                """
        )
    }
}
