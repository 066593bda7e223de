import ChaveJOSE
import ChavePixModel
import Hummingbird
import HummingbirdCore
import InstitutionPort
public import Logging
import NIOCore
public import PaymentsCore
import SQLiteWriter
public import SandboxBank
public import ServiceLifecycle
import StorageSQLite
import WebhookSending
import Webhooks

/// A whole server: storage, bank, Payments API and the socket, as one service.
public final class ChaveServer: Service {
    public let configuration: ServerConfiguration
    public let payments: Payments
    /// The sandbox's bank; `nil` outside the sandbox.
    public let bank: SandboxBank?
    public let merchant: SandboxMerchant?
    public let api: APIServer
    private let operations: Operations
    private let store: SQLitePaymentsStore
    private let courier: WebhookCourier
    private let world: World
    private let logger: Logger
    private let onRunning: @Sendable () async -> Void

    /// Opens the data directory and everything in it.
    ///
    /// `onRunning` is called once the socket listens. What is thrown says in a sentence what keeps the server from starting.
    public init(
        _ configuration: ServerConfiguration,
        world: World = .live,
        logger: Logger,
        onFatal: @escaping @Sendable (any Error) -> Void,
        onRunning: @escaping @Sendable () async -> Void = {}
    ) async throws {
        self.configuration = configuration
        self.world = world
        self.logger = logger
        self.onRunning = onRunning
        let directory = configuration.dataDirectory
        var options = GroupCommitWriter.Options()
        options.onFatal = onFatal
        options.synchronous = configuration.isSynced ? .full : .normal
        store = try SQLitePaymentsStore(directory: directory, options: options)
        let policy = ChaveServer.policy(configuration)
        let keys: Keys
        do {
            keys = try await Keys(configuration, store, world, logger)
            bank = configuration.isSandbox ? try await ChaveServer.openBank(configuration, world: world) : nil
        } catch {
            await store.close()
            throw error
        }
        do {
            payments = Payments(
                store: store,
                connector: bank ?? NoInstitutions(),
                directory: InstitutionDirectory(bank?.directory ?? []),
                fieldKey: keys.field,
                tokens: try AccessTokens(key: keys.token, policy: policy),
                world: world,
                policy: policy,
                alert: { alert in ChaveServer.log(alert, to: logger) }
            )
            bank?.setNotifications(payments)
            merchant = try await ChaveServer.plantMerchant(configuration, payments, store, world, bank)
            // The lock says that no other process works here: what an earlier one held is free.
            try await store.releaseAll()
            try await store.releaseDeliveries()
        } catch {
            await store.close()
            await bank?.close()
            throw error
        }
        operations = Operations { [store, bank, world] in
            var problems: [String] = []
            do { try await store.confirmWritable(at: world.now()) } catch { problems.append("database") }
            if bank?.isHealthy == false { problems.append("bank database") }
            return problems
        }
        let webhooks = WebhookParts(store: store, fieldKey: keys.field, world: world, logger: logger)
        let rules: WebhookURL.Rules = configuration.isSandbox ? .sandbox : .production
        courier = webhooks.courier(rules: rules)
        let pages = bank.map { HolderPagesEdge(pages: HolderPages(bank: $0), mountPath: "/bank") }
        api = APIServer(
            payments: payments,
            operations: operations,
            webhooks: webhooks.merchantFace(rules: rules),
            holderPages: pages,
            logos: { id in SandboxBank.logo(of: id) },
            world: world
        )
    }

    /// Serves until a graceful shutdown, then drains and closes.
    public func run() async throws {
        var application = Application(
            responder: HummingbirdEdge(server: api, logger: logger),
            server: .http1(configuration.requestLimits),
            configuration: .init(
                address: .hostname(configuration.address, port: configuration.port),
                serverName: nil,
                backlog: 1_024
            ),
            onServerRunning: { [onRunning] _ in await onRunning() },
            logger: logger
        )
        application.addServices(Sweeper(payments: payments, store: store, bank: bank, world: world, logger: logger))
        application.addServices(courier)
        do {
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: { [operations] in
                operations.startDraining()
            }
        } catch {
            await close()
            throw ListeningRefusal(error, address: configuration.address, port: configuration.port) ?? error
        }
        await close()
    }

