import Pages

/// Shows which bank this is, and opens the holder's own pages.
struct WelcomePage {
    enum Visitor {
        /// A visitor without a sign-in, with the CPF of the refused one; `nil` before the first form.
        case stranger(refusedCPF: String?)
        case known(SandboxHolder)
    }

    let frame: PageFrame
    let csrf: String
    let visitor: Visitor

    var html: HTML {
        let say = frame.language
        let content: HTML = """
            <p>\(frame.institution.legalEntityName)</p>
            <p class="soft">\(say(
                "Aqui você vê contas, pagamentos e os aparelhos que podem pagar com a sua conta.",
                "Here you see accounts, payments, and the devices that may pay from your account."
            ))</p>
            \(entrance)
            """
        return frame.html(Page("bank-welcome", title: say("Bem-vindo", "Welcome"), content: content))
    }

    private var entrance: HTML {
        let say = frame.language
        switch visitor {
        case .stranger(let refusedCPF):
            return SignInForm(
                language: say,
                action: "\(frame.home)/enter",
                hiddenFields: [("csrf", csrf)],
                refusedCPF: refusedCPF
            ).html
        case .known(let holder):
            return """
                <p>\(say("Você entrou como", "You are signed in as")) <bdi>\(holder.name)</bdi>.</p>
                <div class="actions">
                <p><a class="button" href="\(frame.ownPage)">\(say("Ver minha conta", "See my account"))</a></p>
                \(SignOutForm(frame: frame, csrf: csrf).html)
                </div>
                """
        }
    }
}

/// The form that ends the session of the holder's own pages.
struct SignOutForm {
    let frame: PageFrame
    let csrf: String

    var html: HTML {
        FormButton(
            frame.language("Sair", "Sign out"),
            action: "\(frame.home)/leave",
            token: csrf,
            style: "quiet"
        ).html
    }
}
