import ChaveBase
package import ChaveWire
package import HTTPKernel
package import SignInCore
package import SignInModel
package import TokenActivationCore

/// The issuer's addresses for cards in wallets (docs/app2app.md), each a row.
package struct TokenActivationAPI: Sendable {
    /// The settings that are fixed when the server starts.
    package struct Settings: Sendable {
        /// The URL at which clients reach this server.
        package var baseURL: String
        /// The tenant whose users hold the cards.
        package var tenant: TenantID
        /// The age limit of the holder's last sign-in when a card becomes active.
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
    /// Receives each attempt with its outcome: a state, or a refusal's code.
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

    /// The holder that the request's access token proves.
    func session(of request: ServerRequest) async throws -> HolderSession {
        let headers = TokenRequestHeaders(
            // `header(_:)` gives `nil` when there are two `Authorization` headers.
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

/// The action that a caller attempts on a token; metrics count the raw values.
package enum ActivationAttempt: String, Hashable, Sendable, CaseIterable {
    case preview
    case activate
    case decline
    case suspend
}
