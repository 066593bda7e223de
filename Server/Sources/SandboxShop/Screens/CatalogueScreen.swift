import ChavePixModel
import Pages

/// What the shop sells, and what it can be paid from.
struct CatalogueScreen {
    let frame: ShopFrame
    let token: String
    let customer: CustomerResource
    /// Those that can pay, with their banks' names.
    let enrollments: [(enrollment: EnrollmentResource, bank: String)]
    /// One for each product.
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
                \(enrollments.isEmpty ? invitation : "")
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
            token: token,
            style: "quiet"
        )
        return """
            <p>\(say("Olá, \(name).", "Hello, \(name)."))</p>
            <div class="actions">\(leave)</div>
            """
    }

    private var invitation: HTML {
        """
        <div class="notice">
        <p>\(say(
            "Para pagar com Pix por biometria, vincule antes este navegador ao seu banco. Leva um minuto.",
            "To pay with Pix by biometrics, first enroll this browser at your bank. It takes a minute."
        ))</p>
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
            \(lesson)\(enrollments.isEmpty ? "" : order(product, name, attempt))</li>

            """
    }

    private func order(_ product: Product, _ name: String, _ attempt: String) -> HTML {
        """
        <form method="post" action="\(ShopSettings.mountPath)/orders">
        \(ShopFrame.hidden("csrf", token))\(ShopFrame.hidden("attempt", attempt))\(ShopFrame.hidden("product", product.id))\
        \(source(product))<p><button type="submit">\(say("Comprar \(name)", "Buy \(name)"))</button></p>
        </form>
        """
    }

    /// One account is no question.
    private func source(_ product: Product) -> HTML {
        guard enrollments.count > 1 else {
            return enrollments.first.map { ShopFrame.hidden("enrollment", $0.enrollment.id.text) } ?? ""
        }
        let options: [HTML] = enrollments.map { entry in
            "<option value=\"\(entry.enrollment.id.text)\">\(entry.bank) \(account(of: entry.enrollment))</option>\n"
        }
        return """
            <p><label for="from-\(product.id)">\(say("Pagar de", "Pay from"))</label>
            <select id="from-\(product.id)" name="enrollment">
            \(options)</select></p>

            """
    }

    private func account(of enrollment: EnrollmentResource) -> String {
        enrollment.details.payerInformation?.number ?? ""
    }
}
