public import ChaveBase
import ChaveJOSE
import ChavePixModel
import InstitutionPort
public import Logging
public import PaymentsCore
import PaymentsStores
import PostgresNodes
import PrometheusMetrics
import SQLiteWriter
public import SandboxBank
public import ServiceLifecycle
import WebhookSending
import Webhooks

/// A whole server: storage, bank, Payments API and the socket, as one service.
public final class ChaveServer: Service {
    public let configuration: ServerConfiguration
    public let payments: Payments
    /// The sandbox's bank; `nil` outside the sandbox.
    public let bank: SandboxBank?
    public let merchant: SandboxMerchant?
    /// What the sandbox's deadlines go by; `nil` outside the sandbox.
    public let clock: SandboxClock?
    public let api: APIServer
    /// What is counted; a further part of the server counts there too.
    public let metrics = ServerMetrics()
    /// Rung whenever something changed that the console may show.
    let consoleBell: ConsoleBell
    /// The ceremonies of late, for the console; `nil` outside the sandbox, which has none.
    let ceremonies: CeremonyShelf?
    let work = WorkUnderWay()
    let operations: Operations
    let storage: ServerStorage
    /// What all nodes go by; `nil` where the stores are files.
    let databaseClock: DatabaseClock?
    /// The files that other nodes must have too.
    let keys: SharedKeys
    let store: any ServerStore
    let courier: WebhookCourier
    /// Where there is sign-in.
    let signInParts: SignInParts?
    /// Where cards are given out: in a sandbox with sign-in.
    let cardParts: TokenActivationParts?
    let world: World
    let logger: Logger
    let tls: TLSIdentity?
    let tokens: AccessTokens
    let fieldKey: FieldKey
    let onRunning: @Sendable () async -> Void

