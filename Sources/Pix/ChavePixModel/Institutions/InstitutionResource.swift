public import ChaveWire

/// A payer's bank, as the API returns it.
public struct InstitutionResource: APIMessage {
    /// The institution's id.
    public var id: InstitutionID
    /// The name in this API, at most 255 characters.
    public var name: String
    /// The name to show, at most 255 characters.
    public var displayName: String
    /// The name in the commercial register, at most 255 characters.
    public var legalEntityName: String?
    /// The country, `BRA`.
    public var country: String
    /// The kind of customers: persons or legal entities.
    public var institutionType: InstitutionType
    /// Whether the bank accepts new enrollments.
    public var active: Bool
    /// The address of a PNG, because the image view of iOS shows no SVG.
    public var iconLogo: String?
    /// The address of a picture, at most 2,000 characters.
    public var logo: String?
    /// The address of a picture with the name, at most 2,000 characters.
    public var textLogo: String?
    /// The bank's colour, at most 32 characters.
    public var primaryColor: String?
    /// The bank's site, at most 2,000 characters.
    public var website: String?
    /// The position in a list, smallest number first.
    public var sortPriority: Int64?

    /// An answer of these members.
    public init(
        id: InstitutionID,
        name: String,
        displayName: String,
        legalEntityName: String? = nil,
        country: String = "BRA",
        institutionType: InstitutionType = .individual,
        active: Bool = true,
        iconLogo: String? = nil,
        logo: String? = nil,
        textLogo: String? = nil,
        primaryColor: String? = nil,
        website: String? = nil,
        sortPriority: Int64? = nil
    ) {
        self.id = id
        self.name = name
        self.displayName = displayName
        self.legalEntityName = legalEntityName
        self.country = country
        self.institutionType = institutionType
        self.active = active
        self.iconLogo = iconLogo
        self.logo = logo
        self.textLogo = textLogo
        self.primaryColor = primaryColor
        self.website = website
        self.sortPriority = sortPriority
    }

    public static let schema = Schema(
        "Institution",
        "A bank that can do biometric payments.",
        [
            .always("id", .uuid, "The institution's id."),
            .always("name", .text(longest: 255), "The name in this API."),
            .always("display_name", .text(longest: 255), "The name to show."),
            .orNull("legal_entity_name", .text(longest: 255), "The name in the commercial register."),
            .always("country", .text(longest: 3), "BRA."),
            .always("institution_type", InstitutionType.fieldType, "For persons or for legal entities."),
            .always("active", .boolean, "Whether enrollments can be made."),
            .orNull("icon_logo", .text(longest: 2_000), "The address of a square picture, PNG."),
            .orNull("logo", .text(longest: 2_000), "The address of a picture."),
            .orNull("text_logo", .text(longest: 2_000), "The address of a picture with the name."),
            .orNull("primary_color", .text(longest: 32), "The bank's colour."),
            .orNull("website", .text(longest: 2_000), "The bank's site."),
            .orNull("sort_priority", .integer(Int64.min...Int64.max), "The place in a list, small ones first."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        name = try reader.read("name")
        displayName = reader.find("display_name") ?? name
        legalEntityName = reader.find("legal_entity_name")
        country = reader.find("country") ?? "BRA"
        institutionType = reader.find("institution_type") ?? .individual
        active = reader.find("active") ?? true
        iconLogo = reader.find("icon_logo")
        logo = reader.find("logo")
        textLogo = reader.find("text_logo")
        primaryColor = reader.find("primary_color")
        website = reader.find("website")
        sortPriority = reader.find("sort_priority")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("name", name)
        object.write("display_name", displayName)
        object.write("legal_entity_name", legalEntityName)
        object.write("country", country)
        object.write("institution_type", institutionType)
        object.write("active", active)
        object.write("icon_logo", iconLogo)
        object.write("logo", logo)
        object.write("text_logo", textLogo)
        object.write("primary_color", primaryColor)
        object.write("website", website)
        object.write("sort_priority", sortPriority)
        return .object(object)
    }
}

/// The kind of customers that a bank serves.
public struct InstitutionType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// For accounts of persons.
    public static let individual = InstitutionType(rawValue: "individual")
    /// For accounts of legal entities.
    public static let business = InstitutionType(rawValue: "business")

    public static let all: [InstitutionType] = [.individual, .business]
}
