import ChaveBase
import ChaveWire

/// An access token by its digest.
struct AccessToken: SignInRecord, Hashable {
    static let kind = "access_token"
    static let prefix = "chave_at_"

    var tenant: TenantID
    var digest: Digest
    var grant: String
    var scope: Scope
    /// Who may take it (RFC 9700, section 2.3): the issuer, or resource servers.
    var audience: [String]
    /// The thumbprint of the key that it must be used with (RFC 9449, section 6); `nil`: a bearer token.
    var key: String?
    var issuedAt: Timestamp
    /// By the clock of tokens.
    var endsAt: Timestamp
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    /// Found without its tenant: it is all that whoever asks for user information brings.
    var indexes: [RecordIndex] { [AccessToken.index(digest)] }
    var expiresAt: Timestamp? { keptUntil }

    static func index(_ digest: Digest) -> RecordIndex {
        RecordIndex("digest", digest.text, isUnique: true, isGlobal: true)
    }

    var content: JSONObject {
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

    init(
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

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
