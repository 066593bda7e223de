import HTTPKernel
import Pages
import SignInModel

/// The answer to a mailed link that is no longer good: a page for a browser; a program gets JSON.
struct DeadLinkPage {
    let tenant: Tenant
    let request: ServerRequest

    var answer: ServerAnswer {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let layout = PageLayout(.start, language: say, site: tenant.displayName, home: "/", footer: "")
        let page = Page(
            "problem",
            title: say("Este link não vale mais", "This link is not good any more"),
            content: """
                <p class="notice bad">\(reason(say))</p>
                <p>\(wayOut(say))</p>
                """
        )
        return ServerAnswer(
            .page(400, layout.html(page), language: say, policy: PagePolicy(hasImages: true))
        )
    }

    private func reason(_ say: PageLanguage) -> String {
        say(
            "Ele já foi usado, passou das 24 horas, ou um mais novo foi enviado depois dele.",
            "It was used already, is older than 24 hours, or a newer one was sent after it."
        )
    }

    private func wayOut(_ say: PageLanguage) -> String {
        let mail = tenant.supportMail.map { " (\($0))" } ?? ""
        return say(
            "Peça um novo link a \(tenant.displayName)\(mail) e abra o do e-mail mais recente.",
            "Ask \(tenant.displayName)\(mail) for a new link, and open the one in the latest mail."
        )
    }
}
