public import ChaveBase
public import ChaveWire
import Hashing
public import SignInModel

/// The values for registering a client (RFC 7591's names).
public struct ClientDraft: Hashable, Sendable {
    public var name: String
    public var redirectURIs: [String]
    public var postLogoutRedirectURIs: [String] = []
    public var backChannelLogoutURI: String?
    public var requiresLogoutSession = false
    public var tokenAuthentication: OIDCClient.TokenAuthentication
    /// A JSON Web Key Set, for `OIDCClient.TokenAuthentication.privateKeyJWT` and for nothing else.
    public var jwks: JSONValue?
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

/// A client that was just registered or changed; the only answer that contains a new secret.
public struct RegisteredClient: Sendable, Redacted {
    public var client: OIDCClient
    /// The new secret; `nil` for a public client, for a client with keys, and for a change that keeps the secret.
    public var secret: String?
    /// Warnings about the client's addresses for its developer, one sentence each.
    public var risks: [String]
}

extension SignIn {
    /// Registers an app or a site, with up to 20 redirect addresses.
    public func registerClient(_ draft: ClientDraft, of tenant: TenantID) async throws -> RegisteredClient {
        let checked = try checked(draft)
        let secret = draft.tokenAuthentication.hasSecret ? newClientSecret() : nil
        var client = OIDCClient(
            tenant: tenant,
            id: world.newIDText(),
            name: draft.name,
            redirectURIs: draft.redirectURIs,
            tokenAuthentication: draft.tokenAuthentication,
            idTokenAlgorithm: draft.idTokenAlgorithm,
            secretDigest: secret.map { Digest(ofText: $0) },
            requiresDPoP: draft.requiresDPoP,
            createdAt: world.now()
        )
        client.take(draft, checked)
        // The key is in the JWKS from now on, not only from the first token that it signs.
        _ = try await signingKey(draft.idTokenAlgorithm, of: tenant)
        return try await records.changing { [client] in
            var change = RecordChange()
            change.require(try await known(tenant))
            change.insert(client)
            note(.clientCreated, tenant, client: client.id, in: &change)
            return (change, RegisteredClient(client: client, secret: secret, risks: checked.risks))
        }
    }

    /// - Throws: `OAuthError.Code.notFound`.
    public func client(_ id: String, of tenant: TenantID) async throws -> OIDCClient {
        try await knownClient(id, of: tenant).record
    }

    /// The tenant's clients, oldest first, at most `limit`, after the id `last` where it is given.
    public func clients(of tenant: TenantID, after last: String? = nil, limit: Int = 100) async throws -> [OIDCClient] {
        try await records.list(OIDCClient.self, of: tenant, after: last, limit: limit).map(\.record)
    }

    /// Removes a client: no person can sign in to it again, its tokens end at once, and an unknown id is no error.
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

    func knownClient(_ id: String, of tenant: TenantID) async throws -> Loaded<OIDCClient> {
        guard let client = try await records.find(OIDCClient.self, id, of: tenant) else {
            throw OAuthError(.notFound, "There is no such client.", status: 404)
        }
        return client
    }

    func newClientSecret() -> String { "chave_cs_" + world.newSecret() }
}

extension OIDCClient.TokenAuthentication {
    /// Whether the client has a secret that the server makes.
    var hasSecret: Bool {
        switch self {
        case .basic, .post: true
        case .privateKeyJWT, .none: false
        }
    }
}

extension SignIn {
    /// Whether pages of an origin may read answers for public clients: one of the tenant's clients has an address
    /// there.
    ///
    /// `tenant` is the tenant in the path; for the path without one it is `nil`, and a client of any tenant counts.
    public func sharesAnswers(with origin: String, tenant: TenantID?) async throws -> Bool {
        guard let origin = PageOrigin(sent: origin) else { return false }
        let index = OIDCClient.index(origin: origin.text, isGlobal: tenant == nil)
        return try await records.find(OIDCClient.self, by: index, of: tenant) != nil
    }
}
