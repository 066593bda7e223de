import ArgumentParser
import ChaveTransport
import Foundation
import Logging
import ServerHost
import ServiceLifecycle
import WireHost

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Examples:
              chave serve --sandbox
              chave serve --sandbox --port 9000 --data /tmp/try
              chave serve --sandbox --wire
              chave serve --config /etc/chave/chave.json --print-config

            The sandbox adds a bank with five institutions, its people, and a
            merchant whose keys stand in sandbox.json of the data directory. It
            listens on this machine only, unless --bind says otherwise. Ctrl-C or
            SIGTERM finishes what is under way and exits with 0; a second one ends
            at once. SIGHUP reads certificate and key again. The link that it prints
            shows one browser the sandbox's keys and mails; chave keys link makes
            another.

            Each setting is also a variable (--tls-cert is CHAVE_TLS_CERT) and a
            member of the file that --config names. Flags count before variables,
            and these before the file.
            """
    )

    @OptionGroup var settings: ServeOptions
    @Option(help: "A JSON file with settings. [default: CHAVE_CONFIG]") var config: String?
    @Flag(help: "Print every setting with its source, and do not start.") var printConfig = false
    @Flag(help: "With --sandbox: the bank is a process of its own, reached over HTTPS by certificates.")
    var wire = false
    @Flag(help: .hidden) var unsafeTestSynchronousNormal = false
    @Flag(help: .hidden) var endsWithInput = false

    func run() async throws {
        try await reporting {
            let settings = try await ServeCommand.settings(settings.values, file: config)
            if printConfig { return ServeCommand.show(settings) }
            let logger = LogOutput.logger(level: Logger.Level(rawValue: settings.logLevel) ?? .info)
            var configuration = try completed(settings.configuration)
            guard wire else { return try await serve(configuration, logger) }
            let companions = try await companions(of: configuration)
            do {
                configuration.banks = PlatformBanks(try PlatformParticipant(file: companions.platformFile))
                try await serve(configuration, logger)
            } catch {
                await companions.end()
                throw error
            }
            guard await companions.end() else { throw companions.failure }
        }
    }

    private func serve(_ configuration: ServerConfiguration, _ logger: Logger) async throws {
        let server = try await ChaveServer(
            configuration,
            logger: logger,
            onFatal: ServeCommand.end,
            onRunning: { ServeCommand.announce(configuration) }
        )
        try await ServeCommand.serve(server, logger, endsWithInput: endsWithInput)
    }

    /// The directory and the bank of a sandbox on the wire.
    private func companions(of configuration: ServerConfiguration) async throws -> WireCompanions {
        guard configuration.isSandbox, configuration.database == nil, configuration.openFinanceFile == nil else {
            throw CommandFailure("--wire goes with --sandbox, without --database and without --open-finance.")
        }
        let (baseURL, origins) = (configuration.baseURL, configuration.origins)
        return try await WireCompanions.start(
            in: "\(configuration.dataDirectory)/wire",
            origins: [baseURL] + origins,
            redirectURIs: [
                "\(baseURL)/shop/callback", "\(baseURL)\(SandboxCallback.path)", ServeCommand.terminalCallback,
            ] + origins.map { "\($0)/callback" }
        )
    }

    /// Where a bank sends the person of a device on a terminal back to.
    static let terminalCallback = "https://loja.example/callback"

    private static func serve(_ server: ChaveServer, _ logger: Logger, endsWithInput: Bool) async throws {
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: server,
            successTerminationBehavior: .gracefullyShutdownGroup
        )
        let group = ServiceGroup(configuration: .init(services: [service], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await SignalWatch.run(group, server) }
            if endsWithInput {
                tasks.addTask { try await InputEnd.end(group) }
            }
            tasks.addTask { try await group.run() }
            _ = try await tasks.next()
            tasks.cancelAll()
        }
    }

    /// The settings of flags, variables and a file; without a flag a variable names the file.
    static func settings(
        _ flags: [Setting: SettingsSources.Value],
        file: String?
    ) async throws -> ServerSettings {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["CHAVE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let sources = try await SettingsSources(flags: flags, environment: environment, file: file ?? named)
        return try ServerSettings(sources, dataDirectory: DataOption.standardDirectory) { text, isSandbox in
            ServeCommand.publicURL(text, isSandbox: isSandbox)
        }
    }

    /// Reads the public URL, without a slash at its end; the sandbox also allows plain http, for a phone in the same
    /// network.
    static func publicURL(_ text: String, isSandbox: Bool) -> String? {
        do throws(BaseURL.Refusal) {
            return try BaseURL(text).text
        } catch {
            guard error == .insecure, isSandbox else { return nil }
        }
        return text.last == "/" ? String(text.reversed().drop { $0 == "/" }.reversed()) : text
    }

    /// Adds the values that are known only when the server starts.
    private func completed(_ settings: ServerConfiguration) throws -> ServerConfiguration {
        var configuration = settings
        configuration.port = try FreePort.chosen(configuration.port)
        if let file = configuration.openFinanceFile {
            configuration.banks = PlatformBanks(try PlatformParticipant(file: file))
        }
        guard unsafeTestSynchronousNormal else { return configuration }
        guard configuration.isSandbox else {
            throw CommandFailure("--unsafe-test-synchronous-normal is for tests of the sandbox.")
        }
        configuration.isSynced = false
        Terminal.note("WARNING: --unsafe-test-synchronous-normal: ANSWERED PAYMENTS CAN BE LOST. Only for tests.")
        return configuration
    }

    private static func show(_ settings: ServerSettings) {
        for line in settings.lines {
            Terminal.say("\(line.setting.rawValue) = \(line.value ?? "(none)")  # \(line.source)")
        }
    }

    /// Ends the program after a failed sync: acknowledged data is safe, but later data might not be.
    @Sendable private static func end(_ error: any Error) {
        Terminal.note("chave: the database cannot be written safely any more; ending. (\(type(of: error)))")
        Foundation.exit(1)
    }

    @Sendable private static func announce(_ configuration: ServerConfiguration) {
        Terminal.note("chave listens on \(configuration.baseURL)")
        if let signIn = configuration.signInURL { Terminal.note("and signs people in on \(signIn)") }
        guard configuration.isSandbox else { return }
        Terminal.note("data: \(configuration.dataDirectory)")
        announceLink(configuration)
        Terminal.note("next, in another terminal: chave device enroll\(configuration.flagsOfCommands)")
    }

    /// Prints the sandbox's link; a server whose link cannot be made still runs.
    private static func announceLink(_ configuration: ServerConfiguration) {
        guard let link = try? SandboxLinkCommand.link(to: configuration.baseURL, of: configuration.dataDirectory) else {
            return
        }
        Terminal.note("keys and mails, for one browser, once: \(link)")
    }
}
