import ChaveBase
import Hashing
import SignInModel

/// An access token that counts at this moment, with its grant and user.
struct LiveToken {
    var token: AccessToken
    var grant: Grant
    var user: User
}

extension SignIn {
    /// The token; `nil` where it is unknown, expired or revoked, or where client, person or device no longer count.
    func liveToken(_ text: String) async throws(SignInFault) -> LiveToken? {
        guard text.hasPrefix(AccessToken.prefix) else { return nil }
        let index = AccessToken.index(Digest(ofText: text))
        guard let token = try await records.find(AccessToken.self, by: index, of: nil)?.record,
            world.now() < token.endsAt,
            let grant = try await records.find(Grant.self, token.grant, of: token.tenant)?.record,
            try await records.find(OIDCClient.self, grant.client, of: token.tenant) != nil,
            try await isActive(grant.user, of: token.tenant),
            let user = try await records.find(User.self, grant.user.id, of: token.tenant)?.record
        else { return nil }
        return LiveToken(token: token, grant: grant, user: user)
    }

    /// The live token of a request to a resource of the issuer (RFC 6750, section 2.1; RFC 9449, section 7).
    ///
    /// A token for a resource server counts as unknown here.
    func presentedToken(
        _ headers: TokenRequestHeaders,
        method: String,
        address: String,
        tenant: TenantID?
    ) async throws -> LiveToken {
        let refusal = OAuthError(.invalidToken, "The access token is missing, expired or taken back.", status: 401)
        let parts = headers.authorization?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        guard parts.count == 2, let live = try await liveToken(parts[1]), tenant == nil || tenant == live.token.tenant,
            live.token.audience.contains(policy.issuer(of: live.token.tenant))
        else { throw refusal }
        switch (parts[0].lowercased(), live.token.key) {
        case ("bearer", nil) where headers.proofs.isEmpty: return live
        case ("dpop", let key?):
            let use = DPoPProof.Use(method: method, address: address, accessToken: parts[1])
            do {
                guard try await verifiedProofKey(headers.proofs, use, tenant: live.token.tenant) == key else {
                    throw refusal
                }
            } catch var error as OAuthError where error.code == .invalidDPoPProof {
                error.status = 401
                throw error
            }
            return live
        default: throw refusal
        }
    }
}
