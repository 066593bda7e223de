public import ChaveBase
public import ChaveWire

/// An API of a tenant that access tokens may be for (RFC 8707).
public struct ResourceServer: SignInRecord, Hashable {
    public static let kind = "resource_server"

    public var tenant: TenantID
    public var id: String
    /// The `aud` of tokens for this API: an absolute address without a fragment.
    public var identifier: String
    /// The API's name for people.
    public var name: String
    /// The confidential client that introspects tokens for the API; `nil` where there is none.
    public var client: String?
    public var createdAt: Timestamp

    package init(tenant: TenantID, id: String, identifier: String, name: String, client: String?, createdAt: Timestamp)
    {
        self.tenant = tenant
        self.id = id
        self.identifier = identifier
        self.name = name
        self.client = client
        self.createdAt = createdAt
    }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }
    public var indexes: [RecordIndex] { [ResourceServer.index(identifier: identifier)] }

    package static func index(identifier: String) -> RecordIndex {
        RecordIndex("identifier", identifier, isUnique: true)
    }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("identifier", identifier)
        content.set("name", name)
        content.set("client", client)
        content.set("created_at", createdAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ResourceServer.kind, content: content)
        self.tenant = tenant
        id = recordID
        identifier = try reader.text("identifier")
        name = try reader.text("name")
        client = try reader.optionalText("client")
        createdAt = try reader.time("created_at")
    }
}
