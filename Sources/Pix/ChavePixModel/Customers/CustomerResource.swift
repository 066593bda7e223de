public import ChaveBase
public import ChaveWire

/// A payer, as the API returns it.
public struct CustomerResource: APIMessage, Redacted {
    /// The customer's id.
    public var id: CustomerID
    /// The creation time of the customer.
    public var createdAt: Timestamp
    /// The creator of the customer, at most 255 characters.
    public var createdBy: String?
    /// The source of the payer's identity: a device, until your server says who the payer is.
    public var createdByType: CreatorType?
    /// A person or a legal entity.
    public var customerType: CustomerType
    /// The payer's name, at most 140 characters.
    public var name: String?
    /// CPF or CNPJ.
    public var identifierType: String
    /// The number, masked: `23******00`.
    public var identifier: String
    /// The country, `BRA`.
    public var country: String
    /// The payer's e-mail address, at most 254 characters.
    public var email: String?
    /// The payer's telephone number, at most 16 characters.
    public var phone: String?
    /// The payer's address, at most 255 characters.
    public var address: String?
    /// The merchant's own id of the payer, at most 255 characters.
    public var externalID: String?
    /// The state of the person's erasure; while it has a value, no member above names a person.
    public var anonymizationStatus: AnonymizationStatus?
    /// The time at which the last of the person's data was destroyed.
    public var anonymizedAt: Timestamp?

    /// An erased customer, of whom only the existence is known.
    public init(
        id: CustomerID,
        createdAt: Timestamp,
        createdBy: String?,
        kind: TaxIdentifier.Kind,
        anonymizationStatus: AnonymizationStatus,
        anonymizedAt: Timestamp?
    ) {
        self.id = id
        self.createdAt = createdAt
        self.createdBy = createdBy
        customerType = CustomerType(kind)
        identifierType = kind.rawValue
        identifier = "**********"
        country = "BRA"
        self.anonymizationStatus = anonymizationStatus
        self.anonymizedAt = anonymizedAt
    }

    /// An answer of these members.
    public init(
        id: CustomerID,
        createdAt: Timestamp,
        createdBy: String?,
        identifier: TaxIdentifier,
        name: String?,
        email: String? = nil,
        phone: String? = nil,
        address: String? = nil,
        externalID: String? = nil
    ) {
        self.id = id
        self.createdAt = createdAt
        self.createdBy = createdBy
        customerType = CustomerType(identifier.kind)
        self.name = name
        identifierType = identifier.kind.rawValue
        self.identifier = identifier.masked
        country = "BRA"
        self.email = email
        self.phone = phone
        self.address = address
        self.externalID = externalID
    }

    public static let schema = Schema(
        "Customer",
        "A payer.",
        [
            .always("id", .uuid, "The customer's id."),
            .always("created_at", .timestamp, "When it was created."),
            .orNull("created_by", .text(longest: 255), "Who created it."),
            .orNull(
                "created_by_type",
                CreatorType.fieldType,
                "Whose word it is: sdk while only a device has named the payer, api_key once your server has."
            ),
            .always("customer_type", CustomerType.fieldType, "A person or a legal entity."),
            .orNull("name", .text(longest: 140), "The payer's name."),
            .always(
                "identifier_type",
                .enumeration(TaxIdentifier.Kind.allCases.map(\.rawValue), .open),
                "CPF or CNPJ."
            ),
            .always("identifier", .text(longest: 14), "The number, masked."),
            .always("country", .text(longest: 3), "BRA."),
            .orNull("email", .text(longest: 254), "The payer's e-mail address."),
            .orNull("phone", .text(longest: 16), "The payer's telephone number."),
            .orNull("address", .text(longest: 255), "The payer's address."),
            .orNull("external_id", .text(longest: 255), "The merchant's own id of the payer."),
            .orNull(
                "anonymization_status",
                AnonymizationStatus.fieldType,
                "PENDING while something of the payer's is under way at a bank, then COMPLETED; null for a payer who is known."
            ),
            .orNull("anonymized_at", .timestamp, "When the last of the payer's data was destroyed."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdAt = try reader.read("created_at")
        createdBy = reader.find("created_by")
        createdByType = reader.find("created_by_type")
        customerType = try reader.read("customer_type")
        name = reader.find("name")
        identifierType = try reader.read("identifier_type")
        identifier = try reader.read("identifier")
        country = reader.find("country") ?? "BRA"
        email = reader.find("email")
        phone = reader.find("phone")
        address = reader.find("address")
        externalID = reader.find("external_id")
        anonymizationStatus = reader.find("anonymization_status")
        anonymizedAt = reader.find("anonymized_at")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_at", createdAt)
        object.write("created_by", createdBy)
        object.write("created_by_type", createdByType)
        object.write("customer_type", customerType)
        object.write("name", name)
        object.write("identifier_type", identifierType)
        object.write("identifier", identifier)
        object.write("country", country)
        object.write("email", email)
        object.write("phone", phone)
        object.write("address", address)
        object.write("external_id", externalID)
        object.write("anonymization_status", anonymizationStatus)
        object.write("anonymized_at", anonymizedAt)
        return .object(object)
    }
}

/// A person or a legal entity.
public struct CustomerType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A person has a CPF, a legal entity a CNPJ.
    public init(_ kind: TaxIdentifier.Kind) { self = kind == .cpf ? .individual : .business }

    /// A person.
    public static let individual = CustomerType(rawValue: "INDIVIDUAL")
    /// A legal entity.
    public static let business = CustomerType(rawValue: "BUSINESS")

    public static let all: [CustomerType] = [.individual, .business]
}

/// The progress of a person's erasure.
public struct AnonymizationStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The erasure is requested; something of the person's is still in progress at a bank.
    public static let pending = AnonymizationStatus(rawValue: "PENDING")
    /// Nothing of the person is left.
    public static let completed = AnonymizationStatus(rawValue: "COMPLETED")

    public static let all: [AnonymizationStatus] = [.pending, .completed]
}
