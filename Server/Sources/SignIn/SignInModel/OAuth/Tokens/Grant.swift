package import ChaveBase
package import ChaveWire

/// The access that a person gave to a client: the family of all tokens of one code.
///
/// Removing the grant revokes its tokens: a token counts only while its grant exists.
package struct Grant: SignInRecord, Hashable {
    package static let kind = "grant"

    package var tenant: TenantID
    package var id: String
    package var client: String
    package var user: SignedInUser
    package var scope: Scope
    /// The resources that its tokens may be for (RFC 8707); empty for the issuer itself.
    package var resources: [String]
    /// The RFC 7638 thumbprint of the key for refresh tokens of a public client (RFC 9449, section 5).
    package var refreshKey: String?
    /// The generation of the only valid refresh token; each refresh adds one.
    package var generation: Int64
    package var createdAt: Timestamp
    /// The time at which its last token has expired in any case.
    package var endsAt: Timestamp
    package var keptUntil: Timestamp

    package var recordID: String { id }
    /// The index by the browser's session that ends the grant.
    package var indexes: [RecordIndex] { endsWithSession.map { [Grant.index(session: $0)] } ?? [] }
    package var expiresAt: Timestamp? { keptUntil }

    package static func index(session: String) -> RecordIndex { RecordIndex("session", session) }

    /// The session whose end also ends the grant (OpenID Connect Back-Channel Logout 1.0, section 2.7).
    ///
    /// The value is `nil` where the person allowed access in their absence, and for a device.
    package var endsWithSession: String? { scope.contains(.offlineAccess) ? nil : user.session }

    package var content: JSONObject {
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

    package init(
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

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
