import Pages

/// The page that asks for the operator's key.
struct SignInScreen {
    enum Refusal {
        case wrongKey
        /// The form was made for another session, or the session has ended.
        case outdated
    }

    static let name = "console-sign-in"

    let frame: ConsoleFrame
    let refusal: Refusal?
    /// Whether there is a start page, where a sandbox shows its key.
    let hasStartPage: Bool

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            SignInScreen.name,
            reason: refusal.map { $0 == .wrongKey ? "wrong_key" : "outdated" },
            title: say("Entrar no console", "Sign in to the console"),
            content: """
                \(notice)<p>\(say(
                    "O console mostra e muda o que acontece neste servidor. Ele pede a chave do operador.",
                    "The console shows and changes what happens on this server. It asks for the operator's key."
                ))</p>
                <form method="post" action="\(ConsoleSettings.mountPath)/enter">
                <input type="hidden" name="csrf" value="\(frame.token)">
                <p><label for="key">\(say("Chave do operador", "Operator's key"))</label>
                <input id="key" name="key" type="password" required autocomplete="current-password" autofocus></p>
                <p><button type="submit">\(say("Entrar", "Sign in"))</button></p>
                </form>
                <p class="soft">\(whereItIs)</p>
                """
        )
    }

    private var whereItIs: HTML {
        let command: HTML = """
            \(say("No terminal do servidor, com o mesmo", "In the server's terminal, with the same")) <code>--data</code>: \
            <code>chave keys operator</code>.
            """
        guard hasStartPage else { return command }
        return """
            \(say("Ela está na", "It stands on the")) <a href="/">\(say("página inicial", "start page"))</a>. \(command)
            """
    }

    private var notice: HTML {
        switch refusal {
        case nil: ""
        case .wrongKey:
            """
            <p class="notice bad" role="alert">\(say(
                "Essa não é a chave deste servidor.", "That is not this server's key."
            ))</p>

            """
        case .outdated:
            """
            <p class="notice bad" role="alert">\(say(
                "A sessão terminou, e nada foi feito. Entre de novo.",
                "The session has ended, and nothing was done. Sign in again."
            ))</p>

            """
        }
    }
}
