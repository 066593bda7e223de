import ChaveJOSE
public import ChaveWire
public import SignInModel

extension SignIn {
    /// A tenant's metadata (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).
    ///
    /// The document is at `/.well-known/openid-configuration` below the issuer. It is also at
    /// `/.well-known/oauth-authorization-server` between the host and the issuer's path (RFC 8414, section 3).
    ///
    /// - Throws: 404 `not_found` where there is no such tenant.
    public func discoveryDocument(of tenant: TenantID) async throws -> JSONObject {
        let scopes = try await known(tenant).record.scopes
        let issuer = policy.issuer(of: tenant)
        let authentication: JSONValue = .array(OIDCClient.TokenAuthentication.allCases.map { .string($0.rawValue) })
        var document = JSONObject()
        document.set("issuer", issuer)
        for (name, path) in SignIn.endpoints { document.set(name, issuer + path) }
        document.set("scopes_supported", Scope.Name.allCases.map(\.rawValue) + scopes.map(\.name))
        document.set("response_types_supported", ["code"])
        document.set("response_modes_supported", ["query"])
        document.set("grant_types_supported", ["authorization_code", "refresh_token"])
        document.set("subject_types_supported", ["public"])
        document.set("prompt_values_supported", AuthorizationRequest.Prompt.allCases.map(\.rawValue))
        document.set("acr_values_supported", ["phr"])
        document.set(
            "id_token_signing_alg_values_supported",
            OIDCClient.IDTokenAlgorithm.allCases.map(\.rawValue)
        )
        document["token_endpoint_auth_methods_supported"] = authentication
        document["revocation_endpoint_auth_methods_supported"] = authentication
        for endpoint in ["token", "revocation", "introspection"] {
            document.set(
                "\(endpoint)_endpoint_auth_signing_alg_values_supported",
                JWSAlgorithm.allCases.map(\.rawValue)
            )
        }
        document.set(
            "introspection_endpoint_auth_methods_supported",
            OIDCClient.TokenAuthentication.allCases.filter { $0 != .none }.map(\.rawValue)
        )
        document.set("code_challenge_methods_supported", ["S256"])
        document.set("dpop_signing_alg_values_supported", ["ES256"])
        document.set("authorization_response_iss_parameter_supported", true)
        document.set("require_pushed_authorization_requests", false)
        document.set("request_parameter_supported", false)
        document.set("request_uri_parameter_supported", false)
        document.set("backchannel_logout_supported", true)
        document.set("backchannel_logout_session_supported", true)
        let own = Set(scopes.flatMap(\.claims)).sorted()
        document.set("claims_supported", SignIn.claims + own)
        return document
    }

    private static let endpoints = [
        ("authorization_endpoint", "/v2/authorize"),
        ("authorization_challenge_endpoint", "/v2/authorize-challenge"),
        ("token_endpoint", "/v2/token"),
        ("userinfo_endpoint", "/v2/userinfo"),
        ("introspection_endpoint", "/v2/introspect"),
        ("revocation_endpoint", "/v2/revoke"),
        ("pushed_authorization_request_endpoint", "/v2/par"),
        ("end_session_endpoint", "/v2/logout"),
        ("jwks_uri", "/.well-known/jwks.json"),
    ]

    private static let claims = [
        "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "amr", "acr", "sid", "name",
        "preferred_username", "updated_at", "email", "email_verified",
    ]
}
