public import ChaveBase
public import ChaveJOSE
public import ChaveWire
import Hashing

/// An app or a site that people sign in to (RFC 7591's names).
public struct OIDCClient: SignInRecord, Hashable {
    public static let kind = "client"

    /// The client's way of authenticating at the token endpoint.
    public enum TokenAuthentication: String, Hashable, Sendable, CaseIterable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
        /// A signature by a key that the client registered (RFC 7523; OpenID Connect Core 1.0, section 9).
        case privateKeyJWT = "private_key_jwt"
        /// A public client, which has no secret and must use PKCE.
        case none
    }

    /// The algorithm that signs the client's ID tokens.
    public enum IDTokenAlgorithm: String, Hashable, Sendable, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    /// The secret before the last rotation, which is valid beside the new one until its end.
    public struct FormerSecret: Hashable, Sendable {
        public var digest: Digest
        /// The end, by the clock of deadlines.
        public var endsAt: Timestamp

        package init(digest: Digest, endsAt: Timestamp) {
            self.digest = digest
            self.endsAt = endsAt
        }
    }

    public var tenant: TenantID
    public var id: String
    public var name: String
    public var redirectURIs: [String]
    /// The addresses for a browser after a logout (OpenID Connect RP-Initiated Logout 1.0, section 3.1).
    public var postLogoutRedirectURIs: [String] = []
    /// The address for notices of ended sessions (OpenID Connect Back-Channel Logout 1.0, section 2.2).
    public var backChannelLogoutURI: String?
    /// Whether the client demands the session's name in these notices, which contain it in any case.
    public var requiresLogoutSession = false
    public var tokenAuthentication: TokenAuthentication
    public var idTokenAlgorithm: IDTokenAlgorithm
    /// The digest of the secret, which is shown once and not stored; `nil` for a public client.
    public var secretDigest: Digest?
    public var formerSecret: FormerSecret?
    /// The keys that verify the client's assertions; `nil` unless it uses ``TokenAuthentication/privateKeyJWT``.
    public var keys: JWKSet?
    /// Whether the client's access tokens must be bound to a key (RFC 9449, section 5.2).
    public var requiresDPoP: Bool
    public var createdAt: Timestamp

    public init(
        tenant: TenantID,
        id: String,
        name: String,
        redirectURIs: [String],
        tokenAuthentication: TokenAuthentication,
        idTokenAlgorithm: IDTokenAlgorithm = .es256,
        secretDigest: Digest? = nil,
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

    /// Whether a text is a client's secret, or its former secret while that is valid.
    ///
    /// Both comparisons always run, even without a client, so that the time does not reveal the case.
    package static func accepts(_ secret: String, of client: OIDCClient?, at now: Timestamp) -> Bool {
        let (given, nothing) = (Digest(ofText: secret), Digest(of: []))
        let isCurrent = given.equalsInConstantTime(client?.secretDigest ?? nothing) && client?.secretDigest != nil
        let isFormer = given.equalsInConstantTime(client?.formerSecret?.digest ?? nothing)
        return isCurrent || isFormer && client?.formerSecret.map { now < $0.endsAt } ?? false
    }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    /// The index without tenant: endpoints without a tenant in their path know only the client's id.
    ///
    /// A public client is also found by the origins of its pages, with its tenant and without.
    public var indexes: [RecordIndex] {
        let origins = isPublic ? Set(redirectURIs.compactMap { PageOrigin(ofAddress: $0)?.text }).sorted() : []
        return [OIDCClient.index(id: id)]
            + origins.flatMap { origin in
                [false, true].map { OIDCClient.index(origin: origin, isGlobal: $0) }
            }
    }

    package static func index(origin: String, isGlobal: Bool) -> RecordIndex {
        RecordIndex(isGlobal ? "any_origin" : "origin", origin, isGlobal: isGlobal)
    }

    package static func index(id: String) -> RecordIndex { RecordIndex("id", id, isUnique: true, isGlobal: true) }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("name", name)
        content.set("redirect_uris", redirectURIs)
        content.set("post_logout_redirect_uris", postLogoutRedirectURIs)
        content.set("backchannel_logout_uri", backChannelLogoutURI)
        content.set("backchannel_logout_session_required", requiresLogoutSession)
        content.set("token_endpoint_auth_method", tokenAuthentication.rawValue)
        content.set("id_token_signed_response_alg", idTokenAlgorithm.rawValue)
        content.set("secret_digest", secretDigest)
        content.set("former_secret_digest", formerSecret?.digest)
        content.set("former_secret_ends_at", formerSecret?.endsAt)
        content["jwks"] = keys?.json
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
        postLogoutRedirectURIs = try reader.texts("post_logout_redirect_uris")
        backChannelLogoutURI = try reader.optionalText("backchannel_logout_uri")
        requiresLogoutSession = try reader.flag("backchannel_logout_session_required")
        tokenAuthentication = try reader.choice("token_endpoint_auth_method", as: TokenAuthentication.self)
        idTokenAlgorithm = try reader.choice("id_token_signed_response_alg", as: IDTokenAlgorithm.self)
        secretDigest = content["secret_digest"] == nil ? nil : try reader.digest("secret_digest")
        if let endsAt = try reader.optionalTime("former_secret_ends_at") {
            formerSecret = FormerSecret(digest: try reader.digest("former_secret_digest"), endsAt: endsAt)
        }
        if let jwks = content["jwks"] {
            guard let keys = try? JWKSet(json: jwks) else { throw .damaged(kind: OIDCClient.kind) }
            self.keys = keys
        }
        requiresDPoP = try reader.flag("dpop_bound_access_tokens")
        createdAt = try reader.time("created_at")
    }
}
