import ChaveBase
import Hashing
public import SignInModel

extension SignIn {
    /// Answers `/v2/revoke` (RFC 7009): revokes an access token, or a refresh token with its whole family, used ones
    /// too.
    ///
    /// The answer is the same for every token; an unknown token and one of another client stay as they are.
    public func revoke(_ parameters: OAuthParameters, authorization: String?, tenant: TenantID?) async throws {
        let client = try await authenticatedClient(parameters, authorization: authorization, tenant: tenant)
        let id = Digest(ofText: try parameters.required("token")).text
        let _: Bool = try await records.changing {
            var change = RecordChange()
            if let access = try await records.find(AccessToken.self, id, of: client.tenant) {
                let grant = try await records.find(Grant.self, access.record.grant, of: client.tenant)
                if let grant, grant.record.client == client.id {
                    change.remove(access)
                    note(.tokensRevoked, client.tenant, grant.record.user, client: client.id, in: &change)
                }
            } else if let refresh = try await records.find(RefreshToken.self, id, of: client.tenant) {
                let grant = try await records.find(Grant.self, refresh.record.grant, of: client.tenant)
                if let grant, grant.record.client == client.id {
                    change.remove(grant)
                    note(.tokensRevoked, client.tenant, grant.record.user, client: client.id, in: &change)
                }
            }
            return (change, true)
        }
    }
}
