package import ChaveBase
package import ChaveWire

/// An access token, stored under its digest.
package struct AccessToken: SignInRecord, Hashable {
    package static let kind = "access_token"
    package static let prefix = "chave_at_"

    package var tenant: TenantID
    package var digest: Digest
    package var grant: String
    package var scope: Scope
    /// The servers that may accept the token (RFC 9700, section 2.3): the issuer, or resource servers.
    package var audience: [String]
    /// The thumbprint of the key that must use the token (RFC 9449, section 6); `nil` for a bearer token.
    package var key: String?
    package var issuedAt: Timestamp
    /// The end, by the clock of tokens.
    package var endsAt: Timestamp
    package var keptUntil: Timestamp

    package var recordID: String { digest.text }
    /// The index without tenant: a caller for user information sends only the token.
    package var indexes: [RecordIndex] { [AccessToken.index(digest)] }
    package var expiresAt: Timestamp? { keptUntil }

    package static func index(_ digest: Digest) -> RecordIndex {
        RecordIndex("digest", digest.text, isUnique: true, isGlobal: true)
    }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("grant", grant)
        content.set("scope", scope.text)
        content.set("audience", audience)
        content.set("key", key)
        content.set("issued_at", issuedAt)
        content.set("ends_at", endsAt)
        content.set("kept_until", keptUntil)
        return content
    }

    package init(
        tenant: TenantID,
        digest: Digest,
        grant: String,
        scope: Scope,
        audience: [String],
        key: String?,
        issuedAt: Timestamp,
        endsAt: Timestamp,
        keptUntil: Timestamp
    ) {
        self.tenant = tenant
        self.digest = digest
        self.grant = grant
        self.scope = scope
        self.audience = audience
        self.key = key
        self.issuedAt = issuedAt
        self.endsAt = endsAt
        self.keptUntil = keptUntil
    }

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: AccessToken.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: AccessToken.kind)
        grant = try reader.text("grant")
        scope = Scope(granted: try reader.text("scope"))
        audience = try reader.texts("audience")
        key = try reader.optionalText("key")
        issuedAt = try reader.time("issued_at")
        endsAt = try reader.time("ends_at")
        keptUntil = try reader.time("kept_until")
    }
}
