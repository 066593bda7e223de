public import ChaveBase

/// What a browser that came to the authorization endpoint is given.
public enum AuthorizationOpening: Hashable, Sendable {
    /// Sign the person in, ask for consent, then ``SignIn/grantCode(for:user:)``.
    case proceed(AuthorizationRequest)
    /// A refusal that belongs to the client, at its registered address.
    case redirect(to: String, OAuthError)
    /// A refusal that is shown and never sent anywhere: the client or its address is not known for good (RFC 9700, 4.11).
    case show(OAuthError)
}

/// What a request still needs of the person.
public enum AuthorizationStep: Hashable, Sendable {
    case signIn
    case consent
    case grant
    /// For ``AuthorizationRequest/refused(_:issuer:)``: the client forbade to ask.
    case refuse(OAuthError)
}

extension AuthorizationRequest {
    /// What comes next (OpenID Connect Core 1.0, sections 3.1.2.1 and 3.1.2.3).
    ///
    /// `signedInAt` is when the person of this browser proved to be there, `nil` where nobody is signed in; `isFresh` says
    /// that it was for this very request, which is what `login` and `select_account` ask; `hasConsented`, that consent was
    /// given before, or for this request where `consent` asks for it anew.
    public func step(signedInAt: Timestamp?, isFresh: Bool, hasConsented: Bool, now: Timestamp) -> AuthorizationStep {
        let forbidsPages = prompts.contains(.none)
        let isYoungEnough = signedInAt.map { time in
            // Whoever has just signed in for it is not asked again, however short the age: that would have no end.
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

    /// Where a refusal is sent: the registered address with `error`, `state` and `iss` (RFC 9207).
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
    /// Reads what a browser brought to `/v2/authorize`.
    ///
    /// `tenant` is that of the path; `nil` for the path without one.
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

    /// The client of that id, of the tenant of the path where there is one.
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

    /// An endpoint's address in the form in which it was asked: below the tenant's issuer, or without a tenant.
    func address(_ path: String, tenant: TenantID?) -> String {
        (tenant.map(policy.issuer) ?? policy.baseURL) + path
    }
}
