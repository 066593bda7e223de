public import ChaveBase
public import ChaveWire

/// The body of `PATCH /customers/{id}/`: members that are left out do not change, and the number never changes.
public struct UpdateCustomerRequest: APIRequest, Redacted {
    /// The payer's name, at most 140 characters.
    public var name: FieldChange<String>
    /// The payer's e-mail address, at most 254 characters.
    public var email: FieldChange<String>
    /// The payer's telephone number.
    public var phone: FieldChange<String>
    /// The payer's address, at most 255 characters.
    public var address: FieldChange<String>
    /// The merchant's own id of the payer, at most 255 characters.
    public var externalID: FieldChange<String>

    /// A request of these members; this initialiser does not check the table's limits.
    public init(
        name: FieldChange<String> = .unchanged,
        email: FieldChange<String> = .unchanged,
        phone: FieldChange<String> = .unchanged,
        address: FieldChange<String> = .unchanged,
        externalID: FieldChange<String> = .unchanged
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.address = address
        self.externalID = externalID
    }

    public static let schema = Schema(
        "UpdateCustomerRequest",
        "What changes of a payer; what is left out stays as it is.",
        [
            Field("name", .text(longest: 140), .optional, "The payer's name; null removes it."),
            Field("email", .text(longest: 254, .email), .optional, "The payer's e-mail address; null removes it."),
            Field("phone", .text(.phone), .optional, "The payer's telephone number; null removes it."),
            Field("address", .text(longest: 255), .optional, "The payer's address; null removes it."),
            Field(
                "external_id",
                .text(longest: 255),
                .optional,
                "The merchant's own id of the payer; null removes it."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try UpdateCustomerRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        self.init(
            name: reader.change("name"),
            email: reader.change("email"),
            phone: reader.change("phone"),
            address: reader.change("address"),
            externalID: reader.change("external_id")
        )
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("name", change: name)
        object.write("email", change: email)
        object.write("phone", change: phone)
        object.write("address", change: address)
        object.write("external_id", change: externalID)
        return .object(object)
    }
}
