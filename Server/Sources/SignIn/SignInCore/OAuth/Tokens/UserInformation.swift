import ChaveBase
public import ChaveWire
public import SignInModel

extension SignIn {
    private static let userInformationPath = "/v2/userinfo"

    /// Answers `/v2/userinfo` (OpenID Connect Core 1.0, section 5.3) with the claims that the token's scopes open.
    ///
    /// `method` is the request's method, GET or POST; a DPoP proof names it.
    public func userInformation(
        _ headers: TokenRequestHeaders,
        method: String,
        tenant: TenantID?
    ) async throws -> JSONObject {
        let address = address(SignIn.userInformationPath, tenant: tenant)
        let live = try await presentedToken(headers, method: method, address: address, tenant: tenant)
        guard live.token.scope.contains(.openID) else {
            throw OAuthError(.insufficientScope, "The token does not have the scope openid.", status: 403)
        }
        var claims = try await self.claims(of: live.user, by: live.token.scope) { _ in true }
        claims.set("sub", live.user.id)
        if live.token.scope.contains(.profile) {
            claims.set("name", live.user.displayName)
            claims.set("preferred_username", live.user.userName)
            claims.set("updated_at", live.user.modifiedAt.seconds)
        }
        if live.token.scope.contains(.email) {
            claims.set("email", live.user.email)
            claims.set("email_verified", live.user.hasProvenMail)
        }
        return claims
    }
}
