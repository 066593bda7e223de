import Pages

/// The page for a refused wallet's link: it shows nothing of the link, and does nothing.
struct BadLinkScreen {
    let frame: IssuerFrame
    /// The wallet's address with a failure; `nil` when no wallet can get an answer.
    let answer: String?

    /// The page for a link past the limit: all open requests of the browser wait for their networks.
    var tooMany: Page {
        let say = frame.language
        let code = "too_many_open"
        let text = RefusalText(code)
        return Page(
            "issuer-too-many",
            reason: code,
            title: text.what(say),
            content: """
                <p class="notice bad">\(text.next(say))</p>
                \(frame.code(code))
                <div class="actions">\(back)\(frame.link(say("Meus cartões", "My cards"), to: ""))</div>
                """
        )
    }

    /// The page for an unreadable link; `code` is the library's reason.
    func unreadable(_ code: String) -> Page {
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
