import ChaveBase
import ChaveWire

/// What a person let a client have: the family of all tokens that came of one code.
///
/// Revoking is removing it: a token counts only while its grant is there.
struct Grant: SignInRecord, Hashable {
    static let kind = "grant"

    var tenant: TenantID
    var id: String
    var client: String
    var user: SignedInUser
    var scope: Scope
    /// What its tokens may be for (RFC 8707); empty for the issuer itself.
    var resources: [String]
    /// The key that refresh tokens of a public client are bound to (RFC 9449, section 5): its RFC 7638 thumbprint.
    var refreshKey: String?
    /// Of the one refresh token that counts; each refresh is one more.
    var generation: Int64
    var createdAt: Timestamp
    /// When the last of its tokens is dead, whatever happens.
    var endsAt: Timestamp
    var keptUntil: Timestamp

    var recordID: String { id }
    /// Found by the browser's session that it ends with.
    var indexes: [RecordIndex] { endsWithSession.map { [Grant.index(session: $0)] } ?? [] }
    var expiresAt: Timestamp? { keptUntil }

    static func index(session: String) -> RecordIndex { RecordIndex("session", session) }

    /// The session whose end is the grant's too (OpenID Connect Back-Channel Logout 1.0, section 2.7).
    ///
    /// `nil` where the person let the client go on while they are not there, and for a device.
    var endsWithSession: String? { scope.contains(.offlineAccess) ? nil : user.session }

    var content: JSONObject {
        var content = JSONObject()
        content.set("client", client)
        user.write(to: &content)
        content.set("scope", scope.text)
        content.set("resources", resources)
        content.set("refresh_key", refreshKey)
        content.set("generation", generation)
        content.set("created_at", createdAt)
        content.set("ends_at", endsAt)
        content.set("kept_until", keptUntil)
        return content
    }

    init(
        tenant: TenantID,
        id: String,
        client: String,
        user: SignedInUser,
        scope: Scope,
        resources: [String],
        refreshKey: String?,
        createdAt: Timestamp,
        endsAt: Timestamp,
        keptUntil: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.client = client
        self.user = user
        self.scope = scope
        self.resources = resources
        self.refreshKey = refreshKey
        generation = 0
        self.createdAt = createdAt
        self.endsAt = endsAt
        self.keptUntil = keptUntil
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: Grant.kind, content: content)
        self.tenant = tenant
        id = recordID
        client = try reader.text("client")
        user = try SignedInUser(reader)
        scope = Scope(granted: try reader.text("scope"))
        resources = try reader.texts("resources")
        refreshKey = try reader.optionalText("refresh_key")
        generation = try reader.integer("generation")
        createdAt = try reader.time("created_at")
        endsAt = try reader.time("ends_at")
        keptUntil = try reader.time("kept_until")
    }
}
