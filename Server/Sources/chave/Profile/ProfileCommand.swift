import ArgumentParser
import ChaveTransport
import ChaveWire

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "What people see of a tenant, and where its mailed links lead: show, set.",
        subcommands: [Show.self, Set.self]
    )

    static let path = "/v0/configs/profile"

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the profile.")

        @OptionGroup var options: SignInAdminOptions
        @Flag(help: "Print the profile as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                ProfileCommand.show(try await options.tenant().call(.get, ProfileCommand.path), asJSON: json)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the profile as a whole: what is left out is not there afterwards.",
            discussion: """
                Example: chave profile set --name 'Padaria Aurora' \\
                           --registration-redirect-uri https://app.padaria.example
                A mailed link leads to the last address with /register?token=… behind it.
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Option(help: "What people are shown.") var name: String
        @Option(help: "A picture, https.") var logoURI: String?
        @Option(help: "Stands in mails.") var supportEmail: String?
        @Option(help: "Where an app registers people.") var enrollURI: String?
        @Option(help: "Where an app signs people in.") var loginURI: String?
        @Option(help: "Where mailed links lead.") var registrationRedirectURI: String?
        @Flag(help: "Print the profile as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                var body = JSONObject()
                let members: [(String, String?)] = [
                    ("profile_display_name", name), ("profile_logo_uri", logoURI), ("support_email", supportEmail),
                    ("app_enroll_uri", enrollURI), ("app_login_uri", loginURI),
                    ("registration_redirect_uri", registrationRedirectURI),
                ]
                for case (let member, let value?) in members { body[member] = .string(value) }
                let profile = try await options.tenant().call(.post, ProfileCommand.path, .object(body))
                for risk in profile["risks"]?.array?.compactMap(\.string) ?? [] { Terminal.note("risk: \(risk)") }
                ProfileCommand.show(profile, asJSON: json)
            }
        }
    }

    private static func show(_ profile: JSONValue, asJSON: Bool) {
        if asJSON { return Terminal.say(profile.text) }
        let members = [
            "profile_display_name", "profile_logo_uri", "support_email", "app_enroll_uri", "app_login_uri",
            "registration_redirect_uri",
        ]
        for member in members { Terminal.say("\(member): \(profile[member]?.string ?? "")") }
    }
}
