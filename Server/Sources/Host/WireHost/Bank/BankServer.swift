import BankHTTP
public import ChaveBase
import ChaveJOSE
import ChavePixModel
import Directory
import Foundation
import HTTPKernel
public import Logging
import OpenFinanceWire
import Pages
import PostgresClient
import SandboxBank
import ServerHost
public import ServiceLifecycle

/// The sandbox bank as a service of its own: an authorization server and interfaces over HTTPS, and pages for holders.
public struct BankServer: Service, CustomStringConvertible {
    private let bank: SandboxBank
    private let client: DirectoryClient
    private let webhooks: WebhookCourier
    private let services: [any Service]
    /// The address of the pages for holders.
    public let pages: String

    public var description: String { "BankServer" }

    /// Opens the database and reads the participant's files.
    ///
    /// `onRunning` is called once for each of the three sockets.
    /// - Throws: a sentence that names the file or the address, and the way out.
    public init(
        _ settings: BankSettings,
        world realWorld: World,
        logger: Logger,
        onFatal: @escaping @Sendable (any Error) -> Void,
        onRunning: @escaping @Sendable () async -> Void = {}
    ) async throws {
        var world = realWorld
        if let path = settings.deadlinesClock { world.deadlinesAheadSeconds = DeadlinesFile(path).aheadSeconds }
        let files = try ParticipantFolder(settings.participant)
        let participant = files.participant
        let directory = participant.directory
        // Every file, before anything is open that would have to be closed.
        let institutions = try participant.institutions.map { try files.institution($0, port: participant.port) }
        let calls = try Dictionary(
            zip(institutions.map(\.id), participant.institutions.map { try files.clientTLS($0.transport) }),
            uniquingKeysWith: { one, _ in one }
        )
        let tls = SocketTLS(
            everybody: try files.tls(clientRoots: nil),
            byCertificate: try files.tls(clientRoots: directory.authority)
        )
        let client = try DirectoryClient(
            hosts: [directory.keystore].compactMap { URL(string: $0)?.host },
            authority: files.path(directory.authority)
        )
        let keys: @Sendable (String) async throws -> PublishedKeys = { address in
            do {
                return try await client.keys(at: address)
            } catch {
                logger.warning(
                    "the directory does not answer",
                    metadata: ["address": "\(address)", "error": "\(error)"]
                )
                throw error
            }
        }
        let bank: SandboxBank
        let decryption: DecryptionKeys
        do {
            (bank, decryption) = try await BankServer.open(settings, participant, world, onFatal)
        } catch {
            await client.close()
            throw error
        }
        let wire = WireBank(
            bank: bank,
            institutions: institutions,
            organisations: Keystores(now: world.now) { organisation in
                try await keys("\(directory.keystore)/\(organisation)/application.jwks")
            },
            software: Keystores(now: world.now) { software in
                try await keys("\(directory.keystore)/\(software)/application.jwks")
            },
            directory: Keystores(now: world.now) { name in try await keys("\(directory.keystore)/\(name).jwks") },
            decryption: decryption,
            softwareKeysTemplate: "\(directory.keystore)/{org}/{software}/application.jwks",
            rate: RateLimit(perSecond: Double(settings.clientRate), burst: Double(settings.clientRate * 4)),
            world: world
        )
        let webhooks = WebhookCourier(calls, bank: bank, world: world, logger: logger)
        bank.setNotifications(ofClients: webhooks)
        bank.setIdentityTokenSealing { try await wire.seal(for: $0) }
        self.bank = bank
        self.client = client
        self.webhooks = webhooks
        pages = "http://localhost:\(participant.port + 2)/bank"
        let sockets = BankServer.sockets(wire, tls, port: participant.port, settings, world, logger, onRunning)
        services = sockets + [BankCare(bank: bank, world: world, logger: logger)]
    }

