import CardsHTTP
public import ChaveBase
import ChavePixModel
public import HTTPKernel
import InstitutionPort
public import Logging
public import PaymentsCore
import PaymentsStores
import PrometheusMetrics
public import SandboxBank
public import ServiceLifecycle
import SignInHTTP
import Webhooks

/// A whole server: storage, bank, interfaces, pages and the socket, as one service.
public final class ChaveServer: Service {
    public let configuration: ServerConfiguration
    public let api: APIServer
    /// The server's metrics; other parts of the server count there too.
    public let metrics = ServerMetrics()
    let opened: OpenedServer
    let listeners: ServerListeners
    let work = WorkUnderWay()
    let operations: Operations
    let courier: WebhookCourier
    let tls: TLSIdentity?
    let onRunning: @Sendable () async -> Void

    public var payments: Payments { opened.payments }
    /// The sandbox's bank; `nil` outside the sandbox.
    public var bank: SandboxBank? { opened.bank }
    public var merchant: SandboxMerchant? { opened.merchant }
    /// The clock of the sandbox's deadlines; `nil` outside the sandbox.
    public var clock: SandboxClock? { opened.clock }
    var store: any ServerStore { opened.store }
    var storage: ServerStorage { opened.storage }
    var world: World { opened.world }
    var logger: Logger { listeners.logger }
    var signInParts: SignInParts? { opened.signIn }
    var cardParts: TokenActivationParts? { opened.cards }

    /// Opens the data directory and everything in it.
    ///
    /// `onRunning` is called when the socket listens. A thrown error describes in a sentence why the server cannot
    /// start.
    public init(
        _ configuration: ServerConfiguration,
        world realWorld: World = .live,
        logger: Logger,
        onFatal: @escaping @Sendable (any Error) -> Void,
        onRunning: @escaping @Sendable () async -> Void = {}
    ) async throws {
        self.configuration = configuration
        self.onRunning = onRunning
        tls = try configuration.tls.map { files in try TLSIdentity(files) }
        listeners = ServerListeners(
            metrics: metrics,
            bell: ConsoleBell(world: realWorld),
            ceremonies: configuration.isSandbox && configuration.hasConsole ? CeremonyShelf() : nil,
            exchanges: configuration.banks != nil && configuration.hasConsole ? ExchangeShelf() : nil,
            logger: logger,
            onFatal: onFatal
        )
        // The lock is held until a first start has made all its files.
        let isShared = configuration.database != nil
        let lock = isShared ? try await StartLock(configuration.dataDirectory, sleep: realWorld.sleep) : nil
        defer { withExtendedLifetime(lock) {} }
        let opened = try await OpenedServer(configuration, world: realWorld, telling: listeners)
        self.opened = opened
        operations = Operations(metrics: configuration.showsMetricsHere ? metrics : nil) {
            await ChaveServer.readiness(configuration, opened)
        }
        let webhooks = WebhookParts(
            store: opened.store,
            fieldKey: opened.own.field,
            world: opened.world,
            logger: logger,
            metrics: metrics
        )
        courier = webhooks.courier(rules: configuration.webhookRules)
        let programs = ChaveServer.programs(configuration, opened, operations, webhooks, metrics)
        let site = ChaveServer.site(configuration, opened, programs, operations, listeners)
        api = site.map { programs.with(pages: $0) } ?? programs
        gatherMetrics(realWorld)
    }

    /// The server's interfaces for programs, without pages.
    private static func programs(
        _ configuration: ServerConfiguration,
        _ opened: OpenedServer,
        _ operations: Operations,
        _ webhooks: WebhookParts,
        _ metrics: ServerMetrics
    ) -> APIServer {
        var server = APIServer(
            payments: opened.payments,
            operations: operations,
            webhooks: webhooks.merchantFace(rules: configuration.webhookRules),
            logos: { id in SandboxBank.logo(of: id) },
            admission: Admission(configuration.admission) { metrics.limited($0) },
            headers: AnswerHeaders(isStrictlySecure: configuration.tls != nil && !configuration.isSandbox),
            names: configuration.names,
            world: opened.world
        )
        if let signIn = opened.signIn {
            let host = configuration.signInURL.map { SignInAddress(baseURL: $0) }
            server = server.with(signIn: signIn.api, at: host)
        }
        if let cards = opened.cards { server = server.with(tokenActivation: cards.api) }
        return server
    }

