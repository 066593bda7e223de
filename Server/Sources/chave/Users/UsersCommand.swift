import ArgumentParser
import ChaveTransport
import ChaveWire

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "The people of a tenant, who sign in with their devices.",
        discussion: """
            Examples:
              chave users add ana --email ana@example.com
              chave users list
              chave users set ana --email ana@new.example.com
              chave users devices ana
              chave users recover ana

            A user is named by external id or by the id that the server gave. The
            tenant's API token stands in CHAVE_SIGNIN_TOKEN; in the sandbox it is
            found in the data directory.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Set.self, Suspend.self, Activate.self, Delete.self, Recover.self,
            Devices.self,
            Revoke.self, Events.self,
        ]
    )

    static let path = "/v1/manage/users"

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a person, who is mailed a link that registers a device.",
            discussion: "Example: chave users add ana --email ana@example.com --display-name 'Ana Souza'"
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "Your own name for the person, used once in a tenant.") var externalID: String
        @Option(help: "Where the link goes.") var email: String
        @Option(help: "What the person is called in tokens. [default: the external id]") var userName: String?
        @Option(help: "What other people see. [default: the user name]") var displayName: String?
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let name = userName ?? externalID
                let user = try await options.tenant().call(
                    .post,
                    UsersCommand.path,
                    [
                        "external_id": .string(externalID), "email": .string(email), "user_name": .string(name),
                        "display_name": .string(displayName ?? name), "binding_token_delivery_method": "email",
                    ]
                )
                UserLine.show(user, asJSON: json)
                Terminal.note("A mail with a link went to \(email).")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the people, oldest first.")

        @OptionGroup var options: SignInAdminOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let users = try await options.tenant().list(UsersCommand.path, as: "users")
                if json { return Terminal.say(JSONValue.array(users).text) }
                if users.isEmpty { Terminal.note("There are no users. Add one: chave users add") }
                for user in users { UserLine.show(user, asJSON: false) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one person.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let found = try await UserSearch(server: options.tenant()).user(user)
                if json { return Terminal.say(found.text) }
                for name in ["internal_id", "external_id", "status", "user_name", "display_name", "email"] {
                    Terminal.say("\(name): \(found[name]?.string ?? "")")
                }
                if let pending = found["pending_email"]?.string { Terminal.say("pending_email: \(pending)") }
            }
        }
    }

    struct Recover: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Mail a person a link that registers a new device and ends all others.",
            discussion: "Example: chave users recover ana"
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                let known = try await UserSearch(server: server).user(user)
                guard let externalID = known["external_id"]?.string, !externalID.isEmpty else {
                    throw CommandFailure("\(user) has no external id any more: whoever was deleted has no way back.")
                }
                let body: JSONValue = ["external_id": .string(externalID), "binding_token_delivery_method": "email"]
                UserLine.show(try await server.call(.post, "/v1/manage/recover-user", body), asJSON: json)
                Terminal.note("A mail with a link went out; the devices count until it is used.")
            }
        }
    }
}
