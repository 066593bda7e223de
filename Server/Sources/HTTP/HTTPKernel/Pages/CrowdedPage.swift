import ChavePixModel
import Pages

/// The page for a browser whose request a limit refuses, which says when to retry.
struct CrowdedPage {
    let failure: APIFailure
    let request: ServerRequest

    var answer: ServerAnswer {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let layout = PageLayout(.start, language: say, site: "Chave", home: "/", footer: "")
        let page = Page(
            "problem",
            title: say("Há pedidos demais agora", "There are too many requests just now"),
            content: """
                <p class="notice bad">\(text(say))</p>
                \(again(say))
                """
        )
        var response = PageResponse.page(
            failure.status,
            layout.html(page),
            language: say,
            policy: PagePolicy(hasImages: true)
        )
        response.headers.append(.init(name: "Retry-After", value: "\(seconds)"))
        return ServerAnswer(response)
    }

    private var seconds: Int { failure.retryAfterSeconds ?? 1 }

    private func text(_ say: PageLanguage) -> String {
        let nothing = say("Nada foi feito.", "Nothing was done.")
        guard seconds > 1 else {
            return say("\(nothing) Tente de novo em um instante.", "\(nothing) Try again in a moment.")
        }
        return say("\(nothing) Tente de novo em \(seconds) segundos.", "\(nothing) Try again in \(seconds) seconds.")
    }

    /// A way to retry: for GET a link, for a form a hint, because a link cannot send a form again.
    private func again(_ say: PageLanguage) -> HTML {
        guard request.method == "GET" else {
            return """
                <p>\(say("Volte à página anterior e envie de novo.", "Go back to the page before and send it again."))</p>
                """
        }
        return """
            <div class="actions"><p><a class="button" href="\(request.target)">\(say("Tentar de novo", "Try again"))</a></p></div>
            """
    }
}
