import ArgumentParser
import ChaveTransport
import ChaveWire

extension UsersCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change what a person is called, or where they get mail.",
            discussion: """
                A new address counts once the link that is mailed there is confirmed; the
                address before it is told. The present address takes an open change back.

                Examples:
                  chave users set ana --display-name 'Ana Souza Lima'
                  chave users set ana --email ana@new.example.com
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Option(help: "What other people see.") var displayName: String?
        @Option(help: "What the person is called in tokens.") var userName: String?
        @Option(help: "Your own name for the person.") var externalID: String?
        @Option(help: "A new address, which is mailed a link.") var email: String?
        @Option(help: "A JSON object: all claims of your own that the person has afterwards.") var claims: String?
        @Flag(help: "Print the user as the API shows it.") var json = false

        func validate() throws {
            guard [displayName, userName, externalID, email, claims].contains(where: { $0 != nil }) else {
                throw ValidationError("Say what is to change, such as --display-name or --email.")
            }
            guard claims == nil || claims.flatMap({ try? JSONValue(parsing: $0) })?.object != nil else {
                throw ValidationError("--claims is a JSON object, such as '{\"level\": \"gold\"}'.")
            }
        }

        func run() async throws {
            try await reporting {
                var body = JSONObject()
                for (name, text) in [
                    ("display_name", displayName), ("user_name", userName), ("external_id", externalID),
                    ("email", email),
                ] {
                    body[name] = text.map(JSONValue.string)
                }
                body["claims"] = try claims.map { try JSONValue(parsing: $0) }
                let search = UserSearch(server: try options.tenant())
                let changed = try await search.call(.patch, user, "", .object(body))
                UserLine.show(changed, asJSON: json)
                if let pending = changed["pending_email"]?.string {
                    Terminal.note("A mail with a link went to \(pending); until it is confirmed the old address stays.")
                }
            }
        }
    }
}
