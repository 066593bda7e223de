import ChaveBase
import ChaveWire

/// A refresh token by its digest; it counts while its grant is at its generation.
struct RefreshToken: SignInRecord, Hashable {
    static let kind = "refresh_token"
    static let prefix = "chave_rt_"

    var tenant: TenantID
    var digest: Digest
    var grant: String
    var generation: Int64
    var issuedAt: Timestamp
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { keptUntil }

    var content: JSONObject {
        var content = JSONObject()
        content.set("grant", grant)
        content.set("generation", generation)
        content.set("issued_at", issuedAt)
        content.set("kept_until", keptUntil)
        return content
    }

    init(
        tenant: TenantID,
        digest: Digest,
        grant: String,
        generation: Int64,
        issuedAt: Timestamp,
        keptUntil: Timestamp
    ) {
        self.tenant = tenant
        self.digest = digest
        self.grant = grant
        self.generation = generation
        self.issuedAt = issuedAt
        self.keptUntil = keptUntil
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshToken.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: RefreshToken.kind)
        grant = try reader.text("grant")
        generation = try reader.integer("generation")
        issuedAt = try reader.time("issued_at")
        keptUntil = try reader.time("kept_until")
    }
}
