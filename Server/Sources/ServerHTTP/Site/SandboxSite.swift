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
        let isOurs = request.path == "/" || request.path.utf8.starts(with: ShopSettings.mountPath.utf8)
        if isOurs, request.method == "GET", !isAddressedRight(request) {
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            let answer = ServerAnswer(.redirect(to: "\(baseURL)\(request.path)\(query)"))
            return PageAnswer(answer, route: request.path == "/" ? "/" : ShopSettings.mountPath)
        }
        guard request.path == "/" else { return await mounts.answer(request) }
        guard request.method == "GET" else { return PageAnswer(ServerAnswer(.methodNotAllowed("GET")), route: "/") }
        return PageAnswer(ServerAnswer(await start.response(to: request)), route: "/")
    }

    /// Another host's pages may have made its name lead here: they get neither the keys nor a session.
    private func isAddressedRight(_ request: ServerRequest) -> Bool {
        guard let host = request.header("host"), let scheme = baseURL.firstRange(of: "://") else { return false }
        return host.lowercased() == baseURL[scheme.upperBound...].lowercased()
    }
}

/// The public API without a socket between: the same routes, authentication, limits and decoders.
struct InProcessPaymentsAPI: PaymentsAPI {
    let server: APIServer

    func send(_ call: PaymentsCall) async -> PaymentsReply {
        var headers = call.headers
        if call.body != nil { headers.append(("Content-Type", "application/json")) }
        let request = ServerRequest(
            method: call.method,
            path: "/payments/br\(call.path)",
            query: call.query,
            headers: headers,
            body: .bytes(call.body?.encoded() ?? [])
        )
        let answer = await server.respond(to: request).answer
        return PaymentsReply(
            status: answer.status,
            entityTag: answer.header("ETag"),
            retryAfterSeconds: answer.header("Retry-After").flatMap { Int($0) },
            body: answer.body
        )
    }
}
