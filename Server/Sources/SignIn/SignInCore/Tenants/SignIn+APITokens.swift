public import ChaveBase
import Hashing
public import SignInModel

/// An API token that was just made; the only answer that contains the token.
public struct IssuedAPIToken: Sendable, Redacted {
    public var record: APIToken
    public var token: String
}

extension SignIn {
    private static let apiTokenPrefix = "chave_st_"
    /// The most tokens of a tenant: enough to rotate one by one, few enough to read as a list.
    private static let apiTokenLimit = 20

    /// Makes a token for the calls below `/v1/manage` and `/v0`; a tenant has at most 20 at a time.
    public func makeAPIToken(of tenant: TenantID, name: String) async throws -> IssuedAPIToken {
        try TextRule.line(name, "name", longest: 100)
        let token = SignIn.apiTokenPrefix + world.newSecret()
        let record = APIToken(
            tenant: tenant,
            id: world.newIDText(),
            name: name,
            digest: Digest(ofText: token),
            createdAt: world.now()
        )
        return try await records.changing {
            var change = RecordChange()
            // Two tokens that are made at the same time must count each other.
            change.touch(try await known(tenant))
            guard try await apiTokens(of: tenant).count < SignIn.apiTokenLimit else {
                throw OAuthError(.conflict, "Revoke a token first: a tenant has at most 20.", status: 409)
            }
            change.insert(record)
            return (change, IssuedAPIToken(record: record, token: token))
        }
    }

    /// The tenant's API tokens, oldest first.
    public func apiTokens(of tenant: TenantID) async throws -> [APIToken] {
        try await records.list(APIToken.self, of: tenant, limit: 1_000).map(\.record)
    }

    /// Revokes a token, which opens nothing from the next call on; an unknown id is no error.
    public func revokeAPIToken(_ id: String, of tenant: TenantID) async throws {
        try await records.changing {
            var change = RecordChange()
            if let token = try await records.find(APIToken.self, id, of: tenant) { change.remove(token) }
            return (change, ())
        }
    }

    /// The tenant of an API token.
    ///
    /// - Throws: `OAuthError.Code.invalidToken` with 401, the same for every reason.
    public func tenant(ofAPIToken token: String) async throws -> TenantID {
        let digest = Digest(ofText: token)
        guard token.hasPrefix(SignIn.apiTokenPrefix),
            let found = try await records.find(APIToken.self, by: APIToken.index(digest), of: nil),
            found.record.digest.equalsInConstantTime(digest)
        else { throw OAuthError(.invalidToken, "Send a live API token as Bearer.", status: 401) }
        return found.record.tenant
    }
}
