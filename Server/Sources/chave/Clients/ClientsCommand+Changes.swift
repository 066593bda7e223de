import ArgumentParser
import ChaveBase
import ChaveTransport
import ChaveWire

extension ClientsCommand {
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a client, as the API does.")

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The client_id.") var client: String

        func run() async throws {
            try await reporting {
                Terminal.say(try await options.tenant().call(.get, ClientsCommand.path(of: client)).text)
            }
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a client; what is not given stays. A list that is given replaces the one that there is."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The client_id.") var client: String
        @Option(help: "What people see when they are asked.") var name: String?
        @Option(name: .customLong("redirect-uri"), help: "Where it may be sent back to; once or more often.")
        var redirectURIs: [String] = []
        @OptionGroup var extras: ClientOptions
        @Flag(help: "It has no address for after a logout any more.") var noPostLogout = false
        @Option(help: "How it proves itself: basic, post or keys (with --jwks).") var auth: Authentication?
        @Flag(help: "Print the client as the API shows it.") var json = false

        func validate() throws {
            guard !noPostLogout || extras.postLogoutRedirectURIs.isEmpty else {
                throw ValidationError("--no-post-logout and --post-logout-redirect-uri exclude each other.")
            }
            guard name == nil, redirectURIs.isEmpty, auth == nil, extras.isEmpty, !noPostLogout else { return }
            throw ValidationError("Say what to change, such as --name or --redirect-uri.")
        }

        func run() async throws {
            try await reporting {
                var body = JSONObject()
                body["name"] = name.map(JSONValue.string)
                if !redirectURIs.isEmpty { body["redirect_uris"] = .array(redirectURIs.map(JSONValue.string)) }
                body["token_endpoint_auth_method"] = auth.map { .string($0.method) }
                try extras.write(to: &body)
                if noPostLogout { body["post_logout_redirect_uris"] = [] }
                let server = try options.tenant()
                let changed = try await server.call(.patch, ClientsCommand.path(of: client), .object(body))
                ClientsCommand.tell(changed, json: json)
            }
        }
    }

    struct RotateSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a client a new secret; the one of now counts a while longer, or ends.",
            discussion: """
                While the former secret counts, another rotation replaces the newer
                one, so that a lost answer costs nothing. --end-former makes no secret:
                it ends the former one at once.
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "The client_id.") var client: String
        @Option(help: "For how many hours the secret of now counts too; 0 ends it at once, 720 at most.")
        var overlapHours: Int?
        @Flag(help: "End the secret before the last rotation.") var endFormer = false
        @Flag(help: "Print the client as the API shows it.") var json = false

        func validate() throws {
            guard (overlapHours == nil) == endFormer else {
                throw ValidationError("Give one of --overlap-hours and --end-former.")
            }
            guard (0...720).contains(overlapHours ?? 0) else {
                throw ValidationError("--overlap-hours is 0 to 720.")
            }
        }

        func run() async throws {
            try await reporting {
                let (server, path) = (try options.tenant(), ClientsCommand.path(of: client))
                guard let overlapHours else {
                    _ = try await server.call(.delete, "\(path)/former-secret")
                    return Terminal.say("ended")
                }
                let body: JSONValue = ["overlap_seconds": JSONValue(Int64(overlapHours) * 3_600)]
                ClientsCommand.tell(try await server.call(.post, "\(path)/rotate-secret", body), json: json)
            }
        }
    }

    fileprivate static func path(of client: String) -> String { "\(path)/\(PercentEncoding.encode(client))" }
}
