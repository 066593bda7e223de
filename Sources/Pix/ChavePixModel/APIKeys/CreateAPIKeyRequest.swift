import ChaveBase
public import ChaveWire

/// The body of `POST /api-keys/`: the role of the new key, and a name to recognise it by.
public struct CreateAPIKeyRequest: APIRequest {
    /// A name to recognise the key by, at most 140 characters.
    public var label: String
    /// The role of the key.
    public var role: APIKeyRole

    /// A request of these members; this initialiser does not check the table's limits.
    public init(label: String, role: APIKeyRole = .standard) {
        self.label = label
        self.role = role
    }

    public static let schema = Schema(
        "CreateAPIKeyRequest",
        "A new API key of the organisation.",
        [
            Field("label", .text(longest: 140), .required, "A name to recognise the key by."),
            Field(
                "role",
                .enumeration(APIKeyRole.allCases.map(\.rawValue), .anyCase),
                .optional,
                "STANDARD (the default): everything but API keys. ADMINISTRATOR: API keys too."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateAPIKeyRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        label = try reader.read("label")
        role = reader.find("role") ?? .standard
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("label", label)
        object.write("role", role)
        return .object(object)
    }
}

/// The rights of an API key.
public enum APIKeyRole: String, Hashable, Sendable, CaseIterable, Codable {
    /// Everything in the key's organisation, except its API keys.
    case standard = "STANDARD"
    /// Everything in the key's organisation.
    case administrator = "ADMINISTRATOR"

    /// The role of that name, in upper or lower case.
    public init?(caseInsensitive text: String) {
        self.init(rawValue: asciiUppercased(text))
    }
}
