public import ChaveBase
public import ChaveWire

/// The holder of an account.
public enum AccountHolder: Hashable, Sendable, Redacted {
    /// A person, by CPF.
    case individual(firstName: String, lastName: String, identifier: TaxIdentifier)
    /// A legal entity, by CNPJ.
    case business(name: String, identifier: TaxIdentifier)

    /// CPF or CNPJ, without punctuation.
    public var identifier: TaxIdentifier {
        switch self {
        case .individual(_, _, let identifier), .business(_, let identifier): identifier
        }
    }

    /// The whole name.
    public var name: String {
        switch self {
        case .individual(let firstName, let lastName, _): "\(firstName) \(lastName)"
        case .business(let name, _): name
        }
    }

    /// `INDIVIDUAL` or `BUSINESS`.
    public var type: CustomerType {
        switch self {
        case .individual: .individual
        case .business: .business
        }
    }

    static let schema = Schema(
        "AccountHolder",
        "To whom the account belongs.",
        [
            Field("type", .enumeration(CustomerType.all.map(\.rawValue)), .required, "A person or a legal entity."),
            Field(
                "information",
                .variant(
                    by: "type",
                    [
                        .init(CustomerType.individual.rawValue, individualSchema),
                        .init(CustomerType.business.rawValue, businessSchema),
                    ]
                ),
                .required,
                "Name and number."
            ),
        ]
    )

    private static let individualSchema = Schema(
        "IndividualInformation",
        "A person's name and number.",
        [
            Field("first_name", .text(longest: 140), .required, "The first name."),
            Field("last_name", .text(longest: 140), .required, "The last name."),
        ] + identifierFields
    )

    private static let businessSchema = Schema(
        "BusinessInformation",
        "A legal entity's name and number.",
        [Field("name", .text(longest: 140), .required, "The name.")] + identifierFields
    )

    private static let identifierFields = [
        Field("identifier", .text(.taxIdentifier), .required, "CPF or CNPJ, without punctuation."),
        Field(
            "identifier_type",
            .enumeration(TaxIdentifier.Kind.allCases.map(\.rawValue)),
            .required,
            agreement: .kind(ofIdentifier: "identifier"),
            "CPF or CNPJ."
        ),
    ]

    init(checked reader: FieldReader) throws(FieldErrors) {
        let type: CustomerType = try reader.read("type")
        let information = try reader.readObject("information")
        if type == .individual {
            self = .individual(
                firstName: try information.read("first_name"),
                lastName: try information.read("last_name"),
                identifier: try information.read("identifier")
            )
        } else {
            self = .business(name: try information.read("name"), identifier: try information.read("identifier"))
        }
    }

    /// The holder as JSON, with `identifier` as the number: whole in a request, masked in a response.
    public func json(identifier text: String) -> JSONValue {
        var information = JSONObject()
        switch self {
        case .individual(let firstName, let lastName, _):
            information.write("first_name", firstName)
            information.write("last_name", lastName)
        case .business(let name, _):
            information.write("name", name)
        }
        information.write("identifier", text)
        information.write("identifier_type", identifier.kind.rawValue)
        return ["type": .string(type.rawValue), "information": .object(information)]
    }
}
