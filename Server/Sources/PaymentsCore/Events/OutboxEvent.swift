public import ChavePixModel

/// Something a merchant will be told: written in the transaction that made it true, its body frozen.
public struct OutboxEvent: Hashable, Sendable, Codable {
    /// The `webhook_id`.
    public let id: String
    public let organisation: OrganisationID
    public let object: ObjectReference
    public let version: Int64
    public let at: Timestamp
    /// JSON, as it will be delivered.
    public let body: String

    public init(
        id: String,
        organisation: OrganisationID,
        object: ObjectReference,
        version: Int64,
        at: Timestamp,
        body: String
    ) {
        self.id = id
        self.organisation = organisation
        self.object = object
        self.version = version
        self.at = at
        self.body = body
    }
}
