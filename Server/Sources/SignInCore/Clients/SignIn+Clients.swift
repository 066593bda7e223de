/// What whoever registers a client sends (RFC 7591's names).
public struct ClientDraft: Hashable, Sendable {
    public var name: String
    public var redirectURIs: [String]
    public var tokenAuthentication: OIDCClient.TokenAuthentication
    public var idTokenAlgorithm: OIDCClient.IDTokenAlgorithm
    public var requiresDPoP: Bool

    public init(
        name: String,
        redirectURIs: [String],
        tokenAuthentication: OIDCClient.TokenAuthentication,
        idTokenAlgorithm: OIDCClient.IDTokenAlgorithm = .es256,
        requiresDPoP: Bool = false
    ) {
        self.name = name
        self.redirectURIs = redirectURIs
        self.tokenAuthentication = tokenAuthentication
        self.idTokenAlgorithm = idTokenAlgorithm
        self.requiresDPoP = requiresDPoP
    }
}

/// A client as it was just registered: the one time that its secret is told.
public struct RegisteredClient: Sendable, Redacted {
    public var client: OIDCClient
    /// `nil` for a public client.
    public var secret: String?
    /// What a developer should know about its addresses, one sentence each.
    public var risks: [String]
}

extension SignIn {
    /// Registers an app or a site, with up to 20 addresses that it may be sent back to.
    public func registerClient(_ draft: ClientDraft, of tenant: TenantID) async throws -> RegisteredClient {
        try TextRule.line(draft.name, "name")
        let risks = try SignIn.checked(draft.redirectURIs)
        let secret = draft.tokenAuthentication == .none ? nil : "chave_cs_" + world.newSecret()
        let client = OIDCClient(
            tenant: tenant,
            id: world.newID(),
            name: draft.name,
            redirectURIs: draft.redirectURIs,
            tokenAuthentication: draft.tokenAuthentication,
            idTokenAlgorithm: draft.idTokenAlgorithm,
            secretDigest: secret.map { SignInDigest(ofText: $0) },
            requiresDPoP: draft.requiresDPoP,
            createdAt: world.now()
        )
        // The key stands in the JWKS from now on, not only from the first token that it signs.
        _ = try await signingKey(draft.idTokenAlgorithm, of: tenant)
        return try await records.changing {
            var change = RecordChange()
            change.require(try await known(tenant))
            change.insert(client)
            note(.clientCreated, tenant, client: client.id, in: &change)
            return (change, RegisteredClient(client: client, secret: secret, risks: risks))
        }
    }

    /// By age, at most `limit`, after the id `last` where it is given.
    public func clients(of tenant: TenantID, after last: String? = nil, limit: Int = 100) async throws -> [OIDCClient] {
        try await records.list(OIDCClient.self, of: tenant, after: last, limit: limit).map(\.record)
    }

    /// Forgets a client: nobody signs in to it again, and its tokens end at once; one that is not there is no error.
    public func removeClient(_ id: String, of tenant: TenantID) async throws {
        try await records.changing {
            var change = RecordChange()
            if let client = try await records.find(OIDCClient.self, id, of: tenant) {
                change.remove(client)
                note(.clientRemoved, tenant, client: id, in: &change)
            }
            return (change, ())
        }
    }

    private static func checked(_ addresses: [String]) throws(OAuthError) -> [String] {
        let field = "redirect_uris"
        guard (1...20).contains(addresses.count) else { throw TextRule.refusal(field, "must have 1 to 20 addresses") }
        guard Set(addresses).count == addresses.count else { throw TextRule.refusal(field, "names an address twice") }
        var risks: [String] = []
        for address in addresses {
            guard let risk = try RedirectAddress(address, field: field).risk, !risks.contains(risk) else { continue }
            risks.append(risk)
        }
        return risks
    }
}
