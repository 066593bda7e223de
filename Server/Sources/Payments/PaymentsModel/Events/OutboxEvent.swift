public import ChaveBase
public import ChavePixModel

/// An event for the merchant, with a frozen body, written in the same transaction as the change that it reports.
public struct OutboxEvent: Hashable, Sendable, Codable {
    /// The `webhook_id`.
    public let id: EventID
    public let organisation: OrganisationID
    /// The stored object whose change this event reports, and the version that the change led to.
    ///
    /// A charge is part of its intent. Therefore events of a charge name the intent here and the charge in `objectID`.
    public let object: ObjectReference
    public let version: Int64
    public let at: Timestamp
    /// The event type that endpoints subscribe to, such as `payment_intent.succeeded`.
    public let type: String
    /// The object that the body describes.
    public let objectID: AnyID
    /// The JSON body, exactly as it will be delivered.
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
