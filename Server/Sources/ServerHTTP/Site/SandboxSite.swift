import ChavePixModel
import Pages
import PaymentsCore
import SandboxBank
import SandboxShop

/// What the sandbox shows people: a start page, a shop and the banks.
///
/// A browser that came by another name of this machine is sent to the one that passkeys belong to.
struct SandboxSite: PageHandler {
    private let start: StartPage
    private let mounts: PageMounts
    private let baseURL: String

    init(
        bank: SandboxBank,
        merchant: SandboxMerchant,
        api: APIServer,
        operations: Operations,
        baseURL: String,
        world: World
    ) {
        let people = SandboxHolder.all.map { ShopSettings.Person(name: $0.name, identifier: $0.cpf) }
        let shop = ShopPages(
            api: InProcessPaymentsAPI(server: api),
            settings: ShopSettings(
                name: SandboxMerchant.name,
                secretID: merchant.secretID,
                secretPassword: merchant.secretPassword,
                beneficiary: merchant.beneficiary,
                baseURL: baseURL,
                people: people
            ),
            world: ShopWorld(now: world.now, randomBytes: world.randomBytes)
        )
        self.baseURL = baseURL
        start = StartPage(merchant: merchant, operations: operations, baseURL: baseURL)
        mounts = PageMounts([
            .init(ShopSettings.mountPath, shop, held: "wait"), .init("/bank", HolderPages(bank: bank)),
        ])
    }

    func answer(_ request: ServerRequest) async -> PageAnswer? {
        let isShop = request.path.utf8.starts(with: ShopSettings.mountPath.utf8)
        guard request.path == "/" || isShop else { return await mounts.answer(request) }
        let route = isShop ? ShopSettings.mountPath : "/"
        guard name.isMeant(by: request.header("host")) else {
            return PageAnswer(ServerAnswer(elsewhere(request)), route: route)
        }
        guard !isShop else { return await mounts.answer(request) }
        guard request.method == "GET" else { return PageAnswer(ServerAnswer(.methodNotAllowed("GET")), route: "/") }
        return PageAnswer(ServerAnswer(await start.response(to: request)), route: "/")
    }

    /// Another host's pages may have made its name lead here: they get neither the keys nor a session.
    ///
    /// Another name of this machine itself leads to the one that passkeys belong to.
    private func elsewhere(_ request: ServerRequest) -> PageResponse {
        if request.method == "GET", name.isLoopback, let host = request.header("host"), SiteName(host).isLoopback {
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            return .redirect(to: "\(baseURL)\(request.path)\(query)")
        }
        let say = PageLanguage(accepting: request.header("accept-language"))
        let text = say("Este ambiente de testes está em", "This sandbox is at")
        let page = Page(
            "problem",
            title: say("Outro endereço", "Another address"),
            content: "<p>\(text) <a href=\"\(baseURL)\">\(baseURL)</a>.</p>"
        )
        let layout = PageLayout(.start, language: say, site: "Chave", home: "/", footer: "")
        return .page(421, layout.html(page), language: say, policy: PagePolicy(hasImages: true))
    }

    private var name: SiteName { SiteName(url: baseURL) }
}
