public import ChavePixModel

/// The directory's data about one institution.
public struct InstitutionDirectoryEntry: Hashable, Sendable {
    /// The id of its authorization server in the directory.
    public var id: InstitutionID
    public var ispb: String
    public var displayName: String
    public var name: String
    public var legalEntityName: String
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
        self.institutionType = institutionType
        self.primaryColor = primaryColor
        self.website = website
        self.sortPriority = sortPriority
    }
}
