import ArgumentParser
import ChaveTransport
import ChaveWire

extension UsersCommand {
    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a person sign in no more, until they are activated."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let search = UserSearch(server: try options.tenant())
                UserLine.show(try await search.call(.post, user, "/suspend"), asJSON: json)
            }
        }
    }

    struct Activate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a suspended person sign in again.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let search = UserSearch(server: try options.tenant())
                UserLine.show(try await search.call(.post, user, "/activate"), asJSON: json)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a person for good, and end their devices."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Do not ask.") var yes = false
        @Flag(help: "Print the user as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let search = UserSearch(server: try options.tenant())
                let known = try await search.user(user)
                let name = known["display_name"]?.string ?? user
                let question = "Delete \(name)? Nothing leads back."
                try await TerminalQuestion.require(question, unless: yes, orElse: "Nobody was deleted.")
                UserLine.show(try await search.call(.delete, user, ""), asJSON: json)
            }
        }
    }
}
