public import ChaveBase
public import ChaveWire

/// The delivery of one event to one endpoint, as the API returns it.
public struct WebhookDeliveryResource: APIMessage {
    /// The id of the delivery.
    public var id: WebhookDeliveryID
    /// The endpoint.
    public var webhook: WebhookID
    /// The id of the event, the same at every endpoint and in every attempt.
    public var webhookID: String
    /// The type of the event, such as payment_intent.succeeded, at most 100 characters.
    public var type: String
    /// The object of the event.
    public var objectID: String
    /// The creation time of the event.
    public var createdAt: Timestamp
    /// `pending`, `delivered` or `parked`.
    public var status: String
    /// The number of attempts.
    public var attemptCount: Int64
    /// The time of the next attempt; `nil` after delivery or parking.
    public var nextAttemptAt: Timestamp?
    /// The time of delivery or parking.
    public var endedAt: Timestamp?
    /// The attempts, oldest first; `nil` in lists.
    public var attempts: [WebhookAttemptResource]?

    /// An answer of these members.
    public init(
        id: WebhookDeliveryID,
        webhook: WebhookID,
        webhookID: String,
        type: String,
        objectID: String,
        createdAt: Timestamp,
        status: String,
        attemptCount: Int64,
        nextAttemptAt: Timestamp?,
        endedAt: Timestamp?,
        attempts: [WebhookAttemptResource]?
    ) {
        self.id = id
        self.webhook = webhook
        self.webhookID = webhookID
        self.type = type
        self.objectID = objectID
        self.createdAt = createdAt
        self.status = status
        self.attemptCount = attemptCount
        self.nextAttemptAt = nextAttemptAt
        self.endedAt = endedAt
        self.attempts = attempts
    }

    public static let schema = Schema(
        "WebhookDelivery",
        "One event on its way to one endpoint.",
        [
            .always("id", .uuid, "The id of the delivery."),
            .always("webhook", .uuid, "The endpoint."),
            .always("webhook_id", .text(longest: 255), "Names the event, the same in every attempt."),
            .always("type", .text(longest: 100), "The event, such as payment_intent.succeeded."),
            .always("object_id", .uuid, "The object that it tells of."),
            .always("created_at", .timestamp, "When the event was made."),
            .always("status", .enumeration(WebhookFields.statuses, .open), "Where it stands."),
            .always("attempt_count", .integer(0...Int64.max), "How often it was tried."),
            .orNull("next_attempt_at", .timestamp, "When it is tried next; null at its end."),
            .orNull("ended_at", .timestamp, "When it was delivered or parked."),
            Field(
                "attempts",
                .array(.object(WebhookAttemptResource.schema), count: 0...10_000, takesSingleValue: false),
                .optional,
                "Its attempts, oldest first; not in lists."
            ),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        webhook = try reader.read("webhook")
        webhookID = try reader.read("webhook_id")
        type = try reader.read("type")
        objectID = try reader.read("object_id")
        createdAt = try reader.read("created_at")
        status = try reader.read("status")
        attemptCount = reader.find("attempt_count") ?? 0
        nextAttemptAt = reader.find("next_attempt_at")
        endedAt = reader.find("ended_at")
        attempts = reader.object["attempts"] == nil ? nil : try reader.messages("attempts")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("webhook", webhook)
        object.write("webhook_id", webhookID)
        object.write("type", type)
        object.write("object_id", objectID)
        object.write("created_at", createdAt)
        object.write("status", status)
        object.write("attempt_count", attemptCount)
        object.write("next_attempt_at", nextAttemptAt)
        object.write("ended_at", endedAt)
        if let attempts { object["attempts"] = .array(attempts.map(\.json)) }
        return .object(object)
    }
}

/// One attempt of a delivery; the endpoint's response is stored as its status only.
public struct WebhookAttemptResource: APIMessage {
    /// The number of the attempt, from 1.
    public var number: Int64
    /// The start of the attempt.
    public var at: Timestamp
    /// The duration of the attempt.
    public var milliseconds: Int64
    /// The endpoint's HTTP status; `nil` when none came.
    public var status: Int64?
    /// The name of the reason why no status came.
    public var error: String?

    /// A part of an answer, of these members.
    public init(number: Int64, at: Timestamp, milliseconds: Int64, status: Int64?, error: String?) {
        self.number = number
        self.at = at
        self.milliseconds = milliseconds
        self.status = status
        self.error = error
    }

    public static let schema = Schema(
        "WebhookAttempt",
        "One try of a delivery.",
        [
            .always("number", .integer(1...Int64.max), "Which try it was, from 1."),
            .always("at", .timestamp, "When it began."),
            .always("milliseconds", .integer(0...Int64.max), "How long it took."),
            .orNull("status", .integer(100...999), "The status that the endpoint answered."),
            .orNull(
                "error",
                .enumeration(
                    [
                        "timeout", "unresolved", "forbidden_address", "unreachable", "tls_failed",
                        "protocol_violated", "secret_unreadable", "record_unreadable",
                    ],
                    .open
                ),
                "Why there was no answer."
            ),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        number = try reader.read("number")
        at = try reader.read("at")
        milliseconds = reader.find("milliseconds") ?? 0
        status = reader.find("status")
        error = reader.find("error")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("number", number)
        object.write("at", at)
        object.write("milliseconds", milliseconds)
        object.write("status", status)
        object.write("error", error)
        return .object(object)
    }
}

/// The number of deliveries to send again.
public struct ResendResult: APIMessage {
    /// The number of deliveries to send again.
    public var count: Int64

    /// An answer of this member.
    public init(count: Int64) { self.count = count }

    public static let schema = Schema(
        "ResendResult",
        "How many deliveries are sent again.",
        [.always("count", .integer(0...Int64.max), "How many deliveries are sent again.")]
    )

    public init(json: JSONValue) throws(FieldErrors) { count = try FieldReader(json).read("count") }

    public var json: JSONValue { ["count": JSONValue(count)] }
}
