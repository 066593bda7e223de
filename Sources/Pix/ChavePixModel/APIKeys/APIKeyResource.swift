public import ChaveBase
public import ChaveWire

/// An API key of the organisation, as the API returns it.
public struct APIKeyResource: APIMessage, Redacted {
    /// The user name of HTTP Basic: `secret_id`.
    public var id: APIKeyID
    /// The creation time of the key.
    public var createdAt: Timestamp
    /// A name to recognise the key by, at most 140 characters.
    public var label: String
    /// The role of the key: `STANDARD` or `ADMINISTRATOR`.
    public var role: String
    /// The time of revocation, after which the server refuses the key; `nil` while the key is valid.
    public var revokedAt: Timestamp?
    /// The password of HTTP Basic, 64 characters; only the response that creates the key has it.
    public var secretPassword: String?

    /// An answer of these members.
    public init(
        id: APIKeyID,
        createdAt: Timestamp,
        label: String,
        role: APIKeyRole,
        revokedAt: Timestamp?,
        secretPassword: String?
    ) {
        self.id = id
        self.createdAt = createdAt
        self.label = label
        self.role = role.rawValue
        self.revokedAt = revokedAt
        self.secretPassword = secretPassword
    }

    public static let schema = Schema(
        "APIKey",
        "A key of the organisation for HTTP Basic.",
        [
            .always("id", .uuid, "The user name of HTTP Basic: secret_id."),
            .always("created_at", .timestamp, "When it was made."),
            .always("label", .text(longest: 140), "A name to recognise the key by."),
            .always("role", .enumeration(APIKeyRole.allCases.map(\.rawValue), .open), "What the key may do."),
            .orNull("revoked_at", .timestamp, "Since when nothing is answered to it; null while it is good."),
            Field(
                "secret_password",
                .text(longest: 100),
                .optional,
                "The password of HTTP Basic; only where the key was made, and only once."
            ),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdAt = try reader.read("created_at")
        label = try reader.read("label")
        role = try reader.read("role")
        revokedAt = reader.find("revoked_at")
        secretPassword = reader.find("secret_password")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_at", createdAt)
        object.write("label", label)
        object.write("role", role)
        object.write("revoked_at", revokedAt)
        object.writeIfAny("secret_password", secretPassword)
        return .object(object)
    }
}
