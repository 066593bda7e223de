public import ChaveBase
public import ChaveWire

/// The API token of a tenant's own server, stored without the token itself.
public struct APIToken: SignInRecord, Hashable {
    public static let kind = "api_token"

    public var tenant: TenantID
    public var id: String
    /// The token's name for people.
    public var name: String
    public var digest: Digest
    public var createdAt: Timestamp

    public init(tenant: TenantID, id: String, name: String, digest: Digest, createdAt: Timestamp) {
        self.tenant = tenant
        self.id = id
        self.name = name
        self.digest = digest
        self.createdAt = createdAt
    }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    /// The index without tenant: the token determines the tenant.
    public var indexes: [RecordIndex] { [APIToken.index(digest)] }

    package static func index(_ digest: Digest) -> RecordIndex {
        RecordIndex("digest", digest.text, isUnique: true, isGlobal: true)
    }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("name", name)
        content.set("digest", digest)
        content.set("created_at", createdAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: APIToken.kind, content: content)
        self.tenant = tenant
        id = recordID
        name = try reader.text("name")
        digest = try reader.digest("digest")
        createdAt = try reader.time("created_at")
    }
}
