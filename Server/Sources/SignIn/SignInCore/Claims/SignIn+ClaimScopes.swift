import ChaveWire
public import SignInModel

extension SignIn {
    /// Replaces all of the tenant's own scopes.
    ///
    /// Earlier grants open what their scopes open now: a removed scope opens nothing.
    public func configureScopes(_ scopes: [ClaimScope], of tenant: TenantID) async throws -> [ClaimScope] {
        try ClaimScope.check(scopes)
        return try await records.changing {
            var loaded = try await known(tenant)
            loaded.record.scopes = scopes
            var change = RecordChange()
            change.replace(loaded)
            return (change, scopes)
        }
    }

    public func scopes(of tenant: TenantID) async throws -> [ClaimScope] { try await known(tenant).record.scopes }

    /// The names in `text` that are the tenant's own scopes.
    func ownScopes(in text: String?, of tenant: TenantID) async throws -> Set<String> {
        guard let text, text.utf8.count <= 512 else { return [] }
        let asked = Set(Scope(granted: text).custom)
        guard !asked.isEmpty else { return [] }
        return try await asked.intersection(scopes(of: tenant).map(\.name))
    }

    /// The tenant's own claims about a person for an ID token, beside the standard claims.
    func idTokenClaims(of user: String, by scope: Scope, _ tenant: TenantID) async throws -> JSONObject {
        guard scope.contains(.openID), !scope.custom.isEmpty,
            let user = try await records.find(User.self, user, of: tenant)?.record
        else { return JSONObject() }
        return try await claims(of: user, by: scope) { $0.isInIDToken }
    }

    /// The claims that a scope opens, with their present values.
    func claims(of user: User, by scope: Scope, where isWanted: (ClaimScope) -> Bool) async throws -> JSONObject {
        var claims = JSONObject()
        guard !scope.custom.isEmpty, !user.claims.isEmpty else { return claims }
        for own in try await scopes(of: user.tenant) where scope.custom.contains(own.name) && isWanted(own) {
            for name in own.claims { claims[name] = user.claims[name] ?? claims[name] }
        }
        return claims
    }
}
