import ChaveBase
public import SignInModel

extension SignIn {
    /// Creates a tenant with a root of its own.
    public func createTenant(_ tenant: TenantID, displayName: String) async throws -> Tenant {
        try TextRule.line(displayName, "display_name")
        return try await records.changing {
            guard try await records.find(Tenant.self, tenant.text, of: tenant) == nil else {
                throw OAuthError(.conflict, "There is a tenant of this name.", status: 409, field: "tenant_id")
            }
            let made = Tenant(tenant: tenant, displayName: displayName, createdAt: world.now())
            var change = RecordChange()
            change.insert(made)
            change.insert(try newRoot(of: tenant))
            return (change, made)
        }
    }

    /// The tenant; `nil` where there is none.
    public func tenant(_ tenant: TenantID) async throws -> Tenant? {
        try await records.find(Tenant.self, tenant.text, of: tenant)?.record
    }

    /// - Throws: `OAuthError.Code.notFound`.
    func known(_ tenant: TenantID) async throws -> Loaded<Tenant> {
        guard let loaded = try await records.find(Tenant.self, tenant.text, of: tenant) else {
            throw OAuthError(.notFound, "There is no tenant of this name.", status: 404)
        }
        return loaded
    }
}
