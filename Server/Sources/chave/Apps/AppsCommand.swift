import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerHost

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "Registered apps and their callback URLs: add, list, remove.",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register an app. It counts at once, also in a running server.",
            discussion: """
                Example: chave apps add --organisation 0193… --platform IOS \
                           --app-id ABCDE12345.br.com.loja --callback-url https://loja.example/volta
                An Android app without --fingerprint is left out of assetlinks.json.
                """
        )

        @OptionGroup var data: StoreOptions
        @Option(help: "The organisation's id.", transform: Parse.id) var organisation: OrganisationID
        @Option(help: "IOS or ANDROID.") var platform: String
        @Option(help: "TEAM_ID.BUNDLE_ID, or an Android app's package name.") var appID: String
        @Option(name: .customLong("callback-url"), help: "Where banks may send people back to; once or more often.")
        var callbackURLs: [String]
        @Option(name: .customLong("fingerprint"), help: "SHA-256 of an Android app's certificate; may be repeated.")
        var fingerprints: [String] = []
        @Option(help: "The server's public address: on its host each organisation has a folder of its own.")
        var baseURL: String?
        @Flag(help: "Also http on this machine and app schemes, as a sandbox takes them.") var sandbox = false
        @Flag(help: "Print the app as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let request = try request()
                try await DataDirectory.administer(data.place()) { administration in
                    let app = try await administration.addApp(request, for: organisation, baseURL: baseURL)
                    Terminal.say(json ? app.resource.json.text : app.id.text)
                }
            }
        }

        /// The request, checked with the same table as `POST /apps/`.
        private func request() throws -> CreateAppRequest {
            let body: JSONValue = [
                "platform": .string(platform), "app_id": .string(appID),
                "callback_urls": .array(callbackURLs.map(JSONValue.string)),
                "sha256_cert_fingerprints": .array(fingerprints.map(JSONValue.string)),
            ]
            do throws(FieldErrors) {
                return try CreateAppRequest(
                    json: body,
                    in: SchemaContext(callbackRules: sandbox ? .sandbox : .production)
                )
            } catch {
                let faults = error.items.map { "\($0.field): \($0.message)" }
                throw ValidationError(faults.joined(separator: "\n"))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the registered apps, newest first.")

        @OptionGroup var data: StoreOptions
        @Option(help: "The organisation's id. [default: all]", transform: Parse.id) var organisation: OrganisationID?
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    let apps = try await administration.apps(of: organisation)
                    if json { return Terminal.say(JSONValue.array(apps.map(Self.object)).text) }
                    if apps.isEmpty { Terminal.note("There are no apps. Register one: chave apps add") }
                    for app in apps {
                        Terminal.say(
                            "\(app.id.text)  \(app.platform.rawValue)  \(app.organisation.text)  \(app.appID)"
                        )
                        for url in app.callbackURLs { Terminal.say("    \(url)") }
                    }
                }
            }
        }

        private static func object(_ app: RegisteredApp) -> JSONValue {
            guard var object = app.resource.json.object else { return .null }
            object["organisation"] = .string(app.organisation.text)
            return .object(object)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End an app's registration. Enrollments under way go on.",
            discussion: "Example: chave apps remove 0193…"
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The id that `chave apps list` shows.", transform: Parse.id) var app: AppID

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    try await administration.removeApp(app)
                    Terminal.say("removed \(app.text)")
                }
            }
        }
    }
}
