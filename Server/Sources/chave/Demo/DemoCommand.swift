import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import ServerHost

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "A device enrolls and pays, signs somebody in, or activates a card, for real, on this machine.",
        discussion: """
            Starts a server with its sandbox bank on a free port, enrolls a device
            in the seven steps of the guide and pays in the four, over HTTP, and
            looks at the bank's ledger and both databases afterwards.

            With sign-in a person registers a device by a mailed link, signs in to
            a public and a confidential client, lets a second device in, and comes
            back by recovery.

            With wire a directory, the bank and the platform are three processes,
            which speak Open Finance Brasil's HTTPS with certificates: registration,
            signed messages, tokens and webhooks.

            With card a wallet adds a card, its link opens the issuer's app, and
            the holder says yes or no; strangers' links are refused, a network
            loses its answer, and a mailed link suspends.

            Examples:
              chave demo
              chave demo sign-in
              chave demo card
              chave demo wire
              chave demo --amount 59.90 --institution "Banco Jabuti"
              chave demo --data ./try --json

            Exit code 0 only if the enrollment is SUCCEEDED, the intent is
            SUCCEEDED, and the money moved exactly once; of sign-in and card, only
            if every line of the verdict holds.
            """
    )

    /// The product to demonstrate.
    enum Product: String, ExpressibleByArgument, CaseIterable {
        case pix
        case signIn = "sign-in"
        case card
        case wire
    }

    @Argument(help: "What to demonstrate.") var product = Product.pix
    @Option(help: "What to pay, in reais. [default: 42.50]", transform: Parse.amount) var amount: Money?
    @OptionGroup var bank: InstitutionOption
    @Option(help: "The port its server listens on. [default: a free one]") var port: Int?
    @Option(help: "Keep the data in this directory. [default: a temporary one]") var data: String?
    @Option(help: "Makes the server's random choices repeatable; keys of the device stay random.") var seed: UInt64?
    @Flag(help: "Print one JSON object at the end instead of the steps.") var json = false

    func validate() throws {
        try port.map(Parse.requirePort)
        guard product == .pix || product == .wire || (amount == nil && bank.institution == nil) else {
            throw ValidationError("--amount and --institution are for the demonstration of a payment.")
        }
    }

    func run() async throws {
        try await reporting {
            let folder = try DemoFolder(kept: data)
            defer { folder.removeIfTemporary() }
            let world = seed.map { SeededRandom.world(seed: $0) } ?? .live
            let configuration = ServerConfiguration(
                dataDirectory: "\(folder.path)/server",
                port: try FreePort.chosen(port),
                isSandbox: true
            )
            var logger = Logger(label: "chave") { _ in SwiftLogNoOpLogHandler() }
            logger.logLevel = .critical
            let report = DemoReport(isQuiet: json)
            let isProven = try await run(configuration, folder, world, logger, report)
            if json { Terminal.say(report.json.text) }
            if !isProven { throw ExitCode.failure }
        }
    }

    private func run(
        _ configuration: ServerConfiguration,
        _ folder: DemoFolder,
        _ world: World,
        _ logger: Logger,
        _ report: DemoReport
    ) async throws -> Bool {
        switch product {
        case .pix:
            let run = DemoRun(
                configuration: configuration,
                deviceDirectory: "\(folder.path)/device",
                amount: try amount ?? Parse.amount("42.50"),
                institution: bank.institution,
                world: world,
                logger: logger,
                report: report
            )
            return try await run.run()
        case .wire:
            let run = DemoRun(
                configuration: configuration,
                deviceDirectory: "\(folder.path)/device",
                amount: try amount ?? Parse.amount("42.50"),
                institution: bank.institution ?? "Ipê",
                world: world,
                logger: logger,
                report: report
            )
            return try await WireDemo(steps: run, folder: folder.path, report: report).run()
        case .signIn:
            let demo = SignInDemo(
                configuration: configuration,
                folder: folder.path,
                world: world,
                logger: logger,
                report: report
            )
            return try await demo.run()
        case .card:
            let demo = CardDemo(
                configuration: configuration,
                folder: folder.path,
                world: world,
                logger: logger,
                report: report
            )
            return try await demo.run()
        }
    }
}

/// The folder with a demonstration's files.
struct DemoFolder {
    let path: String
    private let isTemporary: Bool

    init(kept: String?) throws {
        isTemporary = kept == nil
        path =
            kept
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("chave-demo-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
