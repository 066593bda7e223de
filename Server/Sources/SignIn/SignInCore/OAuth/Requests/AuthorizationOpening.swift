public import ChaveBase
public import SignInModel

/// The answer to a browser that came to the authorization endpoint.
public enum AuthorizationOpening: Hashable, Sendable {
    /// The request is good: sign the person in, ask for consent, then call ``SignIn/grantCode(for:user:)``.
    case proceed(AuthorizationRequest)
    /// A refusal for the client, at its registered address.
    case redirect(to: String, OAuthError)
    /// Shows a refusal and sends it nowhere: the client or its address is not certain (RFC 9700, 4.11).
    case show(OAuthError)
}

/// The step that a request still needs from the person.
public enum AuthorizationStep: Hashable, Sendable {
    case signIn
    case consent
    case grant
    /// The client forbids questions: send the error by `AuthorizationRequest.refused(_:issuer:)`.
    case refuse(OAuthError)
}

extension AuthorizationRequest {
    /// The next step of the request (OpenID Connect Core 1.0, sections 3.1.2.1 and 3.1.2.3).
    ///
    /// `signedInAt` is the time at which this browser's person signed in, `nil` where no person is signed in. `isFresh`
    /// means that the sign-in was for this very request, as `login` and `select_account` demand. `hasConsented` means
    /// that the person agreed before, or for this request where `consent` asks again.
    public func step(signedInAt: Timestamp?, isFresh: Bool, hasConsented: Bool, now: Timestamp) -> AuthorizationStep {
        let forbidsPages = prompts.contains(.none)
        let isYoungEnough = signedInAt.map { time in
            // A person who has just signed in for this request is not asked again, however short the age: that would
            // never end.
            isFresh || maximumAgeSeconds.map { now < time.adding(seconds: $0) } ?? true
        }
        let asksAnew = !isFresh && (prompts.contains(.login) || prompts.contains(.selectAccount))
        guard isYoungEnough ?? false, !asksAnew else {
            return forbidsPages ? .refuse(OAuthError(.loginRequired, "Nobody is signed in.")) : .signIn
        }
        guard hasConsented else {
            return forbidsPages ? .refuse(OAuthError(.consentRequired, "Consent was not given yet.")) : .consent
        }
        return .grant
    }

    /// The address for a refusal: the registered address with `error`, `state` and `iss` (RFC 9207).
    public func refused(_ error: OAuthError, issuer: String) -> String {
        AuthorizationRequest.refusal(error, redirectURI: redirectURI, state: state, issuer: issuer)
    }

    static func refusal(_ error: OAuthError, redirectURI: String, state: String?, issuer: String) -> String {
        RedirectURI.adding(
            [
                ("error", error.code.rawValue), ("error_description", error.description), ("state", state),
                ("iss", issuer),
            ],
            to: redirectURI
        )
    }
}

extension SignIn {
    /// Reads a browser's request to `/v2/authorize`.
    ///
    /// `tenant` is the tenant in the path; `nil` for the path without one.
    public func openAuthorization(
        _ pairs: [(name: String, value: String)],
        tenant: TenantID?
    ) async throws -> AuthorizationOpening {
        let target: (client: OIDCClient, redirectURI: String, parameters: OAuthParameters)
        do {
            let parameters = try OAuthParameters(pairs)
            let client = try await registeredClient(try parameters.required("client_id"), tenant: tenant)
            if let requestURI = parameters["request_uri"], requestURI.hasPrefix(SignIn.referencePrefix) {
                return .proceed(try await takePushedRequest(requestURI, client: client))
            }
            target = (client, try SignIn.registeredRedirect(parameters, of: client), parameters)
        } catch let error as OAuthError {
            return .show(error)
        }
        do {
            let looked = try await lookedUp(target.parameters, client: target.client)
            return .proceed(
                try AuthorizationRequest(
                    target.parameters,
                    client: target.client,
                    redirectURI: target.redirectURI,
                    looked: looked
                )
            )
        } catch let error as OAuthError {
            let address = AuthorizationRequest.refusal(
                error,
                redirectURI: target.redirectURI,
                state: target.parameters["state"],
                issuer: policy.issuer(of: target.client.tenant)
            )
            return .redirect(to: address, error)
        }
    }

    func lookedUp(
        _ parameters: OAuthParameters,
        client: OIDCClient
    ) async throws -> AuthorizationRequest.LookedUp {
        AuthorizationRequest.LookedUp(
            hintedUser: try await hintedUser(parameters, client: client),
            resources: try await knownResources(parameters.resources, of: client.tenant),
            scopes: try await ownScopes(in: parameters["scope"], of: client.tenant)
        )
    }

    /// The client with this id, which must belong to the path's tenant where there is one.
    func registeredClient(_ id: String, tenant: TenantID?) async throws -> OIDCClient {
        let loaded = try await records.find(OIDCClient.self, by: OIDCClient.index(id: id), of: nil)
        guard let client = loaded?.record, tenant == nil || client.tenant == tenant else {
            throw OAuthError(.invalidClient, "There is no client of that id.", status: 401, field: "client_id")
        }
        return client
    }

    static func registeredRedirect(
        _ parameters: OAuthParameters,
        of client: OIDCClient
    ) throws(OAuthError) -> String {
        let address = try parameters.required("redirect_uri")
        guard RedirectURI.isRegistered(address, among: client.redirectURIs) else {
            throw OAuthError(
                .invalidRequest,
                "The address is not one that the client registered, byte for byte.",
                field: "redirect_uri"
            )
        }
        return address
    }

    /// An endpoint's address in the form of the request: below the tenant's issuer, or without a tenant.
    func address(_ path: String, tenant: TenantID?) -> String {
        (tenant.map(policy.issuer) ?? policy.baseURL) + path
    }
}
