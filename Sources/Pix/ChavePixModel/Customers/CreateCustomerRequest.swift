public import ChaveBase
public import ChaveWire

/// The body of `POST /customers/`.
public struct CreateCustomerRequest: APIRequest, Redacted {
    /// CPF or CNPJ, without punctuation.
    public var identifier: TaxIdentifier
    /// The payer's name, at most 140 characters.
    public var name: String
    /// The payer's e-mail address, at most 254 characters.
    public var email: String?
    /// The payer's telephone number.
    public var phone: String?
    /// The payer's address, at most 255 characters.
    public var address: String?
    /// The merchant's own id of the payer, at most 255 characters.
    public var externalID: String?

    /// A request of these members; this initialiser does not check the table's limits.
    public init(
        identifier: TaxIdentifier,
        name: String,
        email: String? = nil,
        phone: String? = nil,
        address: String? = nil,
        externalID: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.email = email
        self.phone = phone
        self.address = address
        self.externalID = externalID
    }

    public static let schema = Schema(
        "CreateCustomerRequest",
        "A new payer.",
        [
            Field("identifier", .text(.taxIdentifier), .required, "CPF or CNPJ, without punctuation."),
            Field("name", .text(longest: 140), .required, "The payer's name."),
            Field("email", .text(longest: 254, .email), .optional, "The payer's e-mail address."),
            Field("phone", .text(.phone), .optional, "The payer's telephone number."),
            Field("address", .text(longest: 255), .optional, "The payer's address."),
            Field("external_id", .text(longest: 255), .optional, "The merchant's own id of the payer."),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateCustomerRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        self.init(
            identifier: try reader.read("identifier"),
            name: try reader.read("name"),
            email: reader.find("email"),
            phone: reader.find("phone"),
            address: reader.find("address"),
            externalID: reader.find("external_id")
        )
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("identifier", identifier)
        object.write("name", name)
        object.writeIfAny("email", email)
        object.writeIfAny("phone", phone)
        object.writeIfAny("address", address)
        object.writeIfAny("external_id", externalID)
        return .object(object)
    }
}
