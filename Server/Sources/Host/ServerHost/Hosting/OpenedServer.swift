import ChaveBase
import ChavePixModel
import InstitutionPort
import Logging
import PaymentsCore
import PaymentsModel
import PaymentsStores
import PostgresNodes
import SQLiteWriter
import SandboxBank
import Webhooks

/// The listeners to which the parts of a server report their work.
struct ServerListeners: Sendable {
    let metrics: ServerMetrics
    /// The bell that rings at each change that the console may show.
    let bell: ConsoleBell
    /// The latest ceremonies, for the console; `nil` outside the sandbox.
    let ceremonies: CeremonyShelf?
    /// The latest exchanges with banks, for the console; `nil` with the bank in this process.
    let exchanges: ExchangeShelf?
    let logger: Logger
    let onFatal: @Sendable (any Error) -> Void
}

/// All parts that a server opens before it can answer, in their order; when one fails, the earlier ones are closed.
struct OpenedServer: Sendable {
    let storage: ServerStorage
    /// The files that other nodes must have too.
    let keys: SharedKeys
    let own: OwnKeys
    let store: any ServerStore
    /// The clock that all nodes use; `nil` when the stores are files.
    let databaseClock: DatabaseClock?
    /// The clock of the sandbox's deadlines; `nil` outside the sandbox.
    let clock: SandboxClock?
    let world: World
    /// The sandbox's own bank; `nil` outside the sandbox, and with banks on the wire.
    let bank: SandboxBank?
    /// The way to banks outside of this process.
    let outside: (any ConnectedBanks)?
    let tokens: AccessTokens
    let payments: Payments
    let merchant: SandboxMerchant?
    /// Sign-in; `nil` when it is off.
    let signIn: SignInParts?
    /// Cards and their tokens; `nil` except in a sandbox with sign-in.
    let cards: TokenActivationParts?
    private let closings: [Closing]

    private typealias Closing = @Sendable () async -> Void

    init(
        _ configuration: ServerConfiguration,
        world realWorld: World,
        telling listeners: ServerListeners
    ) async throws {
        let runs = RunsUnderWay()
        let storage = ServerStorage(
            DataPlace(directory: configuration.dataDirectory, database: configuration.database),
            as: NodeNumber(randomBytes: realWorld.randomBytes),
            isSynced: configuration.isSynced,
            gathersWithin: configuration.gathersWithin,
            runs: runs,
            onFatal: listeners.onFatal
        )
        self.storage = storage
        // The parts are closed in reverse order: a part uses those that were opened before it.
        var closings: [Closing] = [{ await storage.close() }]
        do {
            keys = try await storage.openKeys(.serving)
            let store = try await OpenedServer.payments(in: storage, telling: listeners)
            closings.append { await store.close() }
            self.store = store
            databaseClock = try await storage.openClock(configuration)
            let timed = databaseClock.map { realWorld.at($0.now) } ?? realWorld
            clock = try await storage.openSandboxClock(configuration, listeners.logger)
            world = clock?.moving(timed) ?? timed
            own = try await OwnKeys(configuration, storage, keys, store, world, listeners.logger)
            let hasOwnBank = configuration.isSandbox && configuration.banks == nil
            let bank = hasOwnBank ? try await storage.openBank(world, configuration) : nil
            closings.append { await bank?.close() }
            self.bank = bank
            let directory = InstitutionDirectory(bank?.directory ?? [])
            let outside = try await configuration.banks?.connect(
                BanksPlace(
                    registrations: StoredRegistrations(store: store, fieldKey: own.field, world: world),
                    copy: DirectoryCopyFile(path: DirectoryCopyFile.path(in: configuration.dataDirectory)),
                    directory: directory,
                    world: world,
                    logger: listeners.logger,
                    account: { account in
                        listeners.metrics.exchanged(account)
                        listeners.exchanges?.put(account)
                    }
                )
            )
            closings.append { await outside?.close() }
            self.outside = outside
            let policy = PaymentsPolicy(configuration)
            tokens = try AccessTokens(
                key: own.token.current,
                olderKeys: own.token.olderKeys(at: world.now()),
                policy: policy
            )
            payments = OpenedServer.payments(
                store,
                outside?.connector ?? bank,
                directory,
                own.field,
                tokens,
                world,
                policy,
                runs,
                telling: listeners
            )
            bank?.setNotifications(payments)
            merchant = try await OpenedServer.merchant(configuration, payments, store, world, bank, keys)
            // A file's lock proves that no other process works here, so the leases of an earlier process are free.
            try await store.releaseAll()
            try await store.releaseDeliveries()
            let metrics = listeners.metrics
            let signIn =
                configuration.hasSignIn
                ? try await SignInParts(configuration, storage: storage, keys: keys, world: world, metrics: metrics)
                : nil
            closings.append { await signIn?.store.close() }
            self.signIn = signIn
            let cards = try await TokenActivationParts(
                configuration,
                signIn: signIn,
                world: world,
                metrics: metrics,
                onFatal: listeners.onFatal
            )
            closings.append { await cards?.close() }
            self.cards = cards
            self.closings = closings
        } catch {
            for close in closings.reversed() { await close() }
            throw error
        }
    }

