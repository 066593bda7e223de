public import ChaveBase
public import ChavePixModel

/// A payer, as known to one organisation.
public struct Customer: Hashable, Sendable, Codable {
    public let id: CustomerID
    public let organisation: OrganisationID
    /// The API key that the customer's data comes from.
    ///
    /// At first this is the key of the device that made the customer, until the merchant's server names the person.
    public package(set) var createdBy: APIKeyID
    public let createdAt: Timestamp
    public package(set) var externalID: String?
    public let kind: TaxIdentifier.Kind
    /// The masked identifier that responses show, such as `23******00`.
    public package(set) var maskedIdentifier: String
    /// The index digest that finds the customer by CPF or CNPJ, without the number stored in clear.
    ///
    /// The digest is unique in the organisation.
    public package(set) var identifierIndex: Digest
    /// The index digests that find the customer by a word of the name.
    public package(set) var nameIndexes: [Digest]
    /// The key that seals all personal data; `nil` once the person is erased.
    public var key: WrappedKey?
    /// `CustomerParticulars` as JSON, sealed; erased with the key.
    public package(set) var particulars: Sealed?
    /// The erasure of the person; `nil` until a caller requests it.
    public package(set) var erasure: CustomerErasure?
    /// Whether only a device has named the person.
    ///
    /// The device's data is provisional, and the merchant's data replaces it.
    public package(set) var isProvisional: Bool
    /// The audit chain of the changes; the chain begins with the first change.
    package var trail: AuditTrail?
    /// `nil` in a record that an earlier program stored; such a record has version 1.
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

    /// The head of a chain, and the number of its entries.
    package struct AuditTrail: Hashable, Sendable, Codable {
        package var length: Int64
        package var head: Digest

        package init(length: Int64, head: Digest) {
            self.length = length
            self.head = head
        }
    }
}