    /// The pages of a sandbox, or those of sign-in and the console, or none.
    private static func site(
        _ configuration: ServerConfiguration,
        _ opened: OpenedServer,
        _ api: APIServer,
        _ operations: Operations,
        _ listeners: ServerListeners
    ) -> (any PageHandler)? {
        let console = opened.own.operatorKey.map { ChaveServer.console(configuration, opened, $0, listeners) }
        let mounts = opened.signIn?.mounts(baseURL: configuration.signInBaseURL) ?? []
        guard let merchant = opened.merchant else {
            let all = mounts + (console.map { [$0.mount] } ?? [])
            return all.isEmpty ? nil : PageMounts(all)
        }
        return SandboxSite(
            bank: opened.bank,
            merchant: merchant,
            api: api,
            operations: operations,
            store: opened.store,
            console: console,
            signIn: opened.signIn?.sandbox(baseURL: configuration.baseURL),
            signInMounts: mounts,
            cards: opened.cards?.face,
            baseURL: configuration.baseURL,
            whereItIs: configuration.flagsOfCommands,
            world: opened.world
        )
    }

    private static func console(
        _ configuration: ServerConfiguration,
        _ opened: OpenedServer,
        _ operatorKey: String,
        _ listeners: ServerListeners
    ) -> ConsoleSite {
        ConsoleSite(
            records: StoredConsoleRecords(
                store: opened.store,
                payments: opened.payments,
                metrics: listeners.metrics,
                bell: listeners.bell,
                world: opened.world,
                logger: listeners.logger
            ),
            ceremonies: listeners.ceremonies,
            exchanges: listeners.exchanges,
            time: opened.clock,
            operatorKey: operatorKey,
            baseURL: configuration.baseURL,
            bankNames: names(of: opened.bank?.directory ?? []),
            world: opened.world
        )
    }

    private static func names(of banks: [InstitutionDirectoryEntry]) -> [InstitutionID: String] {
        Dictionary(banks.map { ($0.id, $0.displayName) }) { first, _ in first }
    }

    private func gatherMetrics(_ realWorld: World) {
        metrics.gather(from: store, payments, now: world.now)
        metrics.gather(from: api.admission)
        if let clock = opened.databaseClock { metrics.gather(from: clock, machineNow: realWorld.now) }
        if let signInParts { metrics.gather(from: signInParts.signIn, signInParts.store) }
        if let cardParts { metrics.gather(from: cardParts) }
        if let tls {
            metrics.registry.gather(.certificateEnd) { [MetricSample(Double(tls.notAfter.microseconds / 1_000_000))] }
        }
        if let outside = opened.outside {
            metrics.registry.gather(.bankCertificateEnd) {
                outside.certificates.map { MetricSample(Double($0.notAfter.seconds), [("certificate", $0.name)]) }
            }
        }
    }

    /// Reads certificate and key again, as on SIGHUP; an invalid pair is refused, and the old one stays.
    public func renewCertificate() {
        guard let tls else { return logger.info("reloaded: there is no certificate to read again") }
        do throws(TLSRefusal) {
            try tls.reload()
            logger.info("certificate renewed")
        } catch {
            logger.error("certificate not renewed", metadata: ["reason": .string(error.description)])
        }
    }

    /// Finishes waiting work and closes the files.
    public func close() async { await opened.close() }

    /// The findings of a check of the databases; empty when they are sound.
    public func check() async throws -> [String] {
        var findings = try await store.check().map(\.description)
        if let records = signInParts?.store { findings += try await records.check() }
        if let cardParts { findings += try await cardParts.check() }
        if let verdict = try await bank?.verdict() { findings += verdict.findings }
        return findings
    }
}
