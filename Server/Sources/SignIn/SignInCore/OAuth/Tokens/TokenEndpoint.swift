public import ChaveBase
public import SignInModel

/// The headers of a token request, beside the form.
public struct TokenRequestHeaders: Sendable, Redacted {
    /// The value of `Authorization`.
    public var authorization: String?
    /// The values of `DPoP`.
    public var proofs: [String]

    public init(authorization: String? = nil, proofs: [String] = []) {
        self.authorization = authorization
        self.proofs = proofs
    }
}

extension SignIn {
    static let tokenPath = "/v2/token"

    /// Answers `/v2/token` (RFC 6749, sections 4.1.3 and 6; RFC 7636; RFC 9449, section 5).
    ///
    /// `tenant` is the tenant in the path; `nil` for the path without one.
    public func token(
        _ parameters: OAuthParameters,
        headers: TokenRequestHeaders,
        tenant: TenantID?
    ) async throws -> TokenAnswer {
        let client = try await authenticatedClient(parameters, authorization: headers.authorization, tenant: tenant)
        let type = try parameters.required("grant_type")
        guard ["authorization_code", "refresh_token"].contains(type) else {
            throw OAuthError(.unsupportedGrantType, "The grant type is not known here.", field: "grant_type")
        }
        let key = try await dpopKey(headers.proofs, client: client, tenant: tenant)
        return type == "refresh_token"
            ? try await refresh(parameters, client: client, key: key)
            : try await exchange(parameters, client: client, key: key)
    }

    /// The thumbprint of the proof's key; `nil` without a proof.
    private func dpopKey(_ proofs: [String], client: OIDCClient, tenant: TenantID?) async throws -> String? {
        guard !proofs.isEmpty else {
            guard !client.requiresDPoP else {
                throw OAuthError(.invalidDPoPProof, "The client registered to use DPoP; there is no proof.")
            }
            return nil
        }
        return try await verifiedProofKey(
            proofs,
            DPoPProof.Use(method: "POST", address: address(SignIn.tokenPath, tenant: tenant), accessToken: nil),
            tenant: client.tenant
        )
    }
}
