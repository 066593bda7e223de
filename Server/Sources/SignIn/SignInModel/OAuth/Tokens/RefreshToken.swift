package import ChaveBase
package import ChaveWire

/// A refresh token, stored under its digest; it counts while its grant has the same generation.
package struct RefreshToken: SignInRecord, Hashable {
    package static let kind = "refresh_token"
    package static let prefix = "chave_rt_"

    package var tenant: TenantID
    package var digest: Digest
    package var grant: String
    package var generation: Int64
    package var issuedAt: Timestamp
    package var keptUntil: Timestamp

    package var recordID: String { digest.text }
    package var indexes: [RecordIndex] { [] }
    package var expiresAt: Timestamp? { keptUntil }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("grant", grant)
        content.set("generation", generation)
        content.set("issued_at", issuedAt)
        content.set("kept_until", keptUntil)
        return content
    }

    package init(
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

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshToken.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: RefreshToken.kind)
        grant = try reader.text("grant")
        generation = try reader.integer("generation")
        issuedAt = try reader.time("issued_at")
        keptUntil = try reader.time("kept_until")
    }
}
