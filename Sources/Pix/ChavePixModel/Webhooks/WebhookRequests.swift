public import ChaveBase
public import ChaveWire

/// The body of `POST /webhooks/`: the endpoint to which the organisation wants events sent.
public struct CreateWebhookRequest: APIRequest {
    /// An https URL on port 443 or 8443, at most 2,048 characters.
    public var url: String
    /// Types such as `payment_intent.succeeded`; an empty list means all types.
    public var events: [String]
    /// A note for people, at most 140 characters.
    public var description: String?
    /// The token that the server sends to the endpoint as `Authorization: Bearer`.
    public var bearerToken: String?

    /// A request of these members; an empty list of events means all types.
    public init(url: String, events: [String] = [], description: String? = nil, bearerToken: String? = nil) {
        self.url = url
        self.events = events
        self.description = description
        self.bearerToken = bearerToken
    }

    public static let schema = Schema(
        "CreateWebhookRequest",
        "Where the organisation wants to hear of events.",
        [
            Field("url", .text(longest: 2_048, .webhookURL), .required, "An https URL on port 443 or 8443."),
            Field("events", WebhookFields.events, .optional, "What to tell of; without it, or empty: everything."),
            Field("description", .text(longest: 140), .optional, "A note for people."),
            Field(
                "bearer_token",
                .text(longest: 1_024, .token),
                .optional,
                "Sent as Authorization: Bearer, beside the signature; never shown again."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateWebhookRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        url = try reader.read("url")
        events = reader.texts("events")
        description = reader.find("description")
        bearerToken = reader.find("bearer_token")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("url", url)
        if !events.isEmpty { object["events"] = .array(events.map(JSONValue.string)) }
        object.writeIfAny("description", description)
        object.writeIfAny("bearer_token", bearerToken)
        return .object(object)
    }
}

/// The body of `PATCH /webhooks/{id}/`: members that are left out do not change, `null` removes a note or a token.
public struct UpdateWebhookRequest: APIRequest {
    /// Whether the server sends events to the endpoint.
    public var enabled: Bool?
    /// An https URL on port 443 or 8443, at most 2,048 characters.
    public var url: String?
    /// The types of events; an empty list means all types.
    public var events: [String]?
    /// A note for people, at most 140 characters.
    public var description: FieldChange<String>
    /// The token to send; a `url` on another server needs a new one, because that server does not know the old token.
    public var bearerToken: FieldChange<String>

    /// A request; members that are left out do not change.
    public init(
        enabled: Bool? = nil,
        url: String? = nil,
        events: [String]? = nil,
        description: FieldChange<String> = .unchanged,
        bearerToken: FieldChange<String> = .unchanged
    ) {
        self.enabled = enabled
        self.url = url
        self.events = events
        self.description = description
        self.bearerToken = bearerToken
    }

    public static let schema = Schema(
        "UpdateWebhookRequest",
        "What changes of an endpoint; what is left out stays as it is.",
        [
            Field("enabled", .boolean, .optional, "Whether events are sent there."),
            Field("url", .text(longest: 2_048, .webhookURL), .optional, "An https URL on port 443 or 8443."),
            Field("events", WebhookFields.events, .optional, "What to tell of; empty: everything."),
            Field("description", .text(longest: 140), .optional, "A note for people; null removes it."),
            Field(
                "bearer_token",
                .text(longest: 1_024, .token),
                .optional,
                "Sent as Authorization: Bearer; null removes it. Required, or null, with a url of another server where "
                    + "the endpoint has one."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try UpdateWebhookRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        enabled = reader.find("enabled")
        url = reader.find("url")
        events = reader.object["events"]?.array.map { _ in reader.texts("events") }
        description = reader.change("description")
        bearerToken = reader.change("bearer_token")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("enabled", enabled)
        object.writeIfAny("url", url)
        if let events { object["events"] = .array(events.map(JSONValue.string)) }
        object.write("description", change: description)
        object.write("bearer_token", change: bearerToken)
        return .object(object)
    }
}

/// The body of `POST /webhooks/{id}/rotate-secret/`, which may be empty.
public struct RotateWebhookSecretRequest: APIRequest {
    /// The seconds for which the old secret still signs beside the new one; a day when left out.
    public var overlapSeconds: Int64?

    /// A request; without a time, the server's default counts.
    public init(overlapSeconds: Int64? = nil) { self.overlapSeconds = overlapSeconds }

    public static let schema = Schema(
        "RotateWebhookSecretRequest",
        "How an endpoint's secret is changed.",
        [
            Field(
                "overlap_seconds",
                .integer(0...604_800),
                .optional,
                "How long the old secret still signs beside the new one; 86400 where it is not said."
            )
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try RotateWebhookSecretRequest.schema.check(json, in: context)
        overlapSeconds = try FieldReader(json).find("overlap_seconds")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("overlap_seconds", overlapSeconds)
        return .object(object)
    }
}

/// The body of `POST /webhook-deliveries/resend/`: the deliveries to send again.
public struct ResendWebhookDeliveriesRequest: APIRequest {
    /// The start of the span in which the deliveries were created.
    public var from: Timestamp
    /// The end of the span in which the deliveries were created.
    public var to: Timestamp
    /// The endpoint of the deliveries; `nil` for all endpoints.
    public var webhook: WebhookID?
    /// The status of the deliveries; `parked` when left out.
    public var status: String?

    /// A request for a span of time, for one endpoint or for all.
    public init(from: Timestamp, to: Timestamp, webhook: WebhookID? = nil, status: String? = nil) {
        self.from = from
        self.to = to
        self.webhook = webhook
        self.status = status
    }

    public static let schema = Schema(
        "ResendWebhookDeliveriesRequest",
        "Which deliveries are sent again.",
        [
            Field("from", .timestamp, .required, "Deliveries made from here on."),
            Field("to", .timestamp, .required, "Deliveries made up to here."),
            Field("webhook", .uuid, .optional, "Only those to this endpoint."),
            Field(
                "status",
                .enumeration(WebhookFields.statuses),
                .optional,
                "Only those in this status; parked where it is not said."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try ResendWebhookDeliveriesRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        from = try reader.read("from")
        to = try reader.read("to")
        webhook = reader.find("webhook")
        status = reader.find("status")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("from", from)
        object.write("to", to)
        object.writeIfAny("webhook", webhook)
        object.writeIfAny("status", status)
        return .object(object)
    }
}

/// The parts that the messages of webhooks share.
enum WebhookFields {
    static let events = FieldType.array(
        .enumeration(WebhookEvent.types),
        count: 0...WebhookEvent.types.count,
        takesSingleValue: false
    )
    static let statuses = ["pending", "delivered", "parked"]
}

extension WebhookEvent {
    /// Every type of event that an endpoint can choose.
    public static let types =
        [
            "enrollment": ["created", "pending", "succeeded", "failed", "canceled"],
            "payment_intent": ["created", "processing", "succeeded", "failed", "canceled"],
            "charge": ["created", "succeeded", "failed"],
        ].sorted { $0.key < $1.key }.flatMap { object, names in names.map { "\(object).\($0)" } }
}