    public func run() async throws {
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await WireListeners.run(services)) } catch { outcome = .failure(error) }
        await bank.close()
        await client.close()
        await webhooks.close()
        try outcome.get()
    }

    /// The bank, with the key that request objects are encrypted to.
    private static func open(
        _ settings: BankSettings,
        _ participant: BankParticipant,
        _ world: World,
        _ onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> (SandboxBank, DecryptionKeys) {
        let bank = try await openDatabase(settings, participant, world, onFatal)
        do {
            return (bank, try DecryptionKeys([await bank.requestKey()]))
        } catch {
            await bank.close()
            throw error
        }
    }

    private static func openDatabase(
        _ settings: BankSettings,
        _ participant: BankParticipant,
        _ world: World,
        _ onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> SandboxBank {
        var configuration = SandboxBank.Configuration(publicBaseURL: "http://localhost:\(participant.port + 2)")
        configuration.isSynced = settings.isSynced
        configuration.accessTokenSeconds = settings.accessTokenSeconds
        configuration.hasOfficialTriggers = settings.hasOfficialTriggers
        configuration.onFatal = onFatal
        for institution in participant.institutions {
            guard let id = InstitutionID(institution.id) else { continue }
            configuration.issuers[id] = "https://\(institution.host):\(participant.port)"
        }
        guard let database = settings.database else {
            try FileManager.default.createDirectory(
                atPath: settings.dataDirectory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return try await SandboxBank(directory: settings.dataDirectory, configuration: configuration, world: world)
        }
        let pool = PostgresPool(database)
        do {
            return try await SandboxBank(over: pool, configuration: configuration, world: world)
        } catch {
            await pool.close()
            throw error
        }
    }

    private struct SocketTLS {
        let everybody: ListenerTLS
        let byCertificate: ListenerTLS
    }

    private static func sockets(
        _ wire: WireBank,
        _ tls: SocketTLS,
        port: Int,
        _ settings: BankSettings,
        _ world: World,
        _ logger: Logger,
        _ onRunning: @escaping @Sendable () async -> Void
    ) -> [any Service] {
        let metrics = ServerMetrics()
        let operations = Operations(metrics: metrics) {
            [Operations.Check("bank database", problem: wire.bank.isHealthy ? nil : "nothing can be written")]
        }
        let hosts = wire.institutions.flatMap { [$0.host, $0.mutualHost] }
        let server = APIServer(
            principal: AuthorizationServerAPI(wire),
            operations: { await operations.answer($0) },
            admission: Admission(.sandbox) { metrics.limited($0) },
            headers: AnswerHeaders(),
            names: ServerNames(baseURL: "http://localhost:\(port + 2)", others: hosts),
            world: world
        )
        func listener(
            _ name: String,
            _ server: APIServer,
            _ port: Int,
            _ tls: ListenerTLS?,
            byCertificate: Bool = false
        )
            -> WireListener
        {
            WireListener(
                name: name,
                server: server,
                address: "127.0.0.1",
                port: port,
                tls: tls,
                readsCertificates: byCertificate,
                logger: logger,
                onAnswer: { metrics.answered($0, seconds: $1) },
                onRunning: onRunning
            )
        }
        let first = settings.port ?? port
        let pages = PageMounts([.init("/bank", HolderPages(bank: wire.bank))])
        return [
            listener("bank", server, first, tls.everybody),
            listener(
                "bank by certificate",
                server.with(first: ResourceServerAPI(wire, .init(needsNRPScope: settings.needsNRPScope))),
                first + 1,
                tls.byCertificate,
                byCertificate: true
            ),
            listener("pages of the bank", server.with(pages: pages), first + 2, nil),
        ]
    }
}

/// Does what is due at the bank by time alone.
private struct BankCare: Service, CustomStringConvertible {
    let bank: SandboxBank
    let world: World
    let logger: Logger

    var description: String { "BankCare" }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await bank.tick()
                } catch {
                    logger.error("sweep failed", metadata: ["error": "\(type(of: error))"])
                }
                await world.sleep(250)
            }
        }
    }
}
