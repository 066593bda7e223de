import Pages

/// What all pages of the wallet have around them, and the pieces that several have.
struct WalletFrame {
    let language: PageLanguage
    let settings: WalletSettings
    let token: String
    /// Whose wallet it is.
    let owner: String?

    static let name = "Carteira Jacarandá"

    func html(_ page: Page) -> HTML {
        let links = [
            PageLayout.Link(language("Meus cartões", "My cards"), WalletSettings.mountPath),
            PageLayout.Link(language("Adicionar", "Add a card"), "\(WalletSettings.mountPath)/add"),
        ]
        return PageLayout(
            .shop,
            language: language,
            site: WalletFrame.name,
            home: WalletSettings.mountPath,
            links: owner == nil ? [] : links,
            footer: language("Carteira de testes: nenhum cartão é real.", "A test wallet: no card is real."),
            footerLinks: [PageLayout.Link(language("Início do ambiente de testes", "Sandbox start"), "/")],
            stylePaths: [WalletSettings.mountPath + WalletSettings.stylePath]
        ).html(page)
    }

    /// A form whose only control is its button.
    func button(_ label: String, posts path: String, style: String = "", question: FormButton.Question? = nil) -> HTML {
        FormButton(
            label,
            question: question,
            action: "\(WalletSettings.mountPath)\(path)",
            token: token,
            style: style
        ).html
    }

    func link(_ label: String, to path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(WalletSettings.mountPath)\(path)\">\(label)</a></p>"
    }

    func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }
}
