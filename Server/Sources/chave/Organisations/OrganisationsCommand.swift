import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerHost

/// The merchants of a server.
struct OrganisationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organisations",
        abstract: "Organisations: create, list, show, set.",
        subcommands: [Create.self, List.self, Show.self, Set.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an organisation.",
            discussion: "Example: chave organisations create 'Loja X' --json"
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "Its name.", transform: OrganisationText.name) var name: String
        @OptionGroup var settings: OrganisationSettings
        @Flag(help: #"Print {"id": …, "name": …, …}."#) var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place(), mayCreate: true) { administration in
                    let organisation = try await administration.createOrganisation(
                        name: name,
                        unboundCallbacks: settings.unboundCallbacks ?? false
                    )
                    OrganisationText(organisation).say(asJSON: json)
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the organisations, the oldest first.")

        @OptionGroup var data: StoreOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    let all = try await administration.organisations()
                    if json { return Terminal.say(JSONValue.array(all.map { OrganisationText($0).json }).text) }
                    if all.isEmpty { Terminal.note("There are no organisations. Make one: chave organisations create") }
                    for organisation in all { OrganisationText(organisation).say(asJSON: false) }
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one organisation with its settings.",
            discussion: "Example: chave organisations show 0193… --json"
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The organisation's id. [default: the only one besides chave load's]", transform: Parse.id)
        var organisation: OrganisationID?
        @Flag(help: #"Print {"id": …, "name": …, …}."#) var json = false

        func run() async throws {
            try await reporting {
                let place = try await data.place()
                let other = try SandboxMerchant.stored(.load, in: place.directory)?.organisation
                try await DataDirectory.administer(place) { administration in
                    let shown = try await administration.organisation(named: organisation, besides: other)
                    OrganisationText(shown).say(asJSON: json)
                }
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change an organisation. It counts at the next request, also in a running server.",
            discussion: "Example: chave organisations set 0193… --no-unbound-callbacks"
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The organisation's id.", transform: Parse.id) var organisation: OrganisationID
        @Option(help: "Another name.", transform: OrganisationText.name) var name: String?
        @OptionGroup var settings: OrganisationSettings
        @Flag(help: #"Print {"id": …, "name": …, …}."#) var json = false

        func validate() throws {
            guard name != nil || settings.unboundCallbacks != nil else {
                throw ValidationError("Say what changes: --name or --[no-]unbound-callbacks.")
            }
        }

        func run() async throws {
            try await reporting {
                try await DataDirectory.administer(data.place()) { administration in
                    let changed = try await administration.setOrganisation(
                        organisation,
                        name: name,
                        unboundCallbacks: settings.unboundCallbacks
                    )
                    OrganisationText(changed).say(asJSON: json)
                }
            }
        }
    }
}

/// The switches of an organisation.
struct OrganisationSettings: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: """
            Take callbacks from its server without the enrollment of the person's own session, as the guides' programs send \
            them. Off by default: with it, whoever opens a stranger's callback finishes the stranger's enrollment.
            """
    )
    var unboundCallbacks: Bool?
}
