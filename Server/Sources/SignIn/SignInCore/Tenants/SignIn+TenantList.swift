import ChaveBase
public import SignInModel

extension SignIn {
    /// The tenants by name, at most `limit`, after the tenant `last` where it is given.
    ///
    /// This list is for the operator; a tenant's own token opens that tenant alone.
    public func tenants(after last: TenantID? = nil, limit: Int = 100) async throws(SignInFault) -> [Tenant] {
        let key = last.map { RecordKey(tenant: $0.text, kind: Tenant.kind, id: $0.text) }
        return try await records.list(Tenant.self, by: Tenant.everyTenant, of: nil, after: key, limit: limit)
            .map(\.record)
    }

    /// Calls `body` for every tenant, one after the other.
    public func forEachTenant(_ body: (Tenant) async throws -> Void) async throws {
        var last: TenantID?
        while true {
            let tenants = try await tenants(after: last)
            for tenant in tenants { try await body(tenant) }
            guard let newest = tenants.last else { return }
            last = newest.tenant
        }
    }
}
