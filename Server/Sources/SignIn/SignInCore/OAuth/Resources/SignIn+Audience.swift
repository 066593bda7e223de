import SignInModel

extension SignIn {
    /// The resources that a request names, if tokens may be for each of them.
    ///
    /// - Throws: `invalid_target` (RFC 8707, section 2) where a resource is neither the issuer nor a resource server of
    ///   the tenant.
    func knownResources(_ resources: [String], of tenant: TenantID) async throws -> [String] {
        for resource in resources where resource != policy.issuer(of: tenant) {
            let index = ResourceServer.index(identifier: resource)
            guard try await records.find(ResourceServer.self, by: index, of: tenant) != nil else {
                throw SignIn.wrongTarget
            }
        }
        return resources
    }

    /// The audience of an access token: all granted resources, or the part that the client asks for at the token
    /// endpoint.
    ///
    /// The default is the issuer itself, whose user information the token opens.
    func audience(_ asked: [String], within grant: Grant) async throws -> [String] {
        let granted = grant.resources.isEmpty ? [policy.issuer(of: grant.tenant)] : grant.resources
        guard asked.allSatisfy(granted.contains) else { throw SignIn.wrongTarget }
        return try await knownResources(granted.filter { asked.isEmpty || asked.contains($0) }, of: grant.tenant)
    }

    /// Whether a client may learn about a token: its own, or one for its own resource server (RFC 7662, section 4).
    func mayBeTold(_ client: OIDCClient, of live: LiveToken) async throws(SignInFault) -> Bool {
        guard live.token.tenant == client.tenant else { return false }
        if live.grant.client == client.id { return true }
        for resource in live.token.audience {
            let index = ResourceServer.index(identifier: resource)
            let server = try await records.find(ResourceServer.self, by: index, of: client.tenant)
            if server?.record.client == client.id { return true }
        }
        return false
    }

    private static let wrongTarget = OAuthError(
        .invalidTarget,
        "The resource is none that was asked for at the beginning, or none that the tenant registered.",
        field: "resource"
    )
}
