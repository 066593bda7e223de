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
    public let holderName: String
    public let holderTaxID: String
    public let holderIsBusiness: Bool
    /// The request's `holder` and `details` objects, as JSON text, to answer with.
    public let holderJSON: String
    public let detailsJSON: String
    public let route: Route

    /// How the receiving bank finds the account.
    public enum Route: Hashable, Sendable, Codable {
        case account(agency: String, number: String, type: String)
        case pixKey(String)
    }

    public init(
        id: BankAccountID,
        organisation: OrganisationID,
        createdBy: APIKeyID,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        isActive: Bool,
        institution: InstitutionID,
        holderName: String,
        holderTaxID: String,
        holderIsBusiness: Bool,
        holderJSON: String,
        detailsJSON: String,
        route: Route
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.isActive = isActive
        self.institution = institution
        self.holderName = holderName
        self.holderTaxID = holderTaxID
        self.holderIsBusiness = holderIsBusiness
        self.holderJSON = holderJSON
        self.detailsJSON = detailsJSON
        self.route = route
    }
}
