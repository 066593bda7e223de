import ChaveBase
import ChavePixModel
import Pages

/// The shop's products, and the accounts that can pay for them.
struct CatalogueScreen {
    let frame: ShopFrame
    let customer: CustomerResource
    /// The accounts that can pay, this browser's own first.
    let sources: [PaymentSource]
    /// One attempt for each product.
    let attempts: [String]

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-catalogue",
            title: say("Produtos", "Products"),
            path: ShopSettings.mountPath,
            scripts: [PageAsset.fresh.path],
            content: """
                \(greeting)
                \(invitation)
                <ul class="cards">
                \(zip(Product.all, attempts).map(card))</ul>
                """
        )
    }

    private var greeting: HTML {
        let name = customer.name ?? say("cliente", "customer")
        let leave = frame.button(
            say("Trocar de pessoa", "Change person"),
            posts: "/leave",
            style: "quiet"
        )
        return """
            <p>\(say("Olá, \(name).", "Hello, \(name)."))</p>
            <div class="actions">\(leave)\(another)</div>
            """
    }

    private var isEnrolledHere: Bool { sources.contains(where: \.isHere) }

    /// The link for a second enrollment: at another bank, or after this browser lost its passkey.
    private var another: HTML {
        guard isEnrolledHere else { return "" }
        let label = say("Vincular este navegador a outra conta", "Enroll this browser with another account")
        return "<p><a href=\"\(ShopSettings.mountPath)/banks\">\(label)</a></p>"
    }

    private var invitation: HTML {
        guard !isEnrolledHere else { return "" }
        let text =
            sources.isEmpty
            ? say(
                "Para pagar com Pix por biometria, vincule antes este navegador ao seu banco. Leva um minuto.",
                "To pay with Pix by biometrics, first enroll this browser at your bank. It takes a minute."
            )
            : say(
                "Os seus vínculos foram feitos em outro lugar. Para pagar aqui, vincule este navegador. \(ShopFrame.elsewhere(say))",
                "Your enrollments were made elsewhere. To pay here, enroll this browser. \(ShopFrame.elsewhere(say))"
            )
        return """
            <div class="notice">
            <p>\(text)</p>
            \(frame.link(say("Vincular este navegador", "Enroll this browser"), to: "/banks"))
            </div>
            """
    }

    private func card(_ product: Product, _ attempt: String) -> HTML {
        let name = say(product.names.portuguese, product.names.english)
        let lesson: HTML = product.lesson.map { "<p class=\"soft\">\(say($0.portuguese, $0.english))</p>\n" } ?? ""
        return """
            <li><h2>\(name)</h2>
            <p class="amount">\(say.money(product.price))</p>
            \(lesson)\(sources.isEmpty ? "" : order(product, name, attempt))</li>

            """
    }

    private func order(_ product: Product, _ name: String, _ attempt: String) -> HTML {
        """
        <form method="post" action="\(ShopSettings.mountPath)/orders">
        \(frame.hidden("csrf", frame.token))\(frame.hidden("attempt", attempt))\(frame.hidden("product", product.id))\
        \(SourceField(frame: frame, sources: sources, product: product).html)<p><button type="submit" aria-label="\(say("Comprar: \(name)", "Buy: \(name)"))">\
        \(say("Comprar", "Buy"))</button></p>
        </form>
        <p><a href="\(ShopSettings.mountPath)/products/\(product.id)" aria-label="\(laterLabel(name))">\(later)</a></p>
        """
    }

    private var later: String { say("Pagar noutro dia", "Pay on another day") }

    private func laterLabel(_ name: String) -> String { "\(later): \(name)" }
}
