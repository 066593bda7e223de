import Pages

/// The page for a person's browser at an address where nothing is; a program gets the refusal of an interface instead.
struct NowherePage {
    let request: ServerRequest
    /// The path of the server's first page; `nil` when the server has none.
    let home: String?

    /// Whether a person's browser asks: the request reads, names HTML, and carries no credentials of an API.
    static func isWanted(by request: ServerRequest) -> Bool {
        request.method == "GET" && request.namesHTML && request.list("authorization") == nil
    }

    var answer: ServerAnswer {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let layout = PageLayout(.start, language: say, site: "Chave", home: home ?? "/", footer: "")
        let text = say(
            "Não há nada neste endereço. Confira se ele está completo.",
            "There is nothing at this address. Check that it is complete."
        )
        let page = Page(
            "problem",
            title: say("Não encontrado", "Not found"),
            content: """
                <p>\(text)</p>
                \(wayBack(say))
                """
        )
        return ServerAnswer(.page(404, layout.html(page), language: say, policy: PagePolicy(hasImages: true)))
    }

    private func wayBack(_ say: PageLanguage) -> HTML {
        guard let home else { return "<p>\(say("Volte à página anterior.", "Go back to the page before."))</p>" }
        return """
            <div class="actions"><p><a class="button" href="\(home)">\(say("Ir ao início", "Go to the start"))</a></p></div>
            """
    }
}
