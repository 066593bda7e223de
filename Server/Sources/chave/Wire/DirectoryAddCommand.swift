import ArgumentParser
import Directory
import ServerHost

/// `chave directory add`.
struct DirectoryAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a bank or an initiator.",
        subcommands: [DirectoryAddBankCommand.self, DirectoryAddInitiatorCommand.self]
    )
}

/// `chave directory add bank`.
struct DirectoryAddBankCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bank",
        abstract: "Add a bank of five institutions, with all its keys and certificates.",
        discussion: """
            For a directory without the bank of a first start: give --folder a new one.
            Then: chave bank serve --participant FOLDER, which this command prints.
            """
    )

    @Argument(help: "A name of small letters, digits and hyphens.") var name: String
    @OptionGroup var directory: DirectoryOption
    @Option(help: "The first of the bank's three ports.") var port = 8_443

    func validate() throws { try Parse.requirePort(port + 2) }

    func run() async throws {
        try await reporting {
            let folder = try DirectoryFolder(directory.path, world: .live)
            try folder.addBank(name, port: port, institutions: DirectoryOption.institutions)
            Terminal.say(folder.path(ofParticipant: name))
        }
    }
}

/// `chave directory add initiator`.
struct DirectoryAddInitiatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "initiator",
        abstract: "Add an initiator with a software statement, and all its keys and certificates.",
        discussion: "It prints the folder with participant.json, which says what each file is."
    )

    @Argument(help: "A name of small letters, digits and hyphens.") var name: String
    @OptionGroup var directory: DirectoryOption
    @Option(help: "The name that holders see. [default: the name]") var clientName: String?
    @Option(help: "The host that its passkeys belong to.") var commonName = "localhost"
    @Option(help: "An address for answers of banks; may be given several times.") var redirectURI: [String] = []
    @Option(help: "An origin of its ceremonies; may be given several times.") var origin: [String] = []
    @Option(help: "The base address of its webhooks; may be given several times.") var webhook: [String] = []

    func run() async throws {
        try await reporting {
            let folder = try directory.open(port: 9_443, bankPort: 8_443)
            let sandbox = NewInitiator.sandbox
            try folder.addInitiator(
                name,
                NewInitiator(
                    name: clientName ?? name,
                    commonName: commonName,
                    redirectURIs: redirectURI.isEmpty ? sandbox.redirectURIs : redirectURI,
                    originURIs: origin.isEmpty ? sandbox.originURIs : origin,
                    webhookURIs: webhook
                )
            )
            Terminal.say(folder.path(ofParticipant: name))
        }
    }
}

/// `chave directory certificate`.
struct DirectoryCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Make new certificates and transport keys for a participant, beside the names of the old ones.",
        discussion: """
            Signing keys stay, for messages that are under way. A server that runs reads
            the new files at its next start.
            """
    )

    @Argument(help: "The participant's name; directory for the directory itself.") var name: String
    @OptionGroup var directory: DirectoryOption
    @Option(
        parsing: .unconditional,
        help: "How many days they count; a negative number makes ones that have ended, for tests."
    )
    var days = 365

    func run() async throws {
        try await reporting {
            let folder = try directory.open(port: 9_443, bankPort: 8_443)
            for file in try folder.renewCertificates(of: name, days: days) { Terminal.say(file) }
        }
    }
}
