import ArgumentParser
import ChaveTransport
import Foundation
import Logging
import ServerHTTP
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Examples:
              chave serve --sandbox
              chave serve --sandbox --port 9000 --data /tmp/try

            The sandbox adds a bank with five institutions, its people, and a
            merchant whose keys stand in sandbox.json of the data directory. It
            listens on this machine only, unless --bind says otherwise. Ctrl-C or
            SIGTERM finishes what is under way and exits with 0.
            """
    )

    @OptionGroup var data: DataOption
    @Option(help: "The port to listen on.") var port = 8080
    @Option(help: "The address to listen on. [default: 127.0.0.1 in the sandbox, otherwise 0.0.0.0]")
    var bind: String?
    @Option(help: "How the outside reaches this server, such as https://pay.example.com.")
    var publicURL: String?
    @Flag(help: "Add the sandbox bank and a merchant to try things with.") var sandbox = false
    @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel = "info"
    @Flag(help: .hidden) var unsafeTestSynchronousNormal = false

    func validate() throws {
        try Parse.requirePort(port)
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is no level.") }
        guard sandbox || !unsafeTestSynchronousNormal else {
            throw ValidationError("--unsafe-test-synchronous-normal is for tests of the sandbox.")
        }
        guard sandbox || publicURL != nil else {
            throw ValidationError("Outside the sandbox give --public-url: tokens and links name it.")
        }
        _ = try publicBaseURL()
    }

    /// `--public-url` without a slash at its end; in the sandbox also plain http, for a phone in the same network.
    private func publicBaseURL() throws -> String? {
        guard var text = publicURL else { return nil }
        do throws(BaseURL.Refusal) {
            return try BaseURL(text).text
        } catch {
            guard error == .insecure, sandbox else {
                throw ValidationError("--public-url is an address such as https://pay.example.com.")
            }
        }
        while text.last == "/" { text.removeLast() }
        return text
    }

    func run() async throws {
        try await reporting {
            let logger = LogOutput.logger(level: Logger.Level(rawValue: logLevel) ?? .info)
            let configuration = try configuration()
            let server = try await ChaveServer(
                configuration,
                logger: logger,
                onFatal: ServeCommand.end,
                onRunning: { [data] in ServeCommand.announce(configuration, namesData: data.data != nil) }
            )
            let group = ServiceGroup(
                configuration: .init(
                    services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: logger
                )
            )
            try await group.run()
        }
    }

    private func configuration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            dataDirectory: data.directory,
            address: bind ?? (sandbox ? "127.0.0.1" : "0.0.0.0"),
            port: try FreePort.chosen(port),
            publicBaseURL: try publicBaseURL(),
            isSandbox: sandbox
        )
        if unsafeTestSynchronousNormal {
            configuration.isSynced = false
            Terminal.note("WARNING: --unsafe-test-synchronous-normal: ANSWERED PAYMENTS CAN BE LOST. Only for tests.")
        }
        return configuration
    }

    /// A failed sync: what was acknowledged is safe, nothing more may be.
    @Sendable private static func end(_ error: any Error) {
        Terminal.note("chave: the database cannot be written safely any more; ending. (\(type(of: error)))")
        Foundation.exit(1)
    }

    @Sendable private static func announce(_ configuration: ServerConfiguration, namesData: Bool) {
        Terminal.note("chave listens on \(configuration.baseURL)")
        guard configuration.isSandbox else { return }
        Terminal.note("data: \(configuration.dataDirectory)")
        var next = "chave device enroll"
        if configuration.port != 8080 { next += " --server \(configuration.baseURL)" }
        if namesData { next += " --data '\(configuration.dataDirectory)'" }
        Terminal.note("next, in another terminal: \(next)")
    }
}
