import ChaveBase
package import ChaveWire
package import SignInCore
package import TokenActivationCore

/// The issuer's addresses for cards in wallets (docs/app2app.md), each a row.
package struct TokenActivationAPI: Sendable {
    /// What is fixed when the server starts.
    package struct Settings: Sendable {
        /// How the outside reaches this server.
        package var baseURL: String
        /// The tenant whose people hold the cards.
        package var tenant: TenantID
        /// How long ago the holder may have been there when a card becomes active.
        package var freshSeconds: Int64

        package init(baseURL: String, tenant: TenantID, freshSeconds: Int64) {
            self.baseURL = baseURL
            self.tenant = tenant
            self.freshSeconds = freshSeconds
        }
    }

    let activations: TokenActivations
    let signIn: SignIn
    let settings: Settings
    /// Told of each attempt by what came of it: a state, or a refusal's code.
    let onAttempt: @Sendable (ActivationAttempt, String) -> Void
    private let shelf = DocumentShelf()
    private var rows: [ActivationRoute]

    package init(
        activations: TokenActivations,
        signIn: SignIn,
        settings: Settings,
        onAttempt: @escaping @Sendable (ActivationAttempt, String) -> Void = { _, _ in }
    ) {
        self.activations = activations
        self.signIn = signIn
        self.settings = settings
        self.onAttempt = onAttempt
        rows = []
        rows = everyRow
    }

    static let prefix = "/app2app"

    private var everyRow: [ActivationRoute] { activationRows + cardRows + documentRows }

    /// What the table says of a request; `nil` where its path is none of these.
    func match(_ request: ServerRequest) -> ActivationMatch? {
        let isOwn = request.path == TokenActivationAPI.prefix || request.path.hasPrefix("\(TokenActivationAPI.prefix)/")
        guard isOwn || TokenActivationAPI.others.contains(where: request.path.hasPrefix) else { return nil }
        return rows.match(request) ?? (isOwn ? .nothing : nil)
    }

    private static let others = ["/openapi-app2app.json", "/problems/"]

    /// The OpenAPI document, as `GET /openapi-app2app.json` gives it.
    package var openAPI: JSONValue { ActivationDocument(rows: everyRow).json }

    private var documentRows: [ActivationRoute] {
        let document = ActivationText("getDocument", "Gives this document.", .other("application/json"))
        let page = ActivationText("getProblem", "Says what a problem's code means.", .other("text/plain"), [.notFound])
        return [
            ActivationRoute(
                "GET",
                "/openapi-app2app.json",
                document,
                .open { [self] request, _ in
                    shelf.document("app2app") {
                        ShelvedDocument(openAPI.encoded(), "application/json")
                    }.answer(to: request)
                }
            ),
            ActivationRoute(
                "GET",
                ProblemPages.template,
                page,
                .open { _, parameters in parameters.first.flatMap(ProblemPages.answer) }
            ),
        ]
    }

    /// Who asks, as their access token proves.
    func session(of request: ServerRequest) async throws -> HolderSession {
        let headers = TokenRequestHeaders(
            // Of two `Authorization` headers none is believed.
            authorization: request.header("authorization"),
            proofs: request.headers.filter { $0.name == "dpop" }.map(\.value)
        )
        let found = try await signIn.holder(
            of: headers,
            method: request.method,
            path: request.path,
            tenant: settings.tenant
        )
        return HolderSession(
            holder: CardHolder(tenant: found.tenant.text, user: found.user),
            client: found.client,
            authenticatedAt: found.authenticatedAt
        )
    }
}

/// What somebody tried to do with a token; the raw values are counted.
package enum ActivationAttempt: String, Hashable, Sendable, CaseIterable {
    case preview
    case activate
    case decline
    case suspend
}
