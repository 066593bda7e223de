import ArgumentParser
import ChaveBase
import Directory
import Foundation
import Logging
import SandboxBank
import ServerHost
import WireHost

/// The participants' directory for development.
struct DirectoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "directory",
        abstract: "A participants' directory for development: who takes part, their keys and certificates.",
        discussion: """
            Open Finance Brasil has a directory; this one answers like it, for a bank and
            an initiator on one machine:

              chave directory serve
              chave bank serve                  in another terminal

            The first start makes an authority, a bank of five institutions and an
            initiator; each has a folder with its keys below 'participants'. Nobody but a
            development should trust it.
            """,
        subcommands: [
            DirectoryServeCommand.self, DirectoryCreateCommand.self, DirectoryAddCommand.self,
            DirectoryCertificateCommand.self,
        ]
    )
}

/// Where the directory is.
struct DirectoryOption: ParsableArguments {
    @Option(help: "The directory's folder. [default: chave/directory in the XDG data directory]") var folder: String?

    var path: String { folder ?? DirectoryOption.standard }

    /// The folder where none is given.
    static var standard: String {
        URL(fileURLWithPath: DataOption.standardDirectory).deletingLastPathComponent().appendingPathComponent(
            "directory"
        )
        .path
    }

    /// The bank of a first start.
    static let bank = "bank"
    /// The initiator of a first start.
    static let initiator = "initiator"

    /// Opens the folder; a new one gets the bank and the initiator of the sandbox.
    func open(port: Int, bankPort: Int) throws -> DirectoryFolder {
        let folder = try DirectoryFolder(path, port: port, world: .live)
        guard folder.isNew else { return folder }
        try folder.addBank(DirectoryOption.bank, port: bankPort, institutions: DirectoryOption.institutions)
        try folder.addInitiator(DirectoryOption.initiator, .sandbox)
        return folder
    }

    /// The five institutions of the sandbox.
    static var institutions: [NewInstitution] {
        zip(SandboxInstitution.all, ["ipe", "jabuti", "carcara", "vagalume", "sabia"]).map { institution, label in
            NewInstitution(
                id: institution.id.text,
                label: label,
                name: institution.displayName,
                legalName: institution.legalEntityName,
                ispb: institution.ispb
            )
        }
    }
}

extension NewInitiator {
    /// The initiator of a first start, whose passkeys belong to `localhost`.
    static var sandbox: NewInitiator {
        NewInitiator(
            name: "Chave Iniciadora",
            commonName: "localhost",
            redirectURIs: ["https://iniciadora.test/callback", "http://localhost:8080/shop/callback"],
            originURIs: ["http://localhost:8080", "https://localhost"],
            webhookURIs: ["https://iniciadora.test:7443"]
        )
    }
}

/// `chave directory serve`.
struct DirectoryServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the directory.",
        discussion: """
            Three ports beside each other: HTTPS, HTTPS that demands a certificate, and
            pages for a browser. Programs reach it as directory.test and
            matls.directory.test, names that they resolve to this machine themselves.
            """
    )

    @OptionGroup var directory: DirectoryOption
    @Option(help: "The first of the three ports of a new directory. [default: 9443]") var port: Int?
    @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel = "info"
    @Flag(help: .hidden) var endsWithInput = false

    func validate() throws { if let port { try Parse.requirePort(port + 2) } }

    func run() async throws {
        try await reporting {
            let folder = try directory.open(port: port ?? 9_443, bankPort: 8_443)
            let address = try folder.state().address
            if let port, port != address.port {
                throw CommandFailure("The directory in \(folder.path) has port \(address.port). Leave --port out.")
            }
            let logger = LogOutput.logger(level: Logger.Level(rawValue: logLevel) ?? .info)
            let server = try DirectoryServer(folder, world: .live, logger: logger)
            Terminal.note("chave directory listens on \(address.participants)")
            Terminal.note("its pages: http://localhost:\(address.pagesPort)")
            Terminal.note("participants: \(folder.path)/participants")
            try await WireService.serve(server, logger, endsWithInput: endsWithInput)
        }
    }
}

/// `chave directory create`.
struct DirectoryCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a new directory with a bank and an initiator, and do not serve it."
    )

    @OptionGroup var directory: DirectoryOption
    @Option(help: "The first of the directory's three ports.") var port = 9_443
    @Option(help: "The first of the bank's three ports.") var bankPort = 8_443

    func validate() throws {
        for port in [port, bankPort] { try Parse.requirePort(port + 2) }
    }

    func run() async throws {
        try await reporting {
            let folder = try directory.open(port: port, bankPort: bankPort)
            guard folder.isNew else { throw CommandFailure("There is a directory in \(folder.path) already.") }
            Terminal.say(folder.path)
        }
    }
}
