public import ChaveBase
public import ChavePixModel

/// Something a merchant will be told: written in the transaction that made it true, its body frozen.
public struct OutboxEvent: Hashable, Sendable, Codable {
    /// The `webhook_id`.
    public let id: EventID
    public let organisation: OrganisationID
    /// The stored object whose change this tells of, and the version that the change led to.
    ///
    /// A charge is part of its intent: its events name the intent here, and the charge in `objectID`.
    public let object: ObjectReference
    public let version: Int64
    public let at: Timestamp
    /// Such as `payment_intent.succeeded`: what endpoints choose by.
    public let type: String
    /// The object that the body tells of.
    public let objectID: AnyID
    /// JSON, as it will be delivered.
    public let body: String

    public init(
        id: EventID,
        organisation: OrganisationID,
        object: ObjectReference,
        version: Int64,
        at: Timestamp,
        type: String,
        objectID: AnyID,
        body: String
    ) {
        self.id = id
        self.organisation = organisation
        self.object = object
        self.version = version
        self.at = at
        self.type = type
        self.objectID = objectID
        self.body = body
    }
}
