import Pages

/// Asks for the wallet's owner: a name, and no password.
struct OwnerScreen {
    let frame: WalletFrame
    let problem: String?
    let typed: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        let alert: HTML = problem.map { "<p role=\"alert\" id=\"problem\">\($0)</p>\n" } ?? ""
        let mark: HTML = problem == nil ? "" : "aria-describedby=\"problem\" "
        return Page(
            "wallet-owner",
            title: say("De quem é esta carteira?", "Whose wallet is this?"),
            content: """
                \(alert)<p>\(say(
                    "Um nome basta: esta carteira é de teste e fica neste navegador.",
                    "A name is enough: this wallet is a test, and stays in this browser."
                ))</p>
                <form method="post" action="\(WalletSettings.mountPath)/owner">
                \(frame.hidden("csrf", frame.token))<p><label for="name">\(say("Nome", "Name"))</label>
                <input id="name" name="name" type="text" maxlength="40" autocomplete="name" value="\(typed)" \(mark)required></p>
                <p><button type="submit">\(say("Abrir a carteira", "Open the wallet"))</button></p>
                </form>
                """
        )
    }
}
