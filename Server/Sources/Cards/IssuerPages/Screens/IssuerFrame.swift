import Pages

/// What all pages of the issuer have around them, and the pieces that several have.
struct IssuerFrame {
    let language: PageLanguage
    let settings: IssuerSettings
    let token: String
    /// Who is signed in.
    let person: String?

    func html(_ page: Page) -> HTML {
        PageLayout(
            .bank,
            language: language,
            site: settings.name,
            home: IssuerSettings.mountPath,
            links: person == nil
                ? [] : [PageLayout.Link(language("Meus cartões", "My cards"), IssuerSettings.mountPath)],
            footer: language(
                "Emissor de testes: nenhum cartão é real. Aqui nunca se pede o número do cartão.",
                "A test issuer: no card is real. No card number is ever asked for here."
            ),
            footerLinks: [PageLayout.Link(language("Início do ambiente de testes", "Sandbox start"), "/")]
        ).html(page)
    }

    /// A form whose only control is its button.
    func button(
        _ label: String,
        posts path: String,
        style: String = "",
        question: FormButton.Question? = nil,
        spoken: String? = nil,
        fields: HTML = ""
    ) -> HTML {
        FormButton(
            label,
            question: question,
            spoken: spoken,
            action: "\(IssuerSettings.mountPath)\(path)",
            token: token,
            style: style,
            fields: fields
        ).html
    }

    func link(_ label: String, to path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(IssuerSettings.mountPath)\(path)\">\(label)</a></p>"
    }

    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    /// What a reason is called by the BFF, for whoever is asked for help.
    func code(_ reason: String) -> HTML {
        "<p class=\"soft\">\(language("Código", "Code")): <code>\(reason)</code></p>\n"
    }

    var signedInAs: HTML {
        person.map { "<p class=\"soft\">\(language("Você entrou como", "You are signed in as")) \($0).</p>\n" } ?? ""
    }

    /// As a holder says it of a token.
    func state(_ state: String) -> HTML {
        switch state {
        case "ACTIVE": "<span class=\"state good\">\(language("Ativo", "Active"))</span>"
        case "INACTIVE": "<span class=\"state\">\(language("Espera a sua confirmação", "Waits for your word"))</span>"
        case "SUSPENDED": "<span class=\"state bad\">\(language("Suspenso", "Suspended"))</span>"
        default: "<span class=\"state bad\">\(language("Removido", "Removed"))</span>"
        }
    }

    func device(_ name: String?) -> String { name ?? language("sem nome", "no name") }
}
