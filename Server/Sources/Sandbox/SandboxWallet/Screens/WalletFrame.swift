import Pages

/// The frame of all pages of the wallet, and the pieces that several pages share.
struct WalletFrame: SiteFrame {
    let language: PageLanguage
    let settings: WalletSettings
    let token: String
    /// The name of the wallet's owner.
    let owner: String?

    var mountPath: String { WalletSettings.mountPath }

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
}
