import ChaveBase
import HTTPKernel
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SQLiteWriter
import SandboxBank
import ServiceLifecycle
import SignInHTTP
import Synchronization

/// The server ended with unanswered requests.
public struct AbandonedWork: Error, Hashable, CustomStringConvertible {
    public let requests: Int

    public var description: String {
        "Requests that were not answered in their time: \(requests). Each goes on under its idempotency key."
    }
}

extension ChaveServer {
    /// Serves until a graceful shutdown, then drains and closes.
    ///
    /// The server first reports not ready, then accepts no new connections, then finishes the open requests. Requests
    /// that exceed their time are cut off.
    /// - Throws: ``AbandonedWork`` when requests were cut off, ``ListeningRefusal`` when the server cannot listen on
    ///   the socket.
    public func run() async throws {
        let group = ServiceGroup(configuration: .init(services: [.init(service: application)], logger: logger))
        // A detached task does not get this task's shutdown, which would close the socket at once: not ready must come
        // first.
        let serving = Task.detached { try await group.run() }
        let draining = Draining()
        let outcome: Result<Void, any Error>
        do {
            try await withTaskCancellationHandler {
                try await withGracefulShutdownHandler {
                    try await serving.value
                } onGracefulShutdown: {
                    draining.begin { await self.drain(group, serving, draining) }
                }
            } onCancel: {
                serving.cancel()
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        let abandoned = draining.end()
        await finish()
        if let abandoned, abandoned > 0 { throw AbandonedWork(requests: abandoned) }
        guard case .failure(let error) = outcome, abandoned == nil else { return }
        throw ListeningRefusal(error, .api, address: configuration.address, port: configuration.port) ?? error
    }

    private var application: some Service {
        var application = Application(
            responder: HummingbirdEdge(
                server: api,
                logger: logger,
                onAnswer: { [metrics] in metrics.answered($0, seconds: $1) },
                proxies: configuration.proxies,
                watchesForProxies: configuration.watchesForProxies
            ),
            server: listening,
            configuration: .init(
                address: .hostname(configuration.address, port: configuration.port),
                serverName: nil,
                backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections)
            ),
            onServerRunning: { [onRunning, configuration, cardParts, logger, storage] _ in
                if storage.isInFiles, let risk = SQLiteLibrary.risk { logger.warning("\(risk)") }
                if let risk = configuration.proxyRisk { logger.warning("\(risk)") }
                if let risk = configuration.sharedHostRisk { logger.warning("\(risk)") }
                if let lack = cardParts?.face.lack { logger.warning("\(lack)") }
                await onRunning()
            },
            logger: logger
        )
        application.addServices(Sweeper(payments: payments, store: store, bank: bank, world: world, logger: logger))
        if let outside = opened.outside { application.addServices(BanksCare(banks: outside, payments: payments)) }
        for news in changeNews { application.addServices(news) }
        if let clockWatch { application.addServices(clockWatch) }
        if let presence { application.addServices(presence) }
        application.addServices(
            KeyWatch(
                secrets: opened.keys.secrets,
                tokens: opened.tokens,
                fieldKey: opened.own.field,
                world: world,
                logger: logger
            )
        )
        application.addServices(courier)
        if let signInParts {
            application.addServices(
                SignInCare(signIn: signInParts.signIn, metrics: metrics, world: world, logger: logger)
            )
            application.addServices(
                LogoutCourier(
                    signIn: signInParts.signIn,
                    rules: configuration.webhookRules,
                    world: world,
                    logger: logger
                )
            )
        }
        if let cardParts {
            application.addServices(ActivationCare(activations: cardParts.activations, world: world, logger: logger))
        }
        application.addServices(AuditAnchoring(store: store, world: world, logger: logger))
        if let plan = configuration.backups {
            application.addServices(
                BackupSchedule(
                    plan: plan,
                    dataDirectory: configuration.dataDirectory,
                    world: world,
                    logger: logger,
                    metrics: metrics
                )
            )
        }
        if let tls { application.addServices(CertificateWatch(identity: tls, world: world, logger: logger)) }
        if let listener = configuration.metricsListener {
            let endpoint = MetricsEndpoint(
                metrics: metrics,
                operations: operations,
                token: configuration.metricsToken,
                names: configuration.names
            )
            application.addServices(
                MetricsListener(
                    endpoint: endpoint,
                    listener: listener,
                    limits: configuration.requestLimits,
                    logger: logger
                )
            )
        }
        return application
    }

    private var listening: HTTPServerBuilder {
        let (limits, proxies) = (configuration.requestLimits, configuration.proxies)
        return tls.map { tls in .https(limits, counting: work, for: api, proxies: proxies) { tls.context } }
            ?? .http1(limits, counting: work, for: api, proxies: proxies)
    }

    private func drain(
        _ group: ServiceGroup,
        _ serving: Task<Void, any Error>,
        _ draining: Draining
    ) async {
        operations.startDraining()
        logger.info("draining", metadata: ["requests": .stringConvertible(work.count)])
        await world.sleep(configuration.drainDelayMilliseconds)
        payments.endWaits()
        signInParts?.api.endWaits()
        listeners.bell.end()
        await group.triggerGracefulShutdown()
        await world.sleep(configuration.drainWithinMilliseconds)
        guard !Task.isCancelled else { return }
        draining.cutOff(work.count)
        logger.error("drain took too long", metadata: ["requests": .stringConvertible(work.count)])
        serving.cancel()
    }

    /// Lets background work reach its next stored step, releases leases, and closes.
    private func finish() async {
        for _ in 0..<100 where payments.runningCount > 0 { await world.sleep(50) }
        // A store that cannot write releases no lease; the next start does.
        try? await store.releaseAll()
        await close()
    }

    static func readiness(_ configuration: ServerConfiguration, _ opened: OpenedServer) async -> [Operations.Check] {
        let (store, world) = (opened.store, opened.world)
        var database: String?
        do { try await store.confirmWritable(at: world.now()) } catch { database = "nothing can be written" }
        let isCurrent = (try? await store.hasCurrentSchema()) ?? false
        let free = DiskSpace.freeBytes(at: configuration.dataDirectory)
        let isFull = free.map { $0 < configuration.diskReserveBytes } ?? false
        var checks = [
            Operations.Check("database", problem: database),
            Operations.Check("migrations", problem: isCurrent ? nil : "the schema is another one than this program's"),
            Operations.Check("disk", problem: isFull ? "less is free than --disk-reserve-mib" : nil),
        ]
        if let bank = opened.bank {
            checks.append(Operations.Check("bank database", problem: bank.isHealthy ? nil : "nothing can be written"))
        }
        if let signIn = opened.signIn {
            let problem = signIn.store.isHealthy ? nil : "nothing can be written"
            checks.append(Operations.Check("sign-in database", problem: problem))
        }
        if let cards = opened.cards {
            let problem = cards.isHealthy ? nil : "nothing can be written"
            checks.append(Operations.Check("card databases", problem: problem))
        }
        return checks
    }
}

/// The one drain of a server.
private final class Draining: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var abandoned: Int?
    }

    private let state = Mutex(State())

    func begin(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            if state.task == nil { state.task = Task.detached { await body() } }
        }
    }

    func cutOff(_ requests: Int) { state.withLock { $0.abandoned = requests } }

    /// The number of requests that were cut off; `nil` when the drain ended in time.
    func end() -> Int? {
        state.withLock { state in
            state.task?.cancel()
            return state.abandoned
        }
    }
}
