public import ChaveBase
public import ChavePixModel

/// An account of the merchant that receives the money.
public struct BankAccount: Hashable, Sendable, Codable {
    public let id: BankAccountID
    public let organisation: OrganisationID
    public let createdBy: APIKeyID
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    public var isActive: Bool
    public let institution: InstitutionID
    /// Holder and account, or Pix key, sealed: the data is the merchant's and often a person's.
    public let particulars: SealedSecret

    public init(
        id: BankAccountID,
        organisation: OrganisationID,
        createdBy: APIKeyID,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        isActive: Bool,
        institution: InstitutionID,
        particulars: SealedSecret
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.isActive = isActive
        self.institution = institution
        self.particulars = particulars
    }
}
