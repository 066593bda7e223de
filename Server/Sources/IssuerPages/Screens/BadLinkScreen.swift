import Pages

/// A wallet's link that cannot be read: nothing of it is shown, and nothing is done.
struct BadLinkScreen {
    let frame: IssuerFrame
    let code: String
    /// The wallet's address with a failure; `nil` where nobody can be answered.
    let answer: String?

    var page: Page {
        let say = frame.language
        return Page(
            "issuer-bad-link",
            reason: code,
            title: say("Este link não serve", "This link cannot be used"),
            content: """
                <p class="notice bad">\(say(
                    "Ele não é de uma carteira, ou se perdeu um pedaço dele. Nada foi feito.",
                    "It is not of a wallet, or a piece of it was lost. Nothing was done."
                ))</p>
                <p>\(say("Volte à carteira e abra o link de lá.", "Go back to the wallet and open the link there."))</p>
                \(frame.code(code))
                <div class="actions">\(back)\(frame.link(say("Meus cartões", "My cards"), to: ""))</div>
                """
        )
    }

    private var back: HTML {
        guard let answer else { return "" }
        let label = frame.language("Voltar à carteira", "Back to the wallet")
        return "<p><a class=\"button\" id=\"answer\" href=\"\(answer)\">\(label)</a></p>"
    }
}
