import ChavePixModel

/// A bank that can do biometric payments.
public struct Institution: Identifiable, Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    /// The name to show.
    public var displayName: String
    /// The address of a square picture, PNG; empty when there is none.
    public var iconLogo: String
    public var legalEntityName: String?
    public var country: String
    public var institutionType: String
    public var active: Bool
    public var logo: String?
    public var textLogo: String?
    public var primaryColor: String?
    public var website: String?
    public var sortPriority: Int?

    init(_ resource: InstitutionResource) {
        id = resource.id.text
        name = resource.name
        displayName = resource.displayName
        iconLogo = resource.iconLogo ?? ""
        legalEntityName = resource.legalEntityName
        country = resource.country
        institutionType = resource.institutionType.rawValue
        active = resource.active
        logo = resource.logo
        textLogo = resource.textLogo
        primaryColor = resource.primaryColor
        website = resource.website
        sortPriority = resource.sortPriority.map { Int(clamping: $0) }
    }
}
