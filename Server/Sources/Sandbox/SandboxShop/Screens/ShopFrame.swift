import ChaveBase
import Pages

/// The frame of all pages of the shop, and the pieces that several pages share.
struct ShopFrame: SiteFrame {
    let language: PageLanguage
    let settings: ShopSettings
    let token: String
    let hasPerson: Bool

    var mountPath: String { ShopSettings.mountPath }

    func html(_ page: Page) -> HTML {
        let links = [
            PageLayout.Link(language("Produtos", "Products"), mountPath),
            PageLayout.Link(language("Meus bancos", "My banks"), "\(mountPath)/devices"),
            PageLayout.Link(language("Compras", "Orders"), "\(mountPath)/orders"),
        ]
        return PageLayout(
            .shop,
            language: language,
            site: settings.name,
            home: mountPath,
            links: hasPerson ? links : [],
            footer: language("Loja de testes: nenhum dinheiro é real.", "A test shop: no money here is real."),
            footerLinks: [PageLayout.Link(language("Início do ambiente de testes", "Sandbox start"), "/")]
        ).html(page)
    }

    /// A visible text whose element makes the page's script wait until the object differs from the shown version.
    func waiting(_ path: String, since entityTag: String?, _ text: String) -> HTML {
        "<p class=\"busy\" role=\"status\" data-wait=\"\(waitAddress(path, entityTag))\">\(text)</p>"
    }

    /// An invisible element for the same wait, on a page where the person must act: the object may end elsewhere.
    func watching(_ path: String, since entityTag: String?) -> HTML {
        guard let entityTag else { return "" }
        return "<div hidden data-wait=\"\(waitAddress(path, entityTag))\"></div>"
    }

    private func waitAddress(_ path: String, _ entityTag: String?) -> String {
        "\(mountPath)\(path)/wait?seen=\(PercentEncoding.encode(entityTag ?? ""))"
    }

    /// The requirement for paying from an enrollment whose passkey another browser made.
    static func elsewhere(_ say: PageLanguage) -> String {
        say(
            "Um vínculo feito em outro lugar só paga aqui com a mesma chave de acesso: numa chave de segurança, ou sincronizada.",
            "An enrollment made elsewhere pays here only with the same passkey: on a security key, or synced to this device."
        )
    }

    /// The place where a passkey's script shows errors, and the notice for browsers without scripts.
    var ceremonyNotices: HTML {
        """
        <p id="problem" role="alert" hidden></p>
        <noscript><p class="notice bad">\(language(
            "Este passo usa uma chave de acesso, e para isso o navegador precisa de JavaScript.",
            "This step uses a passkey, and for that the browser needs JavaScript."
        ))</p></noscript>
        """
    }
}
