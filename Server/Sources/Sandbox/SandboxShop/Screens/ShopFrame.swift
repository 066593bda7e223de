import ChaveBase
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
            footer: language("Loja de testes: nenhum dinheiro é real.", "A test shop: no money here is real."),
            footerLinks: [PageLayout.Link(language("Início do ambiente de testes", "Sandbox start"), "/")]
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
        question: FormButton.Question? = nil,
        spoken: String? = nil,
        fields: HTML = ""
    ) -> HTML {
        FormButton(
            label,
            question: question,
            spoken: spoken,
            action: "\(mount)\(path)",
            token: token,
            style: style,
            fields: fields
        ).html
    }

    func link(_ label: String, to path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(mount)\(path)\">\(label)</a></p>"
    }

    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    /// What the page's script waits at, until the object is another than in the version that was shown.
    func waiting(_ path: String, since entityTag: String?, _ text: String) -> HTML {
        "<p class=\"busy\" role=\"status\" data-wait=\"\(waitAddress(path, entityTag))\">\(text)</p>"
    }

    /// The same without a word, on a page where the person has the next one: it may end elsewhere meanwhile.
    func watching(_ path: String, since entityTag: String?) -> HTML {
        guard let entityTag else { return "" }
        return "<div hidden data-wait=\"\(waitAddress(path, entityTag))\"></div>"
    }

    private func waitAddress(_ path: String, _ entityTag: String?) -> String {
        "\(mount)\(path)/wait?seen=\(PercentEncoding.encode(entityTag ?? ""))"
    }

    /// What a reason is called in the API, for whoever is asked for help.
    func code(_ reason: String) -> HTML {
        "<p class=\"soft\">\(language("Código", "Code")): <code>\(reason)</code></p>\n"
    }

    /// What it takes to pay from an enrollment whose passkey was not made in this browser.
    static func elsewhere(_ say: PageLanguage) -> String {
        say(
            "Um vínculo feito em outro lugar só paga aqui com a mesma chave de acesso: numa chave de segurança, ou sincronizada.",
            "An enrollment made elsewhere pays here only with the same passkey: on a security key, or synced to this device."
        )
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
