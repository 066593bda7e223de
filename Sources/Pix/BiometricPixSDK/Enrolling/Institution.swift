import ChaveBase
import ChavePixModel

/// A bank that supports biometric payments.
public struct Institution: Identifiable, Codable, Hashable, Sendable {
    public var id: String
    /// The name in the API.
    public var name: String
    /// The name to show.
    public var displayName: String
    /// The address of a square picture, PNG; empty when there is none.
    public var iconLogo: String
    /// The name in the commercial register.
    public var legalEntityName: String?
    /// The country, `BRA`.
    public var country: String
    /// The kind of account holders: `individual` or `business`.
    public var institutionType: String
    /// Whether the bank accepts new enrollments.
    public var active: Bool
    /// The address of a picture.
    public var logo: String?
    /// The address of a picture with the name.
    public var textLogo: String?
    /// The bank's colour, such as `#0A5C36`.
    public var primaryColor: String?
    /// The bank's site.
    public var website: String?
    /// The position in a list, smallest number first; `nil` for none.
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
