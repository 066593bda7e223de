import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

/// The events of webhooks for a caller that reads them (Payments API, section 7): only a merchant's server.
extension PaymentsRoutes {
    var eventRows: [Route] {
        [
            Route(
                .get("/events/", for: .merchant),
                .text(
                    "listEvents",
                    .webhooks,
                    "Lists events, newest first, with the same bodies as webhooks.",
                    more: "There is one of every change that a webhook would tell of, whether or not an endpoint is "
                        + "registered. Events are kept for 30 days, and longer where a delivery still waits for its end."
                ),
                query: Paging.fields + PaymentsRoutes.eventFilters,
                answers: .page(of: WebhookEvent.self)
            ) { [payments] context async throws(APIFailure) in
                var query = try PaymentsRoutes.eventQuery(context)
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id) { page async throws(APIFailure) in
                    query.page = page
                    return try await payments.events(query, for: caller).map { event throws(APIFailure) in
                        try FrozenEvent(event)
                    }
                }
            },
            Route(
                .get("/events/{id}/", for: .merchant),
                .text(
                    "getEvent",
                    .webhooks,
                    "Gives one event, with the same body as its webhook.",
                    more: "Its id is webhook_id, which each delivery carries as the header webhook-id."
                ),
                answers: .ok(WebhookEvent.self)
            ) { [payments] context async throws(APIFailure) in
                let id: EventID = try context.id()
                let event = try FrozenEvent(try await payments.event(id, for: try context.caller))
                return ServerAnswer(
                    status: 200,
                    headers: [("Content-Type", "application/json")],
                    body: event.frozen
                )
            },
        ]
    }

    private static func eventQuery(_ context: RequestContext) throws(APIFailure) -> EventQuery {
        var query = EventQuery()
        let (type, kind) = (context.query["type"], context.query["webhook_type"])
        if type != nil || kind != nil {
            query.types = WebhookEvent.types.filter { known in
                (type ?? known) == known && kind.map { known.hasPrefix(prefix(of: $0)) } ?? true
            }
        }
        query.objectID = try context.query.id("object_id")
        query.createdFrom = try context.query.timestamp("created_at__gte")
        query.createdTo = try context.query.timestamp("created_at__lte")
        return query
    }

    /// The prefix of the types of a `webhook_type`: the types of `PAYMENT_INTENTS` are `payment_intent.…`.
    private static func prefix(of kind: String) -> String { "\(kind.dropLast().lowercased())." }

    private static let eventFilters = [
        Field("type", .enumeration(WebhookEvent.types), .optional, "Events of this type."),
        Field(
            "webhook_type",
            .enumeration(WebhookType.all.map(\.rawValue)),
            .optional,
            "Events of this kind of object."
        ),
        Field("object_id", .uuid, .optional, "Those that tell of this object."),
        Field("created_at__gte", .timestamp, .optional, "Made at this time or later."),
        Field("created_at__lte", .timestamp, .optional, "Made at this time or earlier."),
    ]
}

/// An event's frozen body.
private struct FrozenEvent: FrozenMessage {
    let id: AnyID
    let event: WebhookEvent
    let frozen: [UInt8]

    init(_ stored: OutboxEvent) throws(APIFailure) {
        id = stored.id.ofAnyKind
        frozen = Array(stored.body.utf8)
        guard let json = try? JSONValue(parsing: frozen), let event = try? WebhookEvent(json: json) else {
            throw .unexpected
        }
        self.event = event
    }

    init(json: JSONValue) throws(FieldErrors) {
        event = try WebhookEvent(json: json)
        guard let id = AnyID(event.webhookID) else {
            throw FieldErrors(FieldError(code: .invalid, field: "webhook_id", message: "Send a UUID."))
        }
        self.id = id
        frozen = json.encoded()
    }

    static var schema: Schema { WebhookEvent.schema }
    var json: JSONValue { event.json }
}
