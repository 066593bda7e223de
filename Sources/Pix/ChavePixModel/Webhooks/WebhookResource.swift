public import ChaveBase
public import ChaveWire

/// An endpoint of the organisation, as the API returns it.
public struct WebhookResource: APIMessage {
    /// The id of the endpoint.
    public var id: WebhookID
    /// The creation time of the endpoint.
    public var createdAt: Timestamp
    /// The time of the merchant's last change.
    public var updatedAt: Timestamp
    /// The URL to which the server sends events, at most 2,048 characters.
    public var url: String
    /// The types of events; an empty list means all types.
    public var events: [String]
    /// A note for people, at most 140 characters.
    public var description: String?
    /// Whether the server sends a bearer token with each event.
    public var hasBearerToken: Bool
    /// `enabled` or `disabled`.
    public var status: String
    /// The reason for disabling: `by_merchant`, `gone` or `failing`.
    public var disabledReason: String?
    /// The time of disabling.
    public var disabledAt: Timestamp?
    /// The time of the first failure since the last success.
    public var failingSince: Timestamp?
    /// The time until which the previous secret also signs.
    public var previousSecretExpiresAt: Timestamp?
    /// The secret, `whsec_…`; only a response that creates a secret has it.
    public var secret: String?

    /// An answer of these members.
    public init(
        id: WebhookID,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        url: String,
        events: [String],
        description: String?,
        hasBearerToken: Bool,
        status: String,
        disabledReason: String?,
        disabledAt: Timestamp?,
        failingSince: Timestamp?,
        previousSecretExpiresAt: Timestamp?,
        secret: String?
    ) {
        self.id = id
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.url = url
        self.events = events
        self.description = description
        self.hasBearerToken = hasBearerToken
        self.status = status
        self.disabledReason = disabledReason
        self.disabledAt = disabledAt
        self.failingSince = failingSince
        self.previousSecretExpiresAt = previousSecretExpiresAt
        self.secret = secret
    }

    public static let schema = Schema(
        "Webhook",
        "An endpoint of the organisation that is told of events.",
        [
            .always("id", .uuid, "The id of the endpoint."),
            .always("created_at", .timestamp, "When it was created."),
            .always("updated_at", .timestamp, "When it was changed by the merchant."),
            .always("url", .text(longest: 2_048), "Where events are sent."),
            .always(
                "events",
                .array(.text(longest: 100), count: 0...100, takesSingleValue: false),
                "What it is told of; empty: everything."
            ),
            .orNull("description", .text(longest: 140), "A note for people."),
            .always("has_bearer_token", .boolean, "Whether a bearer token is sent with each event."),
            .always("status", .enumeration(["enabled", "disabled"], .open), "Whether events are sent there."),
            .orNull(
                "disabled_reason",
                .enumeration(["by_merchant", "gone", "failing"], .open),
                "Why it is disabled: by the merchant, by a 410, or after five days of failures."
            ),
            .orNull("disabled_at", .timestamp, "When it was disabled."),
            .orNull("failing_since", .timestamp, "The first failure since the last success."),
            .orNull("previous_secret_expires_at", .timestamp, "Until when the secret before this one signs too."),
            Field("secret", .text(longest: 100), .optional, "The new secret; only where one was made, and only once."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdAt = try reader.read("created_at")
        updatedAt = try reader.read("updated_at")
        url = try reader.read("url")
        events = reader.texts("events")
        description = reader.find("description")
        hasBearerToken = reader.find("has_bearer_token") ?? false
        status = try reader.read("status")
        disabledReason = reader.find("disabled_reason")
        disabledAt = reader.find("disabled_at")
        failingSince = reader.find("failing_since")
        previousSecretExpiresAt = reader.find("previous_secret_expires_at")
        secret = reader.find("secret")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_at", createdAt)
        object.write("updated_at", updatedAt)
        object.write("url", url)
        object["events"] = .array(events.map(JSONValue.string))
        object.write("description", description)
        object.write("has_bearer_token", hasBearerToken)
        object.write("status", status)
        object.write("disabled_reason", disabledReason)
        object.write("disabled_at", disabledAt)
        object.write("failing_since", failingSince)
        object.write("previous_secret_expires_at", previousSecretExpiresAt)
        object.writeIfAny("secret", secret)
        return .object(object)
    }
}
