import ArgumentParser
import ChaveBase
import ChaveTransport
import ChaveWire

struct ResourceServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resource-servers",
        abstract: "The APIs of a tenant that access tokens may be for: add, list, remove.",
        discussion: """
            Examples:
              chave resource-servers add https://api.example/orders --name Orders
              chave resource-servers list

            A client asks for tokens for one by 'resource' (RFC 8707). The tenant's
            API token stands in CHAVE_SIGNIN_TOKEN; in the sandbox it is found in
            the data directory.
            """,
        subcommands: [Add.self, List.self, Remove.self]
    )

    static let path = "/v0/oidc/resource-servers"

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Register an API by its address.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "Its address, such as https://api.example/orders: aud of the tokens for it.")
        var resource: String
        @Option(help: "Tells people which one it is.") var name: String
        @Option(help: "The client with a secret that introspects tokens for it.") var client: String?
        @Flag(help: "Print it as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                var body = JSONObject()
                body["resource"] = .string(resource)
                body["name"] = .string(name)
                body["client_id"] = client.map(JSONValue.string)
                let made = try await options.tenant().call(.post, ResourceServersCommand.path, .object(body))
                Terminal.say(json ? made.text : made["resource_server_id"]?.string ?? "")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the resource servers, oldest first.")

        @OptionGroup var options: SignInAdminOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let all = try await options.tenant().list(ResourceServersCommand.path, as: "resource_servers")
                if json { return Terminal.say(JSONValue.array(all).text) }
                if all.isEmpty { Terminal.note("There are none. Register one: chave resource-servers add") }
                for one in all {
                    let parts = ["resource_server_id", "resource", "name"].map { one[$0]?.string ?? "" }
                    Terminal.say(parts.joined(separator: "  "))
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a resource server: no token is made for it, and nobody introspects one."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The resource_server_id.") var id: String
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                let all = try await server.list(ResourceServersCommand.path, as: "resource_servers")
                guard let known = all.first(where: { $0["resource_server_id"]?.string == id }) else {
                    throw CommandFailure(
                        "There is no such one. chave resource-servers list shows those that there are."
                    )
                }
                let question = "Remove \(known["resource"]?.string ?? id)? No token is made for it any more."
                try await TerminalQuestion.require(question, unless: yes, orElse: "No resource server was removed.")
                _ = try await server.call(.delete, "\(ResourceServersCommand.path)/\(PercentEncoding.encode(id))")
                Terminal.say("removed \(id)")
            }
        }
    }
}
