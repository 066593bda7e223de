import ArgumentParser
import ChaveTransport
import ChaveWire

struct ScopesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scopes",
        abstract: "A tenant's own scopes, and the claims of people that they open: list, set, remove.",
        discussion: """
            A person's claims are given by chave users set --claims. They go out to a
            client that asks for a scope that opens them, and nowhere else.

            Examples:
              chave scopes set loyalty --claim level --claim points --id-token
              chave users set ana --claims '{"level": "gold", "points": 12}'

            The tenant's API token stands in CHAVE_SIGNIN_TOKEN; in the sandbox it
            is found in the data directory.
            """,
        subcommands: [List.self, Set.self, Remove.self]
    )

    private static let path = "/v0/configs/scopes"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the scopes.")

        @OptionGroup var options: SignInAdminOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting { ScopesCommand.show(try await ScopesCommand.all(try options.tenant()), asJSON: json) }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a scope, or put it in the place of the one of that name."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "What a client asks for.") var name: String
        @Option(name: .customLong("claim"), help: "What it opens; once or more often.") var claims: [String]
        @Flag(help: "ID tokens have the claims too, and not user information alone.") var idToken = false
        @Option(help: "What a person who is asked to agree reads.") var description: String?
        @Flag(help: "Print all scopes as the API shows them.") var json = false

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                var scope = JSONObject()
                scope["name"] = .string(name)
                scope["claims"] = .array(claims.map(JSONValue.string))
                scope["id_token"] = .bool(idToken)
                scope["description"] = description.map(JSONValue.string)
                let others = try await ScopesCommand.all(server).filter { $0["name"]?.string != name }
                ScopesCommand.show(try await ScopesCommand.put(others + [.object(scope)], at: server), asJSON: json)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget a scope: it opens nothing any more.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The scope.") var name: String

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                let known = try await ScopesCommand.all(server)
                let others = known.filter { $0["name"]?.string != name }
                guard others.count < known.count else { throw CommandFailure("There is no such scope.") }
                _ = try await ScopesCommand.put(others, at: server)
            }
        }
    }

    private static func all(_ server: TenantServer) async throws -> [JSONValue] {
        try await server.call(.get, path)["scopes"]?.array ?? []
    }

    private static func put(_ scopes: [JSONValue], at server: TenantServer) async throws -> [JSONValue] {
        try await server.call(.post, path, ["scopes": .array(scopes)])["scopes"]?.array ?? []
    }

    private static func show(_ scopes: [JSONValue], asJSON: Bool) {
        if asJSON { return Terminal.say(JSONValue.array(scopes).text) }
        if scopes.isEmpty { Terminal.note("There are none. Make one: chave scopes set") }
        for scope in scopes {
            let claims = scope["claims"]?.array?.compactMap(\.string).joined(separator: ", ") ?? ""
            let place = scope["id_token"] == true ? "  (ID tokens too)" : ""
            Terminal.say("\(scope["name"]?.string ?? ""): \(claims)\(place)")
        }
    }
}
