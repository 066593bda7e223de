import Pages

/// The frame of all pages of the issuer, and the parts that several pages share.
struct IssuerFrame: SiteFrame {
    let language: PageLanguage
    let settings: IssuerSettings
    let token: String
    /// The name of the signed-in person.
    let person: String?

    var mountPath: String { IssuerSettings.mountPath }

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

    var signedInAs: HTML {
        person.map { "<p class=\"soft\">\(language("Você entrou como", "You are signed in as")) \($0).</p>\n" } ?? ""
    }

    /// A token's state in words for a holder.
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
