public import ChaveBase
public import ChaveWire

/// The payer in a request: an existing customer's id, or a person whom the server finds by number or creates.
public enum CustomerReference: Hashable, Sendable, Redacted {
    /// An existing customer.
    case existing(CustomerID)
    /// A customer by CPF or CNPJ; the server creates the customer when none exists.
    case person(identifier: TaxIdentifier, name: String?, externalID: String?)

    /// The table of the object form.
    public static let schema = Schema(
        "CustomerReference",
        "The payer: found by number, or created.",
        [
            Field("identifier", .text(.taxIdentifier), .required, "CPF or CNPJ, without punctuation."),
            Field("name", .text(longest: 140), .optional, "The payer's name."),
            Field(
                "external_id",
                .text(longest: 255),
                .optional,
                "The merchant's own id of the payer; not of a device."
            ),
        ]
    )

    /// Reads the member `name` of a request that the table has already checked.
    init(_ name: String, in reader: FieldReader) throws(FieldErrors) {
        guard let person = reader.findObject(name) else {
            self = .existing(try reader.read(name))
            return
        }
        self = .person(
            identifier: try person.read("identifier"),
            name: person.find("name"),
            externalID: person.find("external_id")
        )
    }

    /// The id as text, or the person as an object.
    public var json: JSONValue {
        switch self {
        case .existing(let id): return .string(id.text)
        case .person(let identifier, let name, let externalID):
            var object = JSONObject()
            object.write("identifier", identifier)
            object.writeIfAny("name", name)
            object.writeIfAny("external_id", externalID)
            return .object(object)
        }
    }
}
