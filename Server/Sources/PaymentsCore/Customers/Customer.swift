public import ChavePixModel

/// A payer, as one organisation knows them.
public struct Customer: Hashable, Sendable, Codable {
    public let id: CustomerID
    public let organisation: OrganisationID
    public let createdBy: APIKeyID
    public let createdAt: Timestamp
    public var externalID: String?
    public let kind: TaxIdentifier.Kind
    /// `23******00`: what answers show.
    public let maskedIdentifier: String
    /// Finds the customer by CPF or CNPJ without storing it in clear; unique in the organisation.
    public let identifierIndex: Digest
    /// Finds the customer by a word of the name.
    public let nameIndexes: [Digest]
    /// The key of everything personal; erased with the person.
    public let key: WrappedKey
    /// `CustomerParticulars` as JSON, sealed.
    public let particulars: Sealed

    public init(
        id: CustomerID,
        organisation: OrganisationID,
        createdBy: APIKeyID,
        createdAt: Timestamp,
        externalID: String?,
        kind: TaxIdentifier.Kind,
        maskedIdentifier: String,
        identifierIndex: Digest,
        nameIndexes: [Digest],
        key: WrappedKey,
        particulars: Sealed
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.externalID = externalID
        self.kind = kind
        self.maskedIdentifier = maskedIdentifier
        self.identifierIndex = identifierIndex
        self.nameIndexes = nameIndexes
        self.key = key
        self.particulars = particulars
    }
}
