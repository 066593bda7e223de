public import ChavePixModel
public import ChaveWire

/// An app or a site that people sign in to (RFC 7591's names).
public struct OIDCClient: SignInRecord, Hashable {
    public static let kind = "client"

    /// How it proves at the token endpoint that it is itself.
    public enum TokenAuthentication: String, Hashable, Sendable, CaseIterable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
        /// A public client, which has no secret and must use PKCE.
        case none
    }

    /// What its ID tokens are signed with.
    public enum IDTokenAlgorithm: String, Hashable, Sendable, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    public var tenant: TenantID
    public var id: String
    public var name: String
    public var redirectURIs: [String]
    public var tokenAuthentication: TokenAuthentication
    public var idTokenAlgorithm: IDTokenAlgorithm
    /// The secret itself is shown once and not kept; `nil` for a public client.
    public var secretDigest: SignInDigest?
    /// Whether its access tokens must be bound to a key (RFC 9449, section 5.2).
    public var requiresDPoP: Bool
    public var createdAt: Timestamp

    public init(
        tenant: TenantID,
        id: String,
        name: String,
        redirectURIs: [String],
        tokenAuthentication: TokenAuthentication,
        idTokenAlgorithm: IDTokenAlgorithm = .es256,
        secretDigest: SignInDigest? = nil,
        requiresDPoP: Bool = false,
        createdAt: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.name = name
        self.redirectURIs = redirectURIs
        self.tokenAuthentication = tokenAuthentication
        self.idTokenAlgorithm = idTokenAlgorithm
        self.secretDigest = secretDigest
        self.requiresDPoP = requiresDPoP
        self.createdAt = createdAt
    }

    public var isPublic: Bool { tokenAuthentication == .none }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    /// Found without its tenant, because the endpoints without a tenant in their path know it by the client alone.
    public var indexes: [RecordIndex] { [OIDCClient.index(id: id)] }

    static func index(id: String) -> RecordIndex { RecordIndex("id", id, isUnique: true, isGlobal: true) }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("name", name)
        content.set("redirect_uris", redirectURIs)
        content.set("token_endpoint_auth_method", tokenAuthentication.rawValue)
        content.set("id_token_signed_response_alg", idTokenAlgorithm.rawValue)
        content.set("secret_digest", secretDigest)
        content.set("dpop_bound_access_tokens", requiresDPoP)
        content.set("created_at", createdAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: OIDCClient.kind, content: content)
        self.tenant = tenant
        id = recordID
        name = try reader.text("name")
        redirectURIs = try reader.texts("redirect_uris")
        tokenAuthentication = try reader.choice("token_endpoint_auth_method", as: TokenAuthentication.self)
        idTokenAlgorithm = try reader.choice("id_token_signed_response_alg", as: IDTokenAlgorithm.self)
        secretDigest = content["secret_digest"] == nil ? nil : try reader.digest("secret_digest")
        requiresDPoP = try reader.flag("dpop_bound_access_tokens")
        createdAt = try reader.time("created_at")
    }
}
