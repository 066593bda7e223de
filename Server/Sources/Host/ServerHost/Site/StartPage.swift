import ChaveBase
import ChavePixModel
import Console
import HTTPKernel
import Pages
import SandboxBank
import SandboxShop

/// The sandbox's first page: the running parts, things to try, and the values that they need.
struct StartPage: Sendable {
    let merchant: SandboxMerchant
    let operations: Operations
    /// The console's key; `nil` when this server has no console.
    let operatorKey: String?
    let baseURL: String
    /// The flags with which a command of this machine finds this server, with a space before each.
    let whereItIs: String
    /// The sign-in details, when this server has sign-in.
    var signIn: SandboxSignIn?
    /// The cards, when this server issues any.
    var cards: SandboxCardsFace?
    let passes: SandboxPasses
    /// Whether the banks' pages are on this server.
    var hasOwnBank = true

    func response(to request: ServerRequest) async -> PageResponse {
        let language = PageLanguage(accepting: request.list("accept-language"))
        let layout = PageLayout(
            .start,
            language: language,
            site: "Chave",
            home: "/",
            links: [.init(language("Loja", "Shop"), ShopSettings.mountPath)]
                + (operatorKey == nil ? [] : [.init("Console", ConsoleSettings.mountPath)])
                + [.init("API", "/payments/docs"), .init("OpenAPI", "/payments/openapi.json")],
            footer: language(
                "Ambiente de testes na sua máquina: nenhum dinheiro é real.",
                "A sandbox on your machine: no money here is real."
            )
        )
        let checks = await operations.checks()
        let showsKeys = passes.areHeld(by: request)
        let page = Page(
            "start",
            title: language("Pix por biometria, aqui mesmo", "Pix by biometrics, right here"),
            path: "/",
            content: """
                \(introduction(language))
                \(tries(language, showsKeys: showsKeys))
                \(people(language))
                \(banks(language))
                \(showsKeys ? keys(language) : "")
                \(SignInSection(signIn: signIn, showsKeys: showsKeys, say: language).html)
                \(CardsSection(cards: cards, say: language).html)
                \(status(language, checks))
                """
        )
        return .page(200, layout.html(page), language: language, policy: PagePolicy(hasImages: true))
    }

    private func introduction(_ say: PageLanguage) -> HTML {
        """
        <p>\(say(
            "Aqui rodam a API de pagamentos, cinco bancos de teste e uma loja, versão \(ServerVersion.current).",
            "The payments API, five test banks and a shop run here, version \(ServerVersion.current)."
        ))</p>
        """
    }

    private func tries(_ say: PageLanguage, showsKeys: Bool) -> HTML {
        // Only the owner of the data may see its folder.
        let place = showsKeys ? whereItIs : ""
        return """
            <h2>\(say("O que tentar", "What to try"))</h2>
            <ol class="cards wide">
            <li><h3>\(say("Comprar com uma chave de acesso", "Buy with a passkey"))</h3>
            <p>\(say(
                "Vincule este navegador com a digital, o rosto ou uma chave de segurança, e pague.",
                "Enroll this browser with a finger, a face or a security key, and pay."
            ))</p>
            <p><a class="button" href="\(ShopSettings.mountPath)">\(say("Abrir a loja", "Open the shop"))</a></p></li>
            <li><h3>\(say("Usar o terminal como aparelho", "Use the terminal as a device"))</h3>
            <pre><code>chave device enroll\(place)
            chave device pay --amount 18.90\(place)</code></pre>
            <p class="soft">\(say("O mesmo caminho, com o SDK.", "The same way, with the SDK."))</p></li>
            <li><h3>\(say("Chamar a API", "Call the API"))</h3>
            <pre><code>curl -u "$SECRET_ID:$SECRET_PASSWORD" \\
            \(baseURL)/payments/<wbr>br/<wbr>institutions/</code></pre>
            <p class="soft">\(variables(say, showsKeys: showsKeys))</p>
            <p><a href="/payments/docs">\(say("Todas as rotas (em inglês)", "All routes"))</a></p></li>
            \(console(say, showsKey: showsKeys))</ol>
            """
    }