    /// Finishes waiting work and closes the files.
    func close() async {
        for close in closings.reversed() { await close() }
    }

    /// The payments' storage, which reports its work to metrics, console and ceremonies.
    private static func payments(
        in storage: ServerStorage,
        telling listeners: ServerListeners
    ) async throws -> any ServerStore {
        let isInFiles = storage.isInFiles
        return try await storage.openPayments(.serving) { operation in
            listeners.metrics.operated(operation)
            if operation.changedRows { listeners.bell.ring() }
        } onCommit: { change in
            listeners.metrics.committed(change)
            listeners.ceremonies?.heard(of: change)
            // A file's writer reports every changed row, and PostgreSQL reports none.
            if !isInFiles { listeners.bell.ring() }
        }
    }

    private static func payments(
        _ store: any ServerStore,
        _ connector: (any InstitutionConnector)?,
        _ directory: InstitutionDirectory,
        _ fieldKey: FieldKey,
        _ tokens: AccessTokens,
        _ world: World,
        _ policy: PaymentsPolicy,
        _ runs: RunsUnderWay,
        telling listeners: ServerListeners
    ) -> Payments {
        let (metrics, logger) = (listeners.metrics, listeners.logger)
        return Payments(
            store: store,
            connector: MeasuredConnector(connector: connector ?? NoInstitutions(), metrics: metrics, now: world.now),
            directory: directory,
            fieldKey: fieldKey,
            tokens: tokens,
            world: world,
            policy: policy,
            alert: { alert in
                metrics.alerted(alert.kind)
                ChaveServer.log(alert, to: logger)
            },
            observe: { observation in
                metrics.observed(observation)
                ChaveServer.log(observation, to: logger)
            },
            recount: listeners.ceremonies?.listener,
            runs: runs
        )
    }

    private static func merchant(
        _ configuration: ServerConfiguration,
        _ payments: Payments,
        _ store: any ServerStore,
        _ world: World,
        _ bank: SandboxBank?,
        _ keys: SharedKeys
    ) async throws -> SandboxMerchant? {
        guard let first = payments.firstInstitution else { return nil }
        try await keys.require(.merchant)
        let merchant = try await SandboxMerchant.plant(
            in: payments,
            by: Administration(store: store, world: world),
            dataDirectory: configuration.dataDirectory,
            institution: first
        )
        try await keys.tell(.merchant)
        return merchant
    }
}

/// The server's keys, after a check that none was lost and that all nodes have the same.
struct OwnKeys: Sendable {
    let field: FieldKey
    let token: TokenKeys
    /// The console's key; `nil` when there is no console.
    let operatorKey: String?

    fileprivate init(
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

extension PaymentsPolicy {
    init(_ configuration: ServerConfiguration) {
        // The sandbox's own initiator; a real one has its ISPB and CNPJ from the Central Bank.
        let initiator =
            configuration.banks?.initiator
            ?? InitiatorFacts(
                ispb: "99999999",
                cnpj: "12345678000195",
                relyingPartyID: "localhost",
                origins: configuration.sandboxOrigins
            )
        self.init(
            baseURL: configuration.baseURL,
            isSandbox: configuration.isSandbox,
            ispb: initiator.ispb,
            cnpjInitiator: initiator.cnpj,
            relyingPartyID: initiator.relyingPartyID,
            extraOrigins: initiator.origins,
            // Banks take a ceremony within a frame where both pages are of the software statement (enrollments 2.3).
            topOrigins: configuration.banks?.initiator.origins ?? [],
            redirectURIs: initiator.redirectURIs,
            needsReceiversAccount: configuration.banks != nil,
            accessTokenSeconds: configuration.accessTokenSeconds
        )
    }
}

/// The connector of a server without a bank.
struct NoInstitutions: InstitutionConnector {
    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply { .unknown(.unreachable) }

    func route(to institution: InstitutionID) async -> InstitutionRouting { .notNow }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict { .notNow }
}
