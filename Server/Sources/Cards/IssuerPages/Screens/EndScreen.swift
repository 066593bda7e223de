import Pages

/// The page with the outcome of a wallet's request, and the link that gives the answer to the wallet.
struct EndScreen {
    let frame: IssuerFrame
    let end: WalletRequest.End
    /// The wallet's address with the answer.
    let answer: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        switch end {
        case .approved:
            screen(
                "approved",
                say("Cartão ativado", "Card activated"),
                "<p class=\"notice good\">\(say("Ele já paga por esta carteira.", "It pays from this wallet now."))</p>"
            )
        case .refusedByHolder:
            screen(
                "declined",
                say("Cartão não ativado", "Card not activated"),
                """
                <p class="notice">\(say(
                    "Você disse que não, e a carteira fica sem o cartão.",
                    "You said no, and the wallet goes without the card."
                ))</p>
                """
            )
        case .failed("outcome_unknown"): unknown
        case .refused(let code): failed("refused", code)
        case .failed(let code): failed("failed", code)
        }
    }

    /// The page for an unknown outcome; its title must not say that the card is not active.
    private var unknown: Page {
        let code = "outcome_unknown"
        return screen(
            "failed",
            reason: code,
            say("Não sabemos se o cartão foi ativado", "We do not know whether the card was activated"),
            """
            <p class="notice">\(RefusalText(code).what(say))</p>
            <p>\(say(
                "Ele pode já pagar por esta carteira: veja nela, ou em Meus cartões, como ficou.",
                "It may pay from this wallet already: look there, or under My cards, how it came out."
            ))</p>
            \(frame.code(code))
            """
        )
    }

    private func failed(_ name: String, _ code: String) -> Page {
        let text = RefusalText(code)
        return screen(
            name,
            reason: code,
            say("Cartão não ativado", "Card not activated"),
            """
            <p class="notice bad">\(text.what(say))</p>
            <p>\(text.next(say))</p>
            \(frame.code(code))
            """
        )
    }

    private func screen(_ name: String, reason: String? = nil, _ title: String, _ content: HTML) -> Page {
        Page(
            "issuer-\(name)",
            reason: reason,
            title: title,
            content: """
                \(content)
                <div class="actions"><p><a class="button" id="answer" href="\(answer)">\
                \(say("Voltar à carteira", "Back to the wallet"))</a></p></div>
                """
        )
    }
}