    /// Opens the data directory and everything in it.
    ///
    /// `onRunning` is called once the socket listens. What is thrown says in a sentence what keeps the server from starting.
    public init(
        _ configuration: ServerConfiguration,
        world realWorld: World = .live,
        logger: Logger,
        onFatal: @escaping @Sendable (any Error) -> Void,
        onRunning: @escaping @Sendable () async -> Void = {}
    ) async throws {
        self.configuration = configuration
        self.logger = logger
        self.onRunning = onRunning
        let directory = configuration.dataDirectory
        tls = try configuration.tls.map { files in try TLSIdentity(files) }
        ceremonies = configuration.isSandbox && configuration.hasConsole ? CeremonyShelf() : nil
        consoleBell = ConsoleBell(world: realWorld)
        // Until everything that a first start makes is there.
        let lock = configuration.database == nil ? nil : try await StartLock(directory, sleep: realWorld.sleep)
        defer { withExtendedLifetime(lock) {} }
        let place = DataPlace(directory: directory, database: configuration.database)
        let runs = RunsUnderWay()
        storage = ServerStorage(
            place,
            as: NodeNumber(randomBytes: realWorld.randomBytes),
            isSynced: configuration.isSynced,
            gathersWithin: configuration.gathersWithin,
            runs: runs,
            onFatal: onFatal
        )
        do {
            keys = try await storage.openKeys(.serving)
            store = try await ChaveServer.openPayments(storage, metrics, consoleBell, ceremonies)
        } catch {
            await storage.close()
            throw error
        }
        let policy = ChaveServer.policy(configuration)
        let own: OwnKeys
        do {
            databaseClock = try await storage.openClock(configuration)
            let timed = databaseClock.map { realWorld.at($0.now) } ?? realWorld
            clock = try await storage.openSandboxClock(configuration, logger)
            world = clock?.moving(timed) ?? timed
            own = try await OwnKeys(configuration, storage, keys, store, world, logger)
            bank = configuration.isSandbox ? try await storage.openBank(world, baseURL: configuration.baseURL) : nil
        } catch {
            await store.close()
            await storage.close()
            throw error
        }
        do {
            fieldKey = own.field
            tokens = try AccessTokens(
                key: own.token.current,
                olderKeys: own.token.olderKeys(at: world.now()),
                policy: policy
            )
            payments = Payments(
                store: store,
                connector: MeasuredConnector(connector: bank ?? NoInstitutions(), metrics: metrics, now: world.now),
                directory: InstitutionDirectory(bank?.directory ?? []),
                fieldKey: own.field,
                tokens: tokens,
                world: world,
                policy: policy,
                alert: { [metrics] alert in
                    metrics.alerted(alert.kind)
                    ChaveServer.log(alert, to: logger)
                },
                observe: { [metrics] observation in
                    metrics.observed(observation)
                    ChaveServer.log(observation, to: logger)
                },
                recount: ceremonies?.listener,
                runs: runs
            )
            bank?.setNotifications(payments)
            merchant = try await ChaveServer.plantMerchant(configuration, payments, store, world, bank, keys)
            // A file's lock says that no other process works here: what an earlier one held is free.
            try await store.releaseAll()
            try await store.releaseDeliveries()
            signInParts =
                configuration.hasSignIn
                ? try await SignInParts(configuration, storage: storage, keys: keys, world: world, metrics: metrics)
                : nil
        } catch {
            await store.close()
            await bank?.close()
            await storage.close()
            throw error
        }
        do {
            cardParts = try await TokenActivationParts(
                configuration,
                signIn: signInParts,
                world: world,
                metrics: metrics,
                onFatal: onFatal
            )
        } catch {
            await store.close()
            await bank?.close()
            await signInParts?.store.close()
            await storage.close()
            throw error
        }
        let told = configuration.showsMetricsHere ? metrics : nil
        operations = Operations(metrics: told) { [store, bank, signInParts, cardParts, world] in
            await ChaveServer.readiness(configuration, store, bank, signInParts?.store, cardParts, world)
        }
        let webhooks = WebhookParts(
            store: store,
            fieldKey: own.field,
            world: world,
            logger: logger,
            metrics: metrics
        )
        let rules = configuration.webhookRules
        courier = webhooks.courier(rules: rules)
        let admission = Admission(configuration.admission) { [metrics] in metrics.limited($0) }
        var programs = APIServer(
            payments: payments,
            operations: operations,
            webhooks: webhooks.merchantFace(rules: rules),
            logos: { id in SandboxBank.logo(of: id) },
            admission: admission,
            headers: AnswerHeaders(isStrictlySecure: configuration.tls != nil && !configuration.isSandbox),
            names: configuration.names,
            world: world
        )
        if let signInParts {
            let host = configuration.signInURL.map { SignInAddress(baseURL: $0) }
            programs = programs.with(signIn: signInParts.api, at: host)
        }
        if let cardParts { programs = programs.with(tokenActivation: cardParts.api) }
        let records = StoredConsoleRecords(
            store: store,
            payments: payments,
            metrics: metrics,
            bell: consoleBell,
            world: world,
            logger: logger
        )
        let console = own.operatorKey.map { [ceremonies, clock, bank, world] key in
            ConsoleSite(
                records: records,
                ceremonies: ceremonies,
                time: clock,
                operatorKey: key,
                baseURL: configuration.baseURL,
                bankNames: ChaveServer.names(of: bank?.directory ?? []),
                world: world
            )
        }
        api =
            ChaveServer.site(
                bank,
                merchant,
                signInParts,
                cardParts,
                programs,
                operations,
                store,
                console,
                configuration,
                world
            ).map { programs.with(pages: $0) } ?? programs
        metrics.gather(from: store, payments, now: world.now)
        metrics.gather(from: admission)
        if let databaseClock { metrics.gather(from: databaseClock, machineNow: realWorld.now) }
        if let signInParts { metrics.gather(from: signInParts.signIn, signInParts.store) }
        if let cardParts { metrics.gather(from: cardParts) }
        if let tls {
            metrics.registry.gather(.certificateEnd) { [MetricSample(Double(tls.notAfter.microseconds / 1_000_000))] }
        }
    }

    /// The pages of a sandbox, or those of sign-in and the console, or none.
    private static func site(
        _ bank: SandboxBank?,
        _ merchant: SandboxMerchant?,
        _ signIn: SignInParts?,
        _ cards: TokenActivationParts?,
        _ api: APIServer,
        _ operations: Operations,
        _ store: any ServerStore,
        _ console: ConsoleSite?,
        _ configuration: ServerConfiguration,
        _ world: World
    ) -> (any PageHandler)? {
        let mounts = signIn?.mounts(baseURL: configuration.signInBaseURL) ?? []
        guard let bank, let merchant else {
            let all = mounts + (console.map { [$0.mount] } ?? [])
            return all.isEmpty ? nil : PageMounts(all)
        }
        return SandboxSite(
            bank: bank,
            merchant: merchant,
            api: api,
            operations: operations,
            store: store,
            console: console,
            signIn: signIn?.sandbox(baseURL: configuration.baseURL),
            signInMounts: mounts,
            cards: cards?.face,
            baseURL: configuration.baseURL,
            whereItIs: configuration.flagsOfCommands,
            world: world
        )
    }

