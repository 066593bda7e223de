public import ChavePixModel
public import ChaveWire

/// The directory's data about one institution.
public struct InstitutionDirectoryEntry: Hashable, Sendable {
    public var id: InstitutionID
    public var ispb: String
    public var displayName: String
    public var name: String
    public var legalEntityName: String
    /// `iss` of the institution's identity tokens.
    public var issuer: String
    /// The keys that verify its identity tokens.
    public var jwks: JSONValue
    public var relyingPartyID: String
    public var institutionType: String
    public var primaryColor: String
    public var website: String
    public var sortPriority: Int

    public init(
        id: InstitutionID,
        ispb: String,
        displayName: String,
        name: String,
        legalEntityName: String,
        issuer: String,
        jwks: JSONValue,
        relyingPartyID: String,
        institutionType: String,
        primaryColor: String,
        website: String,
        sortPriority: Int
    ) {
        self.id = id
        self.ispb = ispb
        self.displayName = displayName
        self.name = name
        self.legalEntityName = legalEntityName
        self.issuer = issuer
        self.jwks = jwks
        self.relyingPartyID = relyingPartyID
        self.institutionType = institutionType
        self.primaryColor = primaryColor
        self.website = website
        self.sortPriority = sortPriority
    }
}
