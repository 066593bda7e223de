import ChavePixModel
import Pages
import SandboxBank
import SandboxShop

/// The sandbox's first page: what runs here, what to try, and whatever one needs for it.
struct StartPage: Sendable {
    let merchant: SandboxMerchant
    let operations: Operations
    let baseURL: String

    func response(to request: ServerRequest) async -> PageResponse {
        let language = PageLanguage(accepting: request.header("accept-language"))
        let layout = PageLayout(
            .start,
            language: language,
            site: "Chave",
            home: "/",
            links: [
                .init(language("Loja", "Shop"), ShopSettings.mountPath), .init("API", "/payments/docs"),
                .init("OpenAPI", "/payments/openapi.json"),
            ],
            footer: language(
                "Ambiente de testes na sua máquina: nenhum dinheiro é real.",
                "A sandbox on your machine: no money here is real."
            )
        )
        let checks = await operations.checks()
        let page = Page(
            "start",
            title: language("Pix por biometria, aqui mesmo", "Pix by biometrics, right here"),
            path: "/",
            content: """
                \(introduction(language))
                \(tries(language))
                \(people(language))
                \(banks(language))
                \(showsKeys(to: request) ? keys(language) : "")
                \(status(language, checks))
                """
        )
        return .page(200, layout.html(page), language: language, policy: PagePolicy(hasImages: true))
    }

    private func introduction(_ say: PageLanguage) -> HTML {
        """
        <p>\(say(
            "Aqui rodam a API de pagamentos, cinco bancos de teste e uma loja, num só processo, versão \(ServerVersion.current).",
            "The payments API, five test banks and a shop run here, in one process, version \(ServerVersion.current)."
        ))</p>
        """
    }

    private func tries(_ say: PageLanguage) -> HTML {
        """
        <h2>\(say("Três coisas para tentar", "Three things to try"))</h2>
        <ol class="cards wide">
        <li><h3>\(say("Comprar com uma chave de acesso", "Buy with a passkey"))</h3>
        <p>\(say(
            "Vincule este navegador com a digital, o rosto ou uma chave de segurança, e pague.",
            "Enroll this browser with a finger, a face or a security key, and pay."
        ))</p>
        <p><a class="button" href="\(ShopSettings.mountPath)">\(say("Abrir a loja", "Open the shop"))</a></p></li>
        <li><h3>\(say("Usar o terminal como aparelho", "Use the terminal as a device"))</h3>
        <pre tabindex="0"><code>chave device enroll
        chave device pay --amount 18.90</code></pre>
        <p class="soft">\(say("O mesmo caminho, com o SDK.", "The same way, with the SDK."))</p></li>
        <li><h3>\(say("Chamar a API", "Call the API"))</h3>
        <pre tabindex="0"><code>curl -u "$ID:$PASSWORD" \(baseURL)/payments/br/institutions/</code></pre>
        <p><a href="/payments/docs">\(say("Todas as rotas", "All routes"))</a></p></li>
        </ol>
        """
    }

    private func section(_ title: String, _ table: HTML) -> HTML {
        "<h2>\(title)</h2>\n\(HTML.scrolling(title, table))"
    }

    private func people(_ say: PageLanguage) -> HTML {
        let rows: [HTML] = SandboxHolder.all.map { holder in
            "<tr><td>\(holder.name)</td><td><code>\(holder.cpf)</code></td><td><code>\(holder.password)</code></td></tr>\n"
        }
        return section(
            say("Pessoas de teste", "Test people"),
            """
            <table>
            <thead><tr><th scope="col">\(say("Nome", "Name"))</th><th scope="col">CPF</th>\
            <th scope="col">\(say("Senha no banco", "Password at the bank"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """
        )
    }

    private func banks(_ say: PageLanguage) -> HTML {
        let rows: [HTML] = SandboxInstitution.all.map { bank in
            """
            <tr><td><a href="/bank/\(bank.id.text)">\(bank.displayName)</a></td><td>\(StartPage.temper(bank.temper, say))</td></tr>

            """
        }
        return section(
            say("Bancos de teste", "Test banks"),
            """
            <table>
            <thead><tr><th scope="col">\(say("Banco", "Bank"))</th>\
            <th scope="col">\(say("Como se comporta", "How it behaves"))</th></tr></thead>
            <tbody>
            \(rows)</tbody></table>
            """
        )
    }

    static func temper(_ temper: Temper, _ say: PageLanguage) -> String {
        switch temper {
        case .approvesAtOnce: say("Aprova na hora", "Approves at once")
        case .slowOptions: say("Demora alguns segundos no vínculo", "Takes a few seconds to enroll")
        case .rejectsByPolicy: say("Recusa por política", "Rejects by policy")
        case .unreliable: say("Às vezes não responde", "Sometimes does not answer")
        case .lowLimits: say("Limites baixos: R$ 50 por pagamento", "Low limits: R$ 50 for a payment")
        }
    }

    /// This machine alone may see them, and not somebody for whom a proxy or a tunnel on it asks.
    private func showsKeys(to request: ServerRequest) -> Bool {
        let relayed = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "cf-connecting-ip"]
        return request.client?.isLoopback == true && SiteName(url: baseURL).isLoopback
            && !request.headers.contains { relayed.contains($0.name) }
    }

    /// They are worth nothing outside the sandbox, and everything in it.
    private func keys(_ say: PageLanguage) -> HTML {
        """
        <h2>\(say("Chaves da API desta loja", "This shop's API keys"))</h2>
        <pre tabindex="0"><code>export ID=\(merchant.secretID)
        export PASSWORD=\(merchant.secretPassword)</code></pre>
        <p class="soft">\(say("Conta que recebe", "Account that receives")): <code>\(merchant.beneficiary.text)</code></p>
        """
    }

    private func status(_ say: PageLanguage, _ checks: [Operations.Check]) -> HTML {
        let names: [String: (String, String)] = [
            "database": ("Banco de dados", "Database"), "migrations": ("Esquema", "Schema"), "disk": ("Disco", "Disk"),
            "bank database": ("Dados dos bancos", "The banks' data"), "draining": ("Servidor", "Server"),
        ]
        let rows: [HTML] = checks.map { check in
            let name = names[check.name].map { say($0.0, $0.1) } ?? check.name
            let state: HTML =
                check.problem == nil
                ? "<span class=\"state good\">\(say("bem", "well"))</span>"
                : "<span class=\"state bad\">\(say("com problema", "not well"))</span>"
            return "<tr><th scope=\"row\">\(name)</th><td>\(state)</td></tr>\n"
        }
        return section(
            say("Como está", "How it is"),
            """
            <table><tbody>
            \(rows)</tbody></table>
            """
        )
    }
}
