import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The route of a tenant's events.
    var eventRows: [SignInRoute] {
        [
            SignInRoute("GET", "/v1/manage/events", query: SignInAPI.eventFields) { [signIn] context in
                let tenant = try await managedTenant(context)
                let query = try context.query()
                let filter = EventFilter(
                    type: query["type"].flatMap(SignInEvent.EventType.init),
                    user: query["user"],
                    client: query["client"]
                )
                let paging = SignInPaging(query)
                let last = paging.last ?? query["after"]
                let page = try await signIn.events(of: tenant, filter, after: last, limit: paging.size)
                var answer = JSONObject()
                answer["events"] = .array(page.events.map { .object($0.json) })
                answer["next_page_token"] = page.next.map(JSONValue.string)
                return .object(answer)
            }.described("listEvents", "Lists what happened, by age.", .events)
        ]
    }

    private static let eventFields =
        [
            Field("after", .text(longest: 200), .optional, "An event's id: those after it."),
            Field("type", .enumeration(SignInEvent.EventType.allCases.map(\.rawValue)), .optional, "Of this type."),
            Field("user", .text(longest: 200), .optional, "Of the person of this internal_id."),
            Field("client", .text(longest: 200), .optional, "Of this client."),
        ] + SignInPaging.fields
}

extension SignInEvent {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["event_id"] = .string(id)
        object["type"] = .string(type.rawValue)
        object["date_created"] = .string(at.rfc3339)
        object["user_id"] = user.map(JSONValue.string)
        object["client_id"] = client.map(JSONValue.string)
        object["credential_id"] = credential.map(JSONValue.string)
        object["passkey_id"] = passkey.map(JSONValue.string)
        object["reason"] = reason.map(JSONValue.string)
        return object
    }
}

extension Schema {
    fileprivate static let events = Schema(
        "Events",
        "One page of what happened in a tenant.",
        [
            Field("events", .array(.object(event), count: 0...1_000, takesSingleValue: false), .required, "By age."),
            .saidIfAny("next_page_token", "page_token of the next page, if there is one; a page may be empty."),
        ]
    )

    private static let event = Schema(
        "Event",
        "Something that happened: ids, and not a word that a person or a device brought.",
        [
            .said("event_id", "Its name; in time order."),
            Field(
                "type",
                .enumeration(SignInEvent.EventType.allCases.map(\.rawValue), .open),
                .required,
                "What happened."
            ),
            Field("date_created", .timestamp, .required, "When."), .saidIfAny("user_id", "Whom it is about."),
            .saidIfAny("client_id", "Which app or site."), .saidIfAny("credential_id", "Which device."),
            .saidIfAny("passkey_id", "Which passkey."), .saidIfAny("reason", "Why a sign-in failed."),
        ]
    )
}
