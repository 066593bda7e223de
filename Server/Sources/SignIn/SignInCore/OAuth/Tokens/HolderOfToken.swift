public import ChaveBase
public import SignInModel

/// The caller of a resource of this server outside sign-in, proven by an access token.
public struct TokenHolder: Hashable, Sendable {
    public let tenant: TenantID
    /// The `sub` of the tenant's tokens.
    public let user: String
    /// The client that received the token.
    public let client: String
    /// The person's last sign-in, by passkey or by a device's key (`auth_time`).
    public let authenticatedAt: Timestamp

    public init(tenant: TenantID, user: String, client: String, authenticatedAt: Timestamp) {
        self.tenant = tenant
        self.user = user
        self.client = client
        self.authenticatedAt = authenticatedAt
    }
}

extension SignIn {
    /// The holder of a request's live token of `tenant`, sent as Bearer or bound to a key (RFC 9449, section 7).
    ///
    /// `path` is the request's path without its query: a DPoP proof names it below this server's address. A refreshed
    /// token keeps the time of its holder's sign-in.
    ///
    /// - Throws: `OAuthError.Code.invalidToken` for every token that does not count there, another tenant's too;
    ///   `OAuthError.Code.invalidDPoPProof`.
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
