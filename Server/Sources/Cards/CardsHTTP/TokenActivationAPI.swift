import ChaveBase
package import ChaveWire
package import HTTPKernel
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
    package private(set) var table: RouteTable<TokenActivationAPI> = TokenActivationAPI.table([])

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
        table = TokenActivationAPI.table(everyRow)
    }

    static let prefix = "/app2app"

    private var everyRow: [ActivationRoute] { activationRows + cardRows + documentRows }

    /// The OpenAPI document, as `GET /openapi-app2app.json` gives it.
    package var openAPI: JSONValue { ActivationDocument(rows: everyRow).json }

    private var documentRows: [ActivationRoute] {
        [
            ActivationRoute(
                "GET",
                "/openapi-app2app.json",
                RouteText("getDocument", "Gives this document."),
                answers: .other(mediaType: "application/json"),
                .open { [self] context in
                    shelf.document("app2app") {
                        ShelvedDocument(openAPI.encoded(), "application/json")
                    }.answer(to: context.request)
                }
            ),
            ActivationRoute(
                "GET",
                ProblemPages.template,
                RouteText("getProblem", "Says what a problem's code means."),
                answers: .other(mediaType: "text/plain"),
                refuses: [.notFound],
                .open { context in
                    guard let page = ProblemPages.answer(context.parameter()) else { throw Problem(.notFound) }
                    return page
                }
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
