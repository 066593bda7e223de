public import ChaveBase
public import ChaveWire

/// The body of a webhook: the change, and the current state of the object.
///
/// The first six members have the names that today's receivers expect; the others are Chave's.
public struct WebhookEvent: APIMessage {
    /// The id of the event, the same in every attempt.
    public var webhookID: String
    /// The kind of the changed object.
    public var webhookType: WebhookType
    /// The change of the object.
    public var webhookCode: WebhookCode
    /// The id of the object.
    public var objectID: String
    /// The merchant's own id of the object, at most 255 characters.
    public var externalID: String?
    /// `status`; for an intent also amount, customer, failure code and end-to-end id; for intents and enrollments the
    /// creator.
    public var data: JSONObject
    /// The type of the event, such as `payment_intent.succeeded`.
    public var type: String
    /// The creation time of the event.
    public var timestamp: Timestamp
    /// A number that rises with each change of the object, so that a receiver can drop stale events.
    public var version: Int64

    /// The body of one event.
    public init(
        webhookID: String,
        webhookType: WebhookType,
        webhookCode: WebhookCode,
        objectID: String,
        externalID: String?,
        data: JSONObject,
        type: String,
        timestamp: Timestamp,
        version: Int64
    ) {
        self.webhookID = webhookID
        self.webhookType = webhookType
        self.webhookCode = webhookCode
        self.objectID = objectID
        self.externalID = externalID
        self.data = data
        self.type = type
        self.timestamp = timestamp
        self.version = version
    }

    public static let schema = Schema(
        "WebhookEvent",
        "What changed, and how the object stands now.",
        [
            .always("webhook_id", .text(longest: 255), "Names the event, the same in every attempt."),
            .always("webhook_type", WebhookType.fieldType, "What kind of object changed."),
            .always("webhook_code", WebhookCode.fieldType, "What happened to it."),
            .always("object_id", .uuid, "The object."),
            .orNull("external_id", .text(longest: 255), "The merchant's own id of the object."),
            .always("data", .anyObject, "How the object stands."),
            .always("type", .text(longest: 100), "The event, such as payment_intent.succeeded."),
            .always("timestamp", .timestamp, "When the event was made."),
            .always("version", .integer(0...Int64.max), "Rises with each change of the object."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        webhookID = try reader.read("webhook_id")
        webhookType = try reader.read("webhook_type")
        webhookCode = try reader.read("webhook_code")
        objectID = try reader.read("object_id")
        externalID = reader.find("external_id")
        data = try reader.readObject("data").object
        type = try reader.read("type")
        timestamp = try reader.read("timestamp")
        version = try reader.read("version")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("webhook_id", webhookID)
        object.write("webhook_type", webhookType)
        object.write("webhook_code", webhookCode)
        object.write("object_id", objectID)
        object.write("external_id", externalID)
        object["data"] = .object(data)
        object.write("type", type)
        object.write("timestamp", timestamp)
        object.write("version", version)
        return .object(object)
    }
}

/// The kind of a webhook's object.
public struct WebhookType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An enrollment changed.
    public static let enrollments = WebhookType(rawValue: "ENROLLMENTS")
    /// A payment changed.
    public static let paymentIntents = WebhookType(rawValue: "PAYMENT_INTENTS")
    /// An attempt to collect changed.
    public static let charges = WebhookType(rawValue: "CHARGES")

    public static let all: [WebhookType] = [.enrollments, .paymentIntents, .charges]
}

/// The change of a webhook's object.
public struct WebhookCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The object has another status.
    public static let statusUpdate = WebhookCode(rawValue: "STATUS_UPDATE")
    /// The object was created.
    public static let objectCreated = WebhookCode(rawValue: "OBJECT_CREATED")

    public static let all: [WebhookCode] = [.statusUpdate, .objectCreated]
}
