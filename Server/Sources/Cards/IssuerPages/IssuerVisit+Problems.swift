import Pages

/// The pages for missing things and for failed actions.
extension IssuerVisit {
    var notFound: PageResponse {
        problem(404, say("Não existe", "There is no such page"), say("Confira o endereço.", "Check the address."))
    }

    var outdated: PageResponse {
        problem(
            403,
            say("Esta página não vale mais", "This page is no longer valid"),
            isOfARequest
                ? say(
                    "A sessão terminou. Um cartão que você já confirmou pode estar ativo: a carteira mostra como ficou.",
                    "The session has ended. A card that you confirmed may be active: the wallet shows how it came out."
                )
                : say("A sessão terminou. Nada foi feito.", "The session has ended. Nothing was done.")
        )
    }

    /// Whether the page belongs to a wallet's request, whose confirmed activation may have happened.
    private var isOfARequest: Bool { request.segments.first == "request" }

    /// The page for a request of another browser, or of a session that has ended.
    var unknownRequest: PageResponse {
        problem(
            404,
            say("Pedido desconhecido", "Unknown request"),
            say(
                "Este pedido não é deste navegador, ou terminou. Volte à carteira: ela mostra se o cartão está ativo.",
                "This request is not of this browser, or has ended. Go back to the wallet: it shows whether the card is active."
            )
        )
    }

    var unknownReturn: PageResponse {
        problem(
            400,
            say("Entrada desconhecida", "Unknown sign-in"),
            say(
                "Esta entrada não começou neste navegador, ou já foi usada. Nada foi feito.",
                "This sign-in did not begin in this browser, or was used before. Nothing was done."
            )
        )
    }

    func problem(_ code: String, status: Int) -> PageResponse {
        problem(code, RefusalText(code), status: status)
    }

    func problem(_ code: String, _ text: RefusalText, status: Int) -> PageResponse {
        problem(status, text.what(say), text.next(say), code: code)
    }

    private func problem(_ status: Int, _ title: String, _ text: String, code: String? = nil) -> PageResponse {
        let content: HTML = """
            <p class="notice bad">\(text)</p>
            \(code.map(frame.code) ?? "" as HTML)
            <div class="actions">\(frame.link(say("Meus cartões", "My cards"), to: ""))</div>
            """
        return page(Page("issuer-problem", reason: code, title: title, content: content), status: status)
    }
}
