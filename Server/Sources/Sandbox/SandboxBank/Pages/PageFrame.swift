import ChaveBase
import ChavePixModel
import Pages

/// The frame of all pages of one bank.
struct PageFrame {
    let institution: SandboxInstitution
    let language: PageLanguage
    let mountPath: String

    var home: String { "\(mountPath)/\(institution.id.text)" }
    /// The path of the signed-in holder's page.
    var ownPage: String { "\(home)/home" }

    func html(_ page: Page) -> HTML {
        PageLayout(
            .bank,
            language: language,
            site: institution.displayName,
            home: home,
            logoPath: "\(home)/logo.png",
            footer: language("Banco de testes: nenhum dinheiro é real.", "A test bank: no money here is real."),
            footerLinks: [PageLayout.Link(language("Início do ambiente de testes", "Sandbox start"), "/")]
        ).html(page)
    }

    /// A page with a message and links, so that the reader can go on.
    func notice(_ screen: String, _ title: String, _ text: String, _ waysOut: [PageLayout.Link]) -> HTML {
        html(Page(screen, title: title, content: PageFrame.notice(text, waysOut)))
    }

    private static func notice(_ text: String, _ waysOut: [PageLayout.Link]) -> HTML {
        let links: [HTML] = waysOut.map { "<p><a class=\"button\" href=\"\($0.path)\">\($0.title)</a></p>\n" }
        return """
            <p>\(text)</p>
            <div class="actions">
            \(links)</div>
            """
    }

    /// The bank's first page.
    var entrance: PageLayout.Link { PageLayout.Link(language("Ir ao início do banco", "Go to the bank's start"), home) }

    /// The page for an unknown bank id, without any bank's name at the top.
    static func unknownBank(_ language: PageLanguage) -> PageResponse {
        let text = language("Não há banco neste endereço.", "There is no bank at this address.")
        let start = PageLayout.Link(language("Ir ao início", "Go to the start"), "/")
        let page = Page("problem", title: language("Não encontrado", "Not found"), content: notice(text, [start]))
        let footer = language("Banco de testes.", "A test bank.")
        let layout = PageLayout(.bank, language: language, site: "Chave", home: "/", footer: footer)
        return .page(404, layout.html(page), language: language, policy: PagePolicy(hasImages: true))
    }
}
