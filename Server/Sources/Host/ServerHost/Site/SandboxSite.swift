import ChaveBase
import ChavePixModel
import Console
import HTTPKernel
import Pages
import PaymentsModel
import PaymentsStores
import SandboxBank
import SandboxShop
import SignInHTTP

/// The sandbox's site for people: a start page, a shop, the banks and the operator's console.
///
/// Banks on the wire have their pages elsewhere.
///
/// A browser that used another name of this machine is redirected to the name that passkeys belong to.
struct SandboxSite: PageHandler {
    private let start: StartPage
    private let outbox: OutboxPage?
    private let registration: RegistrationLinkPage?
    private let passes: SandboxPasses
    private let callback: CallbackPage
    private let mounts: PageMounts
    private let baseURL: String

    init(
        bank: SandboxBank?,
        merchant: SandboxMerchant,
        api: APIServer,
        operations: Operations,
        store: any OperatorStore & PaymentsStore,
        console: ConsoleSite? = nil,
        signIn: SandboxSignIn? = nil,
        signInMounts: [PageMounts.Mount] = [],
        cards: SandboxCardsFace? = nil,
        baseURL: String,
        whereItIs: String = "",
        world: World
    ) {
        let people = SandboxHolder.all.map { ShopSettings.Person(name: $0.name, identifier: $0.cpf) }
        var settings = ShopSettings(
            name: SandboxMerchant.name,
            secretID: merchant.secretID,
            secretPassword: merchant.secretPassword,
            beneficiary: merchant.beneficiary,
            baseURL: baseURL,
            people: people
        )
        settings.returnsInFragment = bank == nil
        let shop = ShopPages(
            api: InProcessBackend(server: api, root: "/payments/br"),
            settings: settings,
            world: world
        )
        self.baseURL = baseURL
        passes = SandboxPasses(
            secret: SandboxLink.Secret(of: merchant),
            store: store,
            world: world,
            isSecure: baseURL.utf8.starts(with: "https:".utf8)
        )
        callback = CallbackPage(store: store, api: api, baseURL: baseURL, world: world)
        start = StartPage(
            merchant: merchant,
            operations: operations,
            operatorKey: console?.operatorKey,
            baseURL: baseURL,
            whereItIs: whereItIs,
            signIn: signIn,
            cards: cards,
            passes: passes,
            hasOwnBank: bank != nil
        )
        outbox = signIn?.outbox.map { [passes] in OutboxPage(outbox: $0, baseURL: baseURL, passes: passes) }
        registration = signIn.map { RegistrationLinkPage(signIn: $0, whereItIs: whereItIs) }
        let shopMount = PageMounts.Mount(
            ShopSettings.mountPath,
            shop,
            held: "wait",
            approvals: ["authorize", "confirm"]
        )
        let mounts = [shopMount] + (bank.map { [.init("/bank", HolderPages(bank: $0))] } ?? [])
        let cardMounts = cards.map { face in
            CardSites(face: face, api: api, world: world).mounts(key: merchant.secretPassword)
        }
        self.mounts = PageMounts(mounts + signInMounts + (cardMounts ?? []) + (console.map { [$0.mount] } ?? []))
    }

    var home: String? { "/" }

    func claim(of request: ServerRequest) -> PageClaim? {
        guard isOwn(request.path) else { return mounts.claim(of: request) }
        return PageClaim(route: request.path, kind: request.method == "GET" ? .read : .write)
    }

    /// The sandbox's own pages, which belong to no other site.
    private func isOwn(_ path: String) -> Bool {
        path == "/" || path == SandboxLink.path || path == SandboxCallback.path
            || path == SandboxCallback.waitingPath || (outbox != nil && path == SandboxSignIn.outboxPath)
            || (registration != nil && path == SandboxSignIn.registrationPath)
    }

    func answer(_ request: ServerRequest) async -> ServerAnswer {
        let sites = [ShopSettings.mountPath, ConsoleSettings.mountPath] + SignInMounts.paths + CardSites.paths
        let isOfSite = sites.contains { request.path.utf8.starts(with: $0.utf8) }
        guard isOwn(request.path) || isOfSite else { return await mounts.answer(request) }
        // A terminal proves who it is by its credentials, and may use another name of this machine.
        guard request.path != SandboxCallback.waitingPath else { return await callback.waiting(request) }
        guard name.isMeant(by: request.header("host")) else { return ServerAnswer(elsewhere(request)) }
        guard !isOfSite else { return await mounts.answer(request) }
        if request.path == SandboxCallback.path { return await callback.answer(request) }
        guard request.method == "GET" else { return ServerAnswer(.methodNotAllowed("GET")) }
        switch request.path {
        case SandboxLink.path: return ServerAnswer(await passes.answer(request))
        case SandboxSignIn.outboxPath: return ServerAnswer(outbox?.response(to: request) ?? .redirect(to: "/"))
        case SandboxSignIn.registrationPath:
            return ServerAnswer(await registration?.response(to: request) ?? .redirect(to: "/"))
        default: return ServerAnswer(await start.response(to: request))
        }
    }

    /// The response to a request with another host name, which gets neither the keys nor a session.
    ///
    /// Pages of another host may have pointed that name to this server. Another name of this machine itself redirects
    /// to the name that passkeys belong to.
    private func elsewhere(_ request: ServerRequest) -> PageResponse {
        if request.method == "GET", name.isLoopback, let host = request.header("host"), SiteName(host).isLoopback {
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            return .redirect(to: "\(baseURL)\(request.path)\(query)")
        }
        let say = PageLanguage(accepting: request.list("accept-language"))
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
