import ChaveBase
import ChaveTransport
import ChaveWire

/// Finds people by the external id or the id that the user of the terminal gives.
struct UserSearch: Sendable {
    let server: TenantServer

    /// The user with that external id, else with that id.
    func user(_ text: String) async throws -> JSONValue {
        let query = "?external_id=\(PercentEncoding.encode(text))"
        if let user = try await server.call(.get, UsersCommand.path + query)["users"]?.array?.first { return user }
        return try await server.call(.get, "\(UsersCommand.path)/\(PercentEncoding.encode(text))")
    }

    /// Sends a call to an address below that user's.
    func call(
        _ method: HTTPMethod,
        _ text: String,
        _ rest: String,
        _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        try await server.call(method, try await address(text) + rest, body)
    }

    /// All devices of that user, ended ones too.
    func devices(of text: String) async throws -> [JSONValue] {
        try await server.list(try await address(text) + "/devices", as: "devices")
    }

    private func address(_ text: String) async throws -> String {
        guard let id = try await user(text)["internal_id"]?.string else {
            throw CommandFailure("The server's answer names no user.")
        }
        return "\(UsersCommand.path)/\(PercentEncoding.encode(id))"
    }
}

enum UserLine {
    static func show(_ user: JSONValue, asJSON: Bool) {
        if asJSON { return Terminal.say(user.text) }
        let parts = ["internal_id", "status", "external_id", "display_name"].map { user[$0]?.string ?? "" }
        Terminal.say(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }
}
