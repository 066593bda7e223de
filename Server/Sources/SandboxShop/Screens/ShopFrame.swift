import ChaveTransport
import Pages

/// What all pages of the shop have around them, and the pieces that several have.
struct ShopFrame {
    let language: PageLanguage
    let settings: ShopSettings
    let hasPerson: Bool

    private var mount: String { ShopSettings.mountPath }
    /// A bank's approval follows a form of the shop by redirection, on this host.
    var formTargets: [String] { ["'self'"] }

    func html(_ page: Page) -> HTML {
        let links = [
            PageLayout.Link(language("Produtos", "Products"), mount),
            PageLayout.Link(language("Meus bancos", "My banks"), "\(mount)/devices"),
            PageLayout.Link(language("Compras", "Orders"), "\(mount)/orders"),
        ]
        return PageLayout(
            .shop,
            language: language,
            site: settings.name,
            home: mount,
            links: hasPerson ? links : [],
            footer: language("Loja de testes: nenhum dinheiro é real.", "A test shop: no money here is real.")
        ).html(page)
    }

    /// A form whose only control is its button.
    ///
    /// `spoken` is what it is called where many stand on a page.
    func button(
        _ label: String,
        posts path: String,
        token: String,
        style: String = "",
        spoken: String? = nil,
        fields: HTML = ""
    ) -> HTML {
        let name: HTML = spoken.map { " aria-label=\"\($0)\"" } ?? ""
        return """
            <form method="post" action="\(mount)\(path)">
            <input type="hidden" name="csrf" value="\(token)">
            \(fields)<button type="submit" class="\(style)"\(name)>\(label)</button>
            </form>
            """
    }

    func link(_ label: String, to path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(mount)\(path)\">\(label)</a></p>"
    }

    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    /// What the page's script waits at, until the object is another than in the version that was shown.
    func waiting(_ path: String, since entityTag: String?, _ text: String) -> HTML {
        let address = "\(mount)\(path)/wait?seen=\(PercentEncoding.encode(entityTag ?? ""))"
        return "<p class=\"busy\" role=\"status\" data-wait=\"\(address)\">\(text)</p>"
    }

    /// Where a passkey's script says what went wrong, and what says so without one.
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
