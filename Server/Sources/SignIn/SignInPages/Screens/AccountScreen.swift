import Pages
import SignInCore

/// Shows the person who is signed in here, and the ways to sign out.
struct AccountScreen {
    let frame: SignInFrame
    let person: BrowserPerson

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "account",
            title: say("A sua conta", "Your account"),
            scripts: [PageAsset.fresh.path],
            content: """
                <dl>
                <dt>\(say("Você entrou como", "You are signed in as"))</dt>
                <dd>\(person.displayName) (<bdi>\(person.userName)</bdi>)</dd>
                <dt>\(say("Neste navegador desde", "In this browser since"))</dt>
                <dd>\(say.time(person.signedInAt)) (\(say("horário de Brasília", "Brasília time")))</dd>
                </dl>
                <p><a href="\(frame.mount)/account/passkeys">\(say("Chaves de acesso", "Passkeys"))</a></p>
                <div class="actions">\(frame.button(say("Sair deste navegador", "Sign out here"), posts: leave))\(everywhere)</div>
                """
        )
    }

    private var leave: String { "\(frame.mount)/account/leave" }

    private var everywhere: HTML {
        frame.button(
            say("Sair de todos", "Sign out everywhere"),
            posts: leave,
            style: "harm",
            question: FormButton.Question(
                say(
                    "Todos os navegadores em que você entrou vão pedir que entre de novo. Os aplicativos continuam.",
                    "Every browser that you are signed in to will ask you to sign in again. Apps go on."
                ),
                yes: say("Sair de todos os navegadores", "Sign out of all browsers")
            ),
            fields: frame.hidden("everywhere", "yes")
        )
    }

    /// The page after the person has signed out.
    static func left(_ frame: SignInFrame, everywhere: Bool) -> Page {
        let say = frame.language
        return Page(
            "left",
            title: say("Você saiu", "You are signed out"),
            content: """
                <p class="notice good">\(everywhere
                    ? say("Você saiu de todos os navegadores.", "You are signed out of all browsers.")
                    : say("Você saiu deste navegador.", "You are signed out of this browser."))</p>
                <p><a class="button" href="\(frame.mount)/account">\(say("Entrar de novo", "Sign in again"))</a></p>
                """
        )
    }
}
