public import ChaveBase
public import ChavePixModel

/// A payer, as one organisation knows them.
public struct Customer: Hashable, Sendable, Codable {
    public let id: CustomerID
    public let organisation: OrganisationID
    /// The API key whose word it is: of the device that made it, until the merchant's server names the person.
    public internal(set) var createdBy: APIKeyID
    public let createdAt: Timestamp
    public internal(set) var externalID: String?
    public let kind: TaxIdentifier.Kind
    /// `23******00`: what answers show.
    public internal(set) var maskedIdentifier: String
    /// Finds the customer by CPF or CNPJ without storing it in clear; unique in the organisation.
    public internal(set) var identifierIndex: Digest
    /// Finds the customer by a word of the name.
    public internal(set) var nameIndexes: [Digest]
    /// The key of everything personal; `nil` once the person is erased.
    public var key: WrappedKey?
    /// `CustomerParticulars` as JSON, sealed; erased with the key.
    public internal(set) var particulars: Sealed?
    /// Since somebody asked for the person to be erased.
    public internal(set) var erasure: CustomerErasure?
    /// Whether only a device has named the person: its word is provisional, and the merchant's replaces it.
    public internal(set) var isProvisional: Bool
    /// The audit chain of what was changed, which begins with the first change.
    var trail: AuditTrail?
    /// What an earlier program stored has none: it is the first.
    private var storedVersion: Int64?

    /// Rises by one with each change; the store refuses a write that does not follow the version it was read at.
    public var version: Int64 {
        get { storedVersion ?? 1 }
        set { storedVersion = newValue }
    }

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
        particulars: Sealed,
        isProvisional: Bool = false
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
        self.isProvisional = isProvisional
    }

    /// Where a chain ends, and how many entries it has.
    struct AuditTrail: Hashable, Sendable, Codable {
        var length: Int64
        var head: Digest
    }
}
