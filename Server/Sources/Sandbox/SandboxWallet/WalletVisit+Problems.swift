import Pages
import SandboxCards

/// The pages for an object that does not exist, or for a request that cannot be done.
extension WalletVisit {
    var notFound: PageResponse {
        problem(
            404,
            say("Não existe", "There is no such thing"),
            say("Ou é da carteira de outra pessoa.", "Or it is in somebody else's wallet.")
        )
    }

    var outdated: PageResponse {
        problem(
            403,
            say("Esta página não vale mais", "This page is no longer valid"),
            say("A carteira mudou de mãos. Nada foi feito.", "The wallet changed hands. Nothing was done.")
        )
    }

    var incomplete: PageResponse {
        problem(
            400,
            say("Falta algo neste pedido", "Something is missing in this request"),
            say("Nada foi feito. Comece de novo.", "Nothing was done. Begin again.")
        )
    }

    var unavailable: PageResponse {
        problem(
            503,
            say("Agora não dá", "Not now"),
            say("As bandeiras de teste não respondem. Tente de novo.", "The test networks do not answer. Try again.")
        )
    }

    /// The page for an unknown callback, whose data the wallet does not store, because anybody may have sent them.
    var unknownReturn: PageResponse {
        problem(
            404,
            say("Retorno desconhecido", "Unknown return"),
            say(
                "Este retorno não é de um cartão desta carteira. Abra a carteira no navegador em que o adicionou.",
                "This return belongs to no card of this wallet. Open the wallet in the browser in which you added it."
            )
        )
    }

    func problem(_ refusal: WalletRefusal) -> PageResponse {
        guard refusal != .tokenNotFound else { return notFound }
        return problem(409, say("Não deu certo", "It did not work"), RefusalSentence(refusal)(say))
    }

    private func problem(_ status: Int, _ title: String, _ text: String) -> PageResponse {
        let content: HTML = """
            <p class="notice bad">\(text)</p>
            <div class="actions">\(frame.link(say("Abrir a carteira", "Open the wallet"), to: ""))</div>
            """
        return page(Page("wallet-problem", title: title, content: content), status: status)
    }
}
