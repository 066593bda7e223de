import ArgumentParser
import Foundation
import Logging
import PostgresClient
import ServerHost
import WireHost

/// The sandbox bank as a program of its own.
struct BankCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bank",
        abstract: "The sandbox bank as a bank of Open Finance Brasil, over HTTPS with client certificates.",
        subcommands: [BankServeCommand.self]
    )
}

/// `chave bank serve`.
struct BankServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the bank.",
        discussion: """
            It needs a directory: start 'chave directory serve' first. Five institutions
            answer at ipe.bank.test, jabuti.bank.test and so on, names that programs
            resolve to this machine; holders' pages are on localhost. The directory says
            the addresses: http://localhost:9445.
            """
    )

    @Option(help: "The folder that the directory gave the bank. [default: participants/bank of the directory]")
    var participant: String?
    @Option(help: "The data directory. [default: chave/bank in the XDG data directory]") var data: String?
    @Option(help: "A PostgreSQL that nodes share; with a password by CHAVE_BANK_DATABASE. [default: a file]")
    var database: String?
    @Option(help: "The first of the three ports to listen on, behind a balancer. [default: the participant's]")
    var port: Int?
    @Option(help: "Requests a second of one client, four seconds' worth at once; 0 is no limit.")
    var clientRate = 500
    @Option(help: "How long an access token lives, 300 to 900 seconds.") var accessTokenSeconds = 900
    @Flag(help: "Give the official mock bank's amounts their fixed outcomes, for conformance suites.")
    var officialTriggers = false
    @Flag(help: "Demand the scope nrp-consents for confirming a payment.") var nrpConsents = false
    @Option(help: "For tests: a file with the seconds by which enrollments' and consents' deadlines are ahead.")
    var deadlinesClock: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel = "info"
    @Flag(help: "Print every setting, and do not start.") var printConfig = false
    @Flag(help: .hidden) var unsafeTestSynchronousNormal = false
    @Flag(help: .hidden) var endsWithInput = false

    func validate() throws {
        if let port { try Parse.requirePort(port + 2) }
        guard clientRate >= 0 else { throw ValidationError("--client-rate is 0 or more.") }
        guard (300...900).contains(accessTokenSeconds) else {
            throw ValidationError("--access-token-seconds is 300 to 900 (FAPI-BR 2.1.0).")
        }
    }

    func run() async throws {
        try await reporting {
            let settings = try settings()
            if printConfig { return show(settings) }
            OpenFiles.allowAll()
            let logger = LogOutput.logger(level: Logger.Level(rawValue: logLevel) ?? .info)
            let server = try await BankServer(settings, world: .live, logger: logger, onFatal: BankServeCommand.end)
            Terminal.note("chave bank: participant \(settings.participant)")
            Terminal.note("holders sign in at \(server.pages)")
            try await WireService.serve(server, logger, endsWithInput: endsWithInput)
        }
    }

    private func settings() throws -> BankSettings {
        let data = URL(fileURLWithPath: DataOption.standardDirectory).deletingLastPathComponent()
        var settings = BankSettings(
            participant: participant ?? "\(DirectoryOption.standard)/participants/\(DirectoryOption.bank)",
            dataDirectory: self.data ?? data.appendingPathComponent("bank").path
        )
        settings.port = port
        settings.clientRate = clientRate
        settings.accessTokenSeconds = accessTokenSeconds
        settings.hasOfficialTriggers = officialTriggers
        settings.needsNRPScope = nrpConsents
        settings.deadlinesClock = deadlinesClock
        settings.isSynced = !unsafeTestSynchronousNormal
        let environment = ProcessInfo.processInfo.environment["CHAVE_BANK_DATABASE"]
        guard let address = database ?? environment, !address.isEmpty else { return settings }
        do throws(PostgresError) {
            settings.database = try PostgresSettings(address)
        } catch {
            throw CommandFailure("--database is an address such as postgres://user@host:5432/name.")
        }
        guard database == nil || settings.database?.hasPassword == false else {
            throw CommandFailure("Other programs see flags. Give a database with a password by CHAVE_BANK_DATABASE.")
        }
        return settings
    }

    private func show(_ settings: BankSettings) {
        Terminal.say("participant = \(settings.participant)")
        Terminal.say("data = \(settings.dataDirectory)")
        Terminal.say("database = \(settings.database == nil ? "(a file in data)" : "(PostgreSQL)")")
        Terminal.say("port = \(settings.port.map(String.init) ?? "(the participant's)")")
        Terminal.say("client-rate = \(settings.clientRate)")
        Terminal.say("access-token-seconds = \(settings.accessTokenSeconds)")
        Terminal.say("official-triggers = \(settings.hasOfficialTriggers)")
        Terminal.say("nrp-consents = \(settings.needsNRPScope)")
        Terminal.say("deadlines-clock = \(settings.deadlinesClock ?? "(none)")")
        Terminal.say("log-level = \(logLevel)")
    }

    @Sendable private static func end(_ error: any Error) {
        Terminal.note("chave: the database cannot be written safely any more; ending. (\(type(of: error)))")
        Foundation.exit(1)
    }
}
