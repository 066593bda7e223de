import ArgumentParser
import ChaveTransport
import ChaveWire

extension UsersCommand {
    struct Events: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what happened: sign-ins, tokens, devices, changes. Oldest first.",
            discussion: """
                Examples:
                  chave users events
                  chave users events ana --type sign_in.failed
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id: what happened to this person alone.") var user: String?
        @Option(help: "What happened, such as sign_in.failed or user.changed.") var type: String?
        @Option(help: "What happened at this client alone.") var client: String?
        @Option(help: "An event's id: those after it alone.") var after: String?
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let server = try options.tenant()
                var filters = [("type", type), ("client", client), ("after", after)]
                if let user {
                    filters.append(("user", try await UserSearch(server: server).user(user)["internal_id"]?.string))
                }
                let given = filters.compactMap { name, value in value.map { (name: name, value: $0) } }
                let events = try await server.list("/v1/manage/events", as: "events", given)
                if json { return Terminal.say(JSONValue.array(events).text) }
                if events.isEmpty { Terminal.note("Nothing of that kind happened, or it is too long ago.") }
                for event in events { Terminal.say(Events.line(event)) }
            }
        }

        private static func line(_ event: JSONValue) -> String {
            let ids = ["user_id", "client_id", "credential_id", "passkey_id", "reason"].compactMap { name in
                event[name]?.string.map { "\(name)=\($0)" }
            }
            return ([event["date_created"]?.string ?? "", event["type"]?.string ?? ""] + ids).joined(separator: "  ")
        }
    }
}
