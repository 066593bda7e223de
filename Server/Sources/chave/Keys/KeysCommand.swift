import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerHost

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: """
            API keys: create, list, revoke. The server's own: operator, link, rotate-signing, rotate-field, rotate-sign-in,
            rotate-id-tokens.
            """,
        subcommands: [
            Create.self, List.self, Revoke.self, Operator.self, SandboxLinkCommand.self,
            RotateSigning.self, RotateField.self, RotateSignIn.self, RotateIDTokens.self,
        ]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key. Its password is shown once.",
            discussion: """
                Example: chave keys create --label checkout --json
                Where there are several organisations, say which: --organisation 0193…
                """
        )

        @OptionGroup var data: StoreOptions
        @Option(help: "The organisation's id. [default: the only one besides chave load's]", transform: Parse.id)
        var organisation: OrganisationID?
        @Option(help: "A name to recognise the key by.") var label = "api"
        @Flag(help: "The key may also make and revoke keys, over the API.") var administrator = false
        @Flag(help: #"Print {"secret_id": …, "secret_password": …}."#) var json = false

        func run() async throws {
            try await reporting {
                let request = try request()
                let place = try await data.place()
                let other = try SandboxMerchant.stored(.load, in: place.directory)?.organisation
                try await DataDirectory.administer(place) { administration in
                    let owner = try await administration.organisation(named: organisation, besides: other)
                    let key = try await administration.createKey(
                        for: owner.id,
                        label: request.label,
                        role: request.role
                    )
                    if json {
                        let object: JSONValue = [
                            "secret_id": .string(key.key.id.text), "secret_password": .string(key.password),
                        ]
                        return Terminal.say(object.text)
                    }
                    Terminal.say("secret_id:       \(key.key.id.text)")
                    Terminal.say("secret_password: \(key.password)")
                    Terminal.note("Keep the password now: it is not shown again.")
                }
            }
        }

        /// The request, checked with the same table as `POST /api-keys/`.
        private func request() throws -> CreateAPIKeyRequest {
            let role: APIKeyRole = administrator ? .administrator : .standard
            do throws(FieldErrors) {
                return try CreateAPIKeyRequest(json: ["label": .string(label), "role": .string(role.rawValue)])
            } catch {
                throw ValidationError(error.items.map { "--\($0.field): \($0.message)" }.joined(separator: "\n"))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys of an organisation.")

        @OptionGroup var data: StoreOptions
        @Option(help: "The organisation's id. [default: all]", transform: Parse.id) var organisation: OrganisationID?
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    let keys = try await administration.keys(of: organisation)
                    if json {
                        return Terminal.say(
                            JSONValue.array(
                                keys.map { key in
                                    [
                                        "secret_id": .string(key.id.text), "label": .string(key.label),
                                        "role": .string(key.role.rawValue),
                                        "organisation": .string(key.organisation.text),
                                        "created_at": .string(key.createdAt.rfc3339),
                                        "revoked_at": JSONValue(key.revokedAt?.rfc3339),
                                    ]
                                }
                            ).text
                        )
                    }
                    if keys.isEmpty { Terminal.note("There are no keys. Make one: chave keys create") }
                    for key in keys {
                        let state = key.revokedAt == nil ? "active " : "revoked"
                        let role = key.role == .administrator ? "administrator" : "standard     "
                        Terminal.say("\(key.id.text)  \(state)  \(role)  \(key.organisation.text)  \(key.label)")
                    }
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a key, and with it every token it gave.",
            discussion: "Example: chave keys revoke 0193…"
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The secret_id.", transform: Parse.id) var secretID: APIKeyID

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    try await administration.revokeKey(secretID)
                    Terminal.say("revoked \(secretID.text)")
                }
            }
        }
    }
}
