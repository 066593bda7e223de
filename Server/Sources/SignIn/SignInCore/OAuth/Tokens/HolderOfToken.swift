public import ChaveBase

/// Who asks at a resource of this server that is not sign-in's own, as their access token proves.
public struct TokenHolder: Hashable, Sendable {
    public let tenant: TenantID
    /// `sub` of the tenant's tokens.
    public let user: String
    /// The client that the token was given to.
    public let client: String
    /// When the person was last there, by passkey or by a device's key (`auth_time`).
    public let authenticatedAt: Timestamp

    public init(tenant: TenantID, user: String, client: String, authenticatedAt: Timestamp) {
        self.tenant = tenant
        self.user = user
        self.client = client
        self.authenticatedAt = authenticatedAt
    }
}

extension SignIn {
    /// The holder of the live token of `tenant` that a request carries, as Bearer or bound to a key (RFC 9449, section 7).
    ///
    /// `path` is the request's, without its query: a DPoP proof names it below this server's address. A refreshed token
    /// keeps the moment at which its holder was there.
    /// - Throws: ``OAuthError/Code/invalidToken`` for every token that does not count there, another tenant's too;
    ///   ``OAuthError/Code/invalidDPoPProof``.
    public func holder(
        of headers: TokenRequestHeaders,
        method: String,
        path: String,
        tenant: TenantID
    ) async throws -> TokenHolder {
        let address = address(path, tenant: nil)
        let live = try await presentedToken(headers, method: method, address: address, tenant: tenant)
        return TokenHolder(
            tenant: live.token.tenant,
            user: live.grant.user.id,
            client: live.grant.client,
            authenticatedAt: live.grant.user.authenticatedAt
        )
    }
}