    /// Finishes what waits and closes the files.
    public func close() async {
        await store.close()
        await bank?.close()
    }

    /// What a check of both databases finds; empty when they are sound.
    public func check() async throws -> [String] {
        var findings = try await store.check().map(\.description)
        if let verdict = try await bank?.verdict() { findings += verdict.findings }
        return findings
    }

    private static func plantMerchant(
        _ configuration: ServerConfiguration,
        _ payments: Payments,
        _ store: SQLitePaymentsStore,
        _ world: World,
        _ bank: SandboxBank?
    ) async throws -> SandboxMerchant? {
        guard let first = bank?.directory.first else { return nil }
        return try await SandboxMerchant.plant(
            in: payments,
            by: Administration(store: store, world: world),
            dataDirectory: configuration.dataDirectory,
            institution: first.id
        )
    }

    /// The server's keys, once it is sure that none was lost.
    private struct Keys {
        let field: FieldKey
        let token: SigningKey

        init(
            _ configuration: ServerConfiguration,
            _ store: SQLitePaymentsStore,
            _ world: World,
            _ logger: Logger
        ) async throws {
            let directory = configuration.dataDirectory
            try await DataInventory(directory: directory, store: store)
                .requireComplete(isSandbox: configuration.isSandbox)
            let secrets = SecretFiles(dataDirectory: directory)
            if try await store.holdsSealedFields(), try secrets.storedTokenKey() == nil {
                logger.warning("keys/token.json was missing: a new key is made, and tokens given before are refused")
            }
            field = try secrets.fieldKey(orMakeFrom: world.randomBytes)
            token = try secrets.tokenKey(orMakeFrom: world.randomBytes)
        }
    }

    private static func openBank(_ configuration: ServerConfiguration, world: World) async throws -> SandboxBank {
        var bank = SandboxBank.Configuration(publicBaseURL: configuration.baseURL)
        bank.isSynced = configuration.isSynced
        return try await SandboxBank(
            directory: configuration.dataDirectory,
            configuration: bank,
            world: SandboxBank.World(now: world.now, randomBytes: world.randomBytes)
        )
    }

    private static func policy(_ configuration: ServerConfiguration) -> PaymentsPolicy {
        PaymentsPolicy(
            baseURL: configuration.baseURL,
            isSandbox: configuration.isSandbox,
            clientID: "chave",
            // The sandbox's own initiator; a real one has its ISPB and CNPJ from the Central Bank.
            ispb: "99999999",
            cnpjInitiator: "12345678000195",
            extraOrigins: configuration.isSandbox ? [configuration.baseURL] : [],
            accessTokenSeconds: configuration.accessTokenSeconds
        )
    }

    private static func log(_ alert: Payments.Alert, to logger: Logger) {
        switch alert {
        case .storageFailed(let what): logger.error("storage failed", metadata: ["what": .string(what)])
        case .paymentUnsettled(let id, let seconds):
            logger.warning(
                "payment not settled",
                metadata: ["payment_intent": .string(id.text), "seconds": "\(seconds)"]
            )
        case .bankContradicts(let id, let what):
            logger.error(
                "bank contradicts itself",
                metadata: ["payment_intent": .string(id.text), "what": .string(what)]
            )
        case .sealedFieldDamaged(let what): logger.error("sealed field damaged", metadata: ["what": .string(what)])
        case .unexpectedEvent(let what): logger.error("unexpected event", metadata: ["what": .string(what)])
        }
    }
}

/// Outside the sandbox there is no bank yet: the wire transport of Open Finance is a later step.
struct NoInstitutions: InstitutionConnector {
    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply { .unknown(.unreachable) }
}
