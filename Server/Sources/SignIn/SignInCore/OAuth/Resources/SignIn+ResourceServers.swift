import ChaveBase
public import SignInModel

extension SignIn {
    private static let resourceServerLimit = 100

    /// Registers an API that access tokens may be for; a tenant has at most 100.
    ///
    /// `client` is a confidential client of the tenant, which may introspect tokens for the API.
    public func registerResourceServer(
        _ identifier: String,
        name: String,
        client: String?,
        of tenant: TenantID
    ) async throws -> ResourceServer {
        try TextRule.line(name, "name")
        try requireIdentifier(identifier, of: tenant)
        let server = ResourceServer(
            tenant: tenant,
            id: world.newIDText(),
            identifier: identifier,
            name: name,
            client: client,
            createdAt: world.now()
        )
        return try await records.changing {
            var change = RecordChange()
            // Two resource servers that are made at the same time must count each other.
            change.touch(try await known(tenant))
            if let client { change.require(try await introspecting(client, of: tenant)) }
            let all = try await resourceServers(of: tenant, limit: 1_000)
            guard !all.contains(where: { $0.identifier == identifier }) else {
                throw OAuthError(
                    .conflict,
                    "A resource server has that address already.",
                    status: 409,
                    field: "resource"
                )
            }
            guard all.count < SignIn.resourceServerLimit else {
                throw OAuthError(.conflict, "Remove a resource server first: a tenant has at most 100.", status: 409)
            }
            change.insert(server)
            return (change, server)
        }
    }

    /// The tenant's resource servers, oldest first, at most `limit`, after the id `last` where it is given.
    public func resourceServers(
        of tenant: TenantID,
        after last: String? = nil,
        limit: Int = 100
    ) async throws -> [ResourceServer] {
        try await records.list(ResourceServer.self, of: tenant, after: last, limit: limit).map(\.record)
    }

    /// Removes a resource server: it gets no new tokens, and no client introspects its tokens; an unknown id is no
    /// error.
    public func removeResourceServer(_ id: String, of tenant: TenantID) async throws {
        try await records.changing {
            var change = RecordChange()
            if let server = try await records.find(ResourceServer.self, id, of: tenant) { change.remove(server) }
            return (change, ())
        }
    }

    /// Demands an absolute address without a fragment (RFC 8707, section 2), unambiguous and not the issuer's own.
    private func requireIdentifier(_ text: String, of tenant: TenantID) throws(OAuthError) {
        let uri: PlainURI
        do {
            uri = try PlainURI(text)
        } catch {
            throw TextRule.refusal("resource", error.rawValue)
        }
        guard uri.scheme == "https" || uri.scheme == "http", uri.host != nil else {
            throw TextRule.refusal("resource", "must be an address such as https://api.example.com")
        }
        guard text != policy.issuer(of: tenant) else { throw TextRule.refusal("resource", "must not be the issuer") }
    }

    private func introspecting(_ id: String, of tenant: TenantID) async throws -> Loaded<OIDCClient> {
        guard let client = try await records.find(OIDCClient.self, id, of: tenant), !client.record.isPublic else {
            throw TextRule.refusal("client_id", "must be a client of this tenant that has a secret")
        }
        return client
    }
}