    /// The source of a command's variables.
    private func variables(_ say: PageLanguage, showsKeys: Bool) -> HTML {
        guard showsKeys else {
            return """
                \(say(
                    "As duas variáveis são chaves da loja. Abra o link que o servidor imprimiu, e esta página as mostra; outro link:",
                    "The two variables are keys of the shop. Open the link that the server printed, and they stand here; another link:"
                ))
                <code>chave keys link</code>
                """
        }
        return """
            \(say("As duas variáveis estão em", "The two variables stand under")) \
            <a href="#keys">\(say("Chaves da API desta loja", "This shop's API keys"))</a>.
            """
    }

    private func console(_ say: PageLanguage, showsKey: Bool) -> HTML {
        guard let operatorKey else { return "" }
        let key: HTML =
            showsKey
            ? """
            <p class="soft">\(say("A chave que ele pede", "The key that it asks for")):</p>
            <pre><code id="operator-key">\(operatorKey)</code></pre>

            """ : ""
        return """
            <li><h3>\(say("Ver o que acontece", "See what happens"))</h3>
            <p>\(say(
                "Vínculos, pagamentos e webhooks ao vivo, cada passo com seu horário; e um relógio que adianta os prazos.",
                "Enrollments, payments and webhooks live, each step with its time; and a clock that puts deadlines forward."
            ))</p>
            <p><a class="button" href="\(ConsoleSettings.mountPath)">\(say("Abrir o console", "Open the console"))</a></p>
            \(key)</li>

            """
    }

    /// A section of the page; `id` is the target of links from other pages.
    private func section(_ title: String, id: String? = nil, _ table: HTML) -> HTML {
        let mark: HTML = id.map { " id=\"\($0)\"" } ?? ""
        return "<h2\(mark)>\(title)</h2>\n\(HTML.scrolling(title, table))"
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
            let name: HTML =
                hasOwnBank ? "<a href=\"/bank/\(bank.id.text)\">\(bank.displayName)</a>" : "\(bank.displayName)"
            return """
                <tr><td>\(name)</td><td>\(StartPage.temper(bank.temper, say))</td></tr>

                """
        }
        return section(
            say("Bancos de teste", "Test banks"),
            id: "banks",
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

    /// The merchant's keys, which are worthless outside the sandbox and give full access in it.
    private func keys(_ say: PageLanguage) -> HTML {
        """
        <h2 id="keys">\(say("Chaves da API desta loja", "This shop's API keys"))</h2>
        <pre><code>export SECRET_ID=\(merchant.secretID)
        export SECRET_PASSWORD=\(merchant.secretPassword)</code></pre>
        <p class="soft">\(say("Conta que recebe", "Account that receives")): <code>\(merchant.beneficiary.text)</code></p>
        """
    }

    private func status(_ say: PageLanguage, _ checks: [Operations.Check]) -> HTML {
        let names: [String: (String, String)] = [
            "database": ("Banco de dados", "Database"), "migrations": ("Esquema", "Schema"), "disk": ("Disco", "Disk"),
            "bank database": ("Dados dos bancos", "The banks' data"), "draining": ("Servidor", "Server"),
            "sign-in database": ("Dados de acesso", "Sign-in's data"),
            "card databases": ("Dados dos cartões", "The cards' data"),
        ]
        let rows: [HTML] = checks.map { check in
            let name = names[check.name].map { say($0.0, $0.1) } ?? check.name
            let state: HTML =
                check.problem == nil
                ? "<span class=\"state good\">\(say("bem", "OK"))</span>"
                : "<span class=\"state bad\">\(say("com problema", "problem"))</span>"
            return "<tr><th scope=\"row\">\(name)</th><td>\(state)</td></tr>\n"
        }
        return section(
            say("Como está", "Health"),
            """
            <table><tbody>
            \(rows)</tbody></table>
            """
        )
    }
}
