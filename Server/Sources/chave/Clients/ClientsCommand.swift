import ArgumentParser
import ChaveBase
import ChaveTransport
import ChaveWire

struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "The apps and sites that people of a tenant sign in to: add, list, show, set, rotate-secret, remove.",
        discussion: """
            Examples:
              chave clients add 'Loja' --redirect-uri https://loja.example/callback
              chave clients add 'App' --redirect-uri https://app.example/callback --auth none
              chave clients set <client_id> --post-logout-redirect-uri https://loja.example/
              chave clients rotate-secret <client_id> --overlap-hours 24

            The tenant's API token stands in CHAVE_SIGNIN_TOKEN; in the sandbox it
            is found in the data directory.
            """,
        subcommands: [Add.self, List.self, Show.self, Change.self, RotateSecret.self, Remove.self]
    )

    static let path = "/v0/oidc/clients"

    /// The method by which a client proves itself at the token endpoint.
    enum Authentication: String, ExpressibleByArgument, CaseIterable {
        case basic, post, keys, none

        /// The name of RFC 7591.
        var method: String {
            switch self {
            case .basic: "client_secret_basic"
            case .post: "client_secret_post"
            case .keys: "private_key_jwt"
            case .none: "none"
            }
        }
    }

    enum Algorithm: String, ExpressibleByArgument, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    /// Prints a client that was made or changed; a secret is shown only this once.
    static func tell(_ client: JSONValue, json: Bool) {
        for risk in client["risks"]?.array?.compactMap(\.string) ?? [] { Terminal.note("risk: \(risk)") }
        if json { return Terminal.say(client.text) }
        Terminal.say("client_id:     \(client["client_id"]?.string ?? "")")
        guard let secret = client["client_secret"]?.string else { return }
        Terminal.say("client_secret: \(secret)")
        Terminal.note("Keep the secret now: it is not shown again.")
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register a client. Its secret is shown once; with --auth none it is public and has none."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "What people see when they are asked.") var name: String
        @Option(name: .customLong("redirect-uri"), help: "Where it may be sent back to; once or more often.")
        var redirectURIs: [String]
        @OptionGroup var extras: ClientOptions
        @Option(help: "How it proves itself: basic, post, keys (with --jwks) or none.") var auth = Authentication.basic
        @Option(help: "What its ID tokens are signed with: ES256 or RS256.") var idTokenAlg = Algorithm.es256
        @Flag(help: "Its access tokens must be bound to a key (DPoP).") var dpop = false
        @Flag(help: "Print the client as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                var body = JSONObject()
                body["name"] = .string(name)
                body["redirect_uris"] = .array(redirectURIs.map(JSONValue.string))
                body["token_endpoint_auth_method"] = .string(auth.method)
                body["id_token_signed_response_alg"] = .string(idTokenAlg.rawValue)
                if dpop { body["dpop_bound_access_tokens"] = .bool(true) }
                try extras.write(to: &body)
                let client = try await options.tenant().call(.post, ClientsCommand.path, .object(body))
                ClientsCommand.tell(client, json: json)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the clients, oldest first.")

        @OptionGroup var options: SignInAdminOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let clients = try await options.tenant().list(ClientsCommand.path, as: "clients")
                if json { return Terminal.say(JSONValue.array(clients).text) }
                if clients.isEmpty { Terminal.note("There are no clients. Register one: chave clients add") }
                for client in clients {
                    let parts = ["client_id", "token_endpoint_auth_method", "name"].map { client[$0]?.string ?? "" }
                    Terminal.say(parts.joined(separator: "  "))
                    for address in client["redirect_uris"]?.array ?? [] { Terminal.say("    \(address.string ?? "")") }
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget a client: nobody signs in to it again.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The client_id.") var client: String
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                let clients = try await server.list(ClientsCommand.path, as: "clients")
                guard let known = clients.first(where: { $0["client_id"]?.string == client }) else {
                    throw CommandFailure("There is no such client. chave clients list shows those that there are.")
                }
                let question = "Remove the client \(known["name"]?.string ?? client)? Nobody signs in to it again."
                try await TerminalQuestion.require(question, unless: yes, orElse: "No client was removed.")
                _ = try await server.call(.delete, "\(ClientsCommand.path)/\(PercentEncoding.encode(client))")
                Terminal.say("removed \(client)")
            }
        }
    }
}
