public import SignInModel

/// An address of a tenant with a warning for its developer.
public struct RedirectRisk: Hashable, Sendable {
    public var tenant: TenantID
    /// The client that has the address; `nil` where the tenant's profile has it.
    public var client: String?
    public var address: String
    /// The warning, in one sentence.
    public var sentence: String
}

extension SignIn {
    /// The addresses of a tenant's clients and of its profile that are a risk at present.
    public func redirectRisks(of tenant: TenantID) async throws -> [RedirectRisk] {
        let profile = try await known(tenant).record
        let links = [profile.registrationRedirectURI, profile.enrollURI, profile.loginURI].compactMap(\.self)
        var risks = links.compactMap { SignIn.risk($0, client: nil, tenant) }
        var last: String?
        while true {
            let clients = try await clients(of: tenant, after: last, limit: 1_000)
            for client in clients {
                risks += client.redirectURIs.compactMap { SignIn.risk($0, client: client.name, tenant) }
            }
            guard let end = clients.last else { return risks }
            last = end.id
        }
    }

    private static func risk(_ address: String, client: String?, _ tenant: TenantID) -> RedirectRisk? {
        guard let sentence = (try? RedirectAddress(address, field: "redirect_uris"))?.risk else { return nil }
        return RedirectRisk(tenant: tenant, client: client, address: address, sentence: sentence)
    }
}
