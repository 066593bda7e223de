public import ChaveBase
import Hashing

/// An API token as it was just made: the one time that it is told.
public struct IssuedAPIToken: Sendable, Redacted {
    public var record: APIToken
    public var token: String
}

extension SignIn {
    private static let apiTokenPrefix = "chave_st_"
    /// Enough to rotate one by one, few enough to be read as a list.
    private static let apiTokenLimit = 20

    /// A new token for the calls below `/v1/manage` and `/v0`; at most 20 of a tenant at the same time.
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
            // So that of two that are made at once one counts the other.
            change.touch(try await known(tenant))
            guard try await apiTokens(of: tenant).count < SignIn.apiTokenLimit else {
                throw OAuthError(.conflict, "Revoke a token first: a tenant has at most 20.", status: 409)
            }
            change.insert(record)
            return (change, IssuedAPIToken(record: record, token: token))
        }
    }

    /// By age.
    public func apiTokens(of tenant: TenantID) async throws -> [APIToken] {
        try await records.list(APIToken.self, of: tenant, limit: 1_000).map(\.record)
    }

    /// From the next call on nobody gets in by it; one that is not there is no error.
    public func revokeAPIToken(_ id: String, of tenant: TenantID) async throws {
        try await records.changing {
            var change = RecordChange()
            if let token = try await records.find(APIToken.self, id, of: tenant) { change.remove(token) }
            return (change, ())
        }
    }

    /// Whose token it is.
    ///
    /// - Throws: ``OAuthError/Code/invalidToken`` with 401, the same for every reason.
    public func tenant(ofAPIToken token: String) async throws -> TenantID {
        let digest = Digest(ofText: token)
        guard token.hasPrefix(SignIn.apiTokenPrefix),
            let found = try await records.find(APIToken.self, by: APIToken.index(digest), of: nil),
            found.record.digest.equalsInConstantTime(digest)
        else { throw OAuthError(.invalidToken, "Send a live API token as Bearer.", status: 401) }
        return found.record.tenant
    }
}
