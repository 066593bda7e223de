import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes for apps and sites that people sign in to.
    var clientRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v0/oidc/clients", body: .json(SignInAPI.clientRequest)) { [signIn] context in
                let tenant = try await managedTenant(context)
                let fields = try context.json()
                var draft = ClientDraft(
                    name: try fields.text("name"),
                    redirectURIs: fields.texts("redirect_uris"),
                    tokenAuthentication: try fields.choice("token_endpoint_auth_method"),
                    idTokenAlgorithm: try fields.choice("id_token_signed_response_alg"),
                    requiresDPoP: fields.flag("dpop_bound_access_tokens")
                )
                draft.postLogoutRedirectURIs = fields.texts("post_logout_redirect_uris")
                draft.backChannelLogoutURI = fields.find("backchannel_logout_uri")
                draft.requiresLogoutSession = fields.flag("backchannel_logout_session_required")
                draft.jwks = fields.findObject("jwks")
                return .object(try await signIn.registerClient(draft, of: tenant).json, status: 201)
            }.described("registerClient", "Registers an app or a site.", answers: 201, .registeredClient),
            SignInRoute("GET", "/v0/oidc/clients", query: SignInPaging.fields) { [signIn] context in
                let tenant = try await managedTenant(context)
                let paging = SignInPaging(try context.query())
                let clients = try await signIn.clients(of: tenant, after: paging.last, limit: paging.size + 1)
                return paging.answer(clients, as: "clients", id: \.id) { $0.json }
            }.described("listClients", "Lists clients, by age.", .clients),
            SignInRoute("DELETE", "/v0/oidc/clients/{id}") { [signIn] context in
                let tenant = try await managedTenant(context)
                try await signIn.removeClient(context.parameter("id"), of: tenant)
                return ServerAnswer(status: 204)
            }.described("removeClient", "Forgets a client.", answers: 204),
        ] + clientChangeRows
    }

    private static let clientRequest = Schema(
        "RegisterClientRequest",
        "An app or a site, by the names of RFC 7591.",
        [
            Field("name", .text(longest: 200), .required, "What people see when they are asked."),
            SignInAPI.redirectURIs(.required), SignInAPI.authentication(.required),
            Field(
                "id_token_signed_response_alg",
                .enumeration(OIDCClient.IDTokenAlgorithm.allCases.map(\.rawValue)),
                .required,
                "What its ID tokens are signed with."
            ),
            Field("dpop_bound_access_tokens", .boolean, .optional, "Whether its tokens must be bound to a key."),
        ] + SignInAPI.clientExtras
    )
}