    private static func names(of banks: [InstitutionDirectoryEntry]) -> [InstitutionID: String] {
        Dictionary(banks.map { ($0.id, $0.displayName) }) { first, _ in first }
    }

    /// Reads certificate and key again, as on SIGHUP; a pair that does not hold is refused and the old one stays.
    public func renewCertificate() {
        guard let tls else { return logger.info("reloaded: there is no certificate to read again") }
        do throws(TLSRefusal) {
            try tls.reload()
            logger.info("certificate renewed")
        } catch {
            logger.error("certificate not renewed", metadata: ["reason": .string(error.description)])
        }
    }

    /// Finishes what waits and closes the files.
    public func close() async {
        await store.close()
        await bank?.close()
        await cardParts?.close()
        await signInParts?.store.close()
        await storage.close()
    }

    /// What a check of the databases finds; empty when they are sound.
    ///
    public func check() async throws -> [String] {
        var findings = try await store.check().map(\.description)
        if let records = signInParts?.store { findings += try await records.check() }
        if let cardParts { findings += try await cardParts.check() }
        if let verdict = try await bank?.verdict() { findings += verdict.findings }
        return findings
    }

    private static func plantMerchant(
        _ configuration: ServerConfiguration,
        _ payments: Payments,
        _ store: any ServerStore,
        _ world: World,
        _ bank: SandboxBank?,
        _ keys: SharedKeys
    ) async throws -> SandboxMerchant? {
        guard let first = bank?.directory.first else { return nil }
        try await keys.require(.merchant)
        let merchant = try await SandboxMerchant.plant(
            in: payments,
            by: Administration(store: store, world: world),
            dataDirectory: configuration.dataDirectory,
            institution: first.id
        )
        try await keys.tell(.merchant)
        return merchant
    }

    /// The payments' storage, which tells what it does to whoever counts, shows or keeps something of it.
    private static func openPayments(
        _ storage: ServerStorage,
        _ metrics: ServerMetrics,
        _ bell: ConsoleBell,
        _ ceremonies: CeremonyShelf?
    ) async throws -> any ServerStore {
        let isInFiles = storage.isInFiles
        return try await storage.openPayments(.serving) { operation in
            metrics.operated(operation)
            if operation.changedRows { bell.ring() }
        } onCommit: { change in
            metrics.committed(change)
            ceremonies?.heard(of: change)
            // A file's writer tells of every row that it changed, and PostgreSQL of none.
            if !isInFiles { bell.ring() }
        }
    }

    /// The server's keys, once it is sure that none was lost and that all nodes have the same.
    private struct OwnKeys {
        let field: FieldKey
        let token: TokenKeys
        /// Where there is a console.
        let operatorKey: String?

        init(
            _ configuration: ServerConfiguration,
            _ storage: ServerStorage,
            _ keys: SharedKeys,
            _ store: any ServerStore,
            _ world: World,
            _ logger: Logger
        ) async throws {
            try await storage.inventory(of: store).requireComplete(isSandbox: configuration.isSandbox)
            let files: [SharedKeys.File] = [.field, .token] + (configuration.hasConsole ? [.operatorKey] : [])
            for file in files { try await keys.require(file) }
            let secrets = keys.secrets
            if try await store.holdsSealedFields(), try secrets.storedTokenKey() == nil {
                logger.warning("keys/token.json was missing: a new key is made, and tokens given before are refused")
            }
            field = try secrets.fieldKey(orMakeFrom: world.randomBytes)
            token = try secrets.tokenKeys(orMakeFrom: world.randomBytes)
            operatorKey = configuration.hasConsole ? try secrets.operatorKey(orMakeFrom: world.randomBytes) : nil
            for file in files { try await keys.tell(file) }
        }
    }

    static func policy(_ configuration: ServerConfiguration) -> PaymentsPolicy {
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
}

/// Outside the sandbox there is no bank yet: the wire transport of Open Finance is a later step.
struct NoInstitutions: InstitutionConnector {
    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply { .unknown(.unreachable) }
}
