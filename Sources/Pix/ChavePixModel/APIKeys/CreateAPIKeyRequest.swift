public import ChaveWire

/// The body of `POST /api-keys/`: what the new key may do, and a name to know it by.
public struct CreateAPIKeyRequest: APIRequest {
    /// A name to recognise the key by, at most 140 characters.
    public var label: String
    /// What the key may do.
    public var role: APIKeyRole

    /// A request of these members; its table's limits are checked where it is read.
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
