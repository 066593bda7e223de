import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of the APIs that access tokens may be for.
    var resourceServerRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v0/oidc/resource-servers", body: .json(SignInAPI.resourceServerRequest)) {
                [signIn] context in
                let tenant = try await managedTenant(context)
                let fields = try context.json()
                let server = try await signIn.registerResourceServer(
                    try fields.text("resource"),
                    name: try fields.text("name"),
                    client: fields.find("client_id"),
                    of: tenant
                )
                return .object(server.json, status: 201)
            }.described(
                "registerResourceServer",
                "Registers an API that tokens may be for.",
                answers: 201,
                .resourceServer
            ),
            SignInRoute("GET", "/v0/oidc/resource-servers", query: SignInPaging.fields) { [signIn] context in
                let tenant = try await managedTenant(context)
                let paging = SignInPaging(try context.query())
                let servers = try await signIn.resourceServers(of: tenant, after: paging.last, limit: paging.size + 1)
                return paging.answer(servers, as: "resource_servers", id: \.id) { $0.json }
            }.described("listResourceServers", "Lists resource servers, by age.", .resourceServers),
            SignInRoute("DELETE", "/v0/oidc/resource-servers/{id}") { [signIn] context in
                let tenant = try await managedTenant(context)
                try await signIn.removeResourceServer(context.parameter("id"), of: tenant)
                return ServerAnswer(status: 204)
            }.described("removeResourceServer", "Forgets a resource server.", answers: 204),
        ]
    }

    private static let resourceServerRequest = Schema(
        "RegisterResourceServerRequest",
        "An API that access tokens may be for (RFC 8707).",
        [
            Field("resource", .text(longest: 2_048), .required, "Its address: resource of requests, aud of tokens."),
            Field("name", .text(longest: 200), .required, "Tells people which one it is."),
            Field("client_id", .text(longest: 200), .optional, "The client with a secret that introspects for it."),
        ]
    )
}

extension ResourceServer {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["resource_server_id"] = .string(id)
        object["resource"] = .string(identifier)
        object["name"] = .string(name)
        object["client_id"] = client.map(JSONValue.string)
        object["date_created"] = .string(createdAt.rfc3339)
        return object
    }
}

extension Schema {
    fileprivate static let resourceServer = Schema(
        "ResourceServer",
        "An API that access tokens may be for.",
        [
            .said("resource_server_id", "Its name."), .said("resource", "Its address: aud of its tokens."),
            .said("name", "Tells people which one it is."), .saidIfAny("client_id", "Who introspects for it."),
            Field("date_created", .timestamp, .required, "When it was made."),
        ]
    )
    fileprivate static let resourceServers = Schema(
        "ResourceServers",
        "One page of resource servers.",
        [
            Field(
                "resource_servers",
                .array(.object(resourceServer), count: 0...1_000, takesSingleValue: false),
                .required,
                "By age."
            ),
            .saidIfAny("next_page_token", "page_token of the next page, if there is one."),
        ]
    )
}
