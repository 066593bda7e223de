import CardsHTTP
import CardsStores
import ChaveBase
import ChaveTransport
import IssuerPages
import PaymentsCore
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLiteWriter
import SandboxCards
import SignInModel
import TokenActivationCore
import TokenNetworks

/// The token activation of a sandbox: its database, its rules, an issuer's register of cards and two networks.
///
/// Outside the sandbox there is none: the ports exist, but no connection to a network.
struct TokenActivationParts: Sendable {
    let store: any TendedActivationStore
    let cards: SandboxCards
    let activations: TokenActivations
    let api: TokenActivationAPI
    let face: SandboxCardsFace

    /// Opens both databases; `nil` when this server issues no cards.
    init?(
        _ configuration: ServerConfiguration,
        signIn parts: SignInParts?,
        world: World,
        metrics: ServerMetrics,
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws {
        guard let parts, let tenant = parts.tenant else { return nil }
        (store, cards) = try await TokenActivationParts.open(configuration, tenant.tenant, world, metrics, onFatal)
        let clients = [tenant.clientID, tenant.issuerClientID].compactMap(\.self)
        let policy = ActivationPolicy(baseURL: configuration.baseURL, clients: Set(clients))
        activations = TokenActivations(
            store: store,
            cards: cards.register,
            networks: try TokenActivationParts.networks(cards),
            wallets: cards.wallets,
            notices: ActivationMail(signIn: parts.signIn, metrics: metrics),
            world: world,
            policy: policy
        )
        let settings = TokenActivationAPI.Settings(
            baseURL: configuration.baseURL,
            tenant: tenant.tenant,
            freshSeconds: policy.freshSeconds
        )
        api = TokenActivationAPI(activations: activations, signIn: parts.signIn, settings: settings) { [metrics] in
            metrics.attempted($0, $1)
        }
        face = SandboxCardsFace(
            cards: cards,
            activations: activations,
            tenant: tenant.tenant,
            issuerClientID: IssuerSettings.canStand(at: configuration.baseURL) ? tenant.issuerClientID : nil,
            baseURL: configuration.baseURL
        )
    }

    /// Whether both databases can be written.
    var isHealthy: Bool { store.isHealthy && cards.isHealthy }

    /// Finishes waiting work and closes the databases.
    func close() async {
        await store.close()
        await cards.close()
    }

    /// The findings of a check of both databases; empty when they are sound.
    func check() async throws -> [String] {
        try await store.check() + cards.verdict().findings
    }

    /// Opens both databases, or neither.
    private static func open(
        _ configuration: ServerConfiguration,
        _ tenant: TenantID,
        _ world: World,
        _ metrics: ServerMetrics,
        _ onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> (any TendedActivationStore, SandboxCards) {
        if let settings = configuration.database { return try await open(over: settings, tenant, world) }
        let store = try openStore(configuration, metrics, onFatal)
        do {
            return (store, try openCards(configuration, tenant, world, onFatal))
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens both over their own connections, which the cards close.
    private static func open(
        over settings: PostgresSettings,
        _ tenant: TenantID,
        _ world: World
    ) async throws -> (any TendedActivationStore, SandboxCards) {
        var settings = settings
        settings.connections = connections(of: settings)
        let pool = PostgresPool(settings)
        do {
            let store = try await SQLTokenActivationStore(over: pool)
            let options = SandboxCards.Options(issuer: tenant.text)
            return (store, try await SandboxCards(over: pool, options: options, world: world))
        } catch {
            await pool.close()
            throw error
        }
    }

    /// The number of connections for cards and activations, which need few; the others are for payments.
    static func connections(of settings: PostgresSettings) -> Int { min(settings.connections, 4) }

    private static func openStore(
        _ configuration: ServerConfiguration,
        _ metrics: ServerMetrics,
        _ onFatal: @escaping @Sendable (any Error) -> Void
    ) throws -> SQLTokenActivationStore {
        var options = GroupCommitWriter.Options()
        options.onFatal = onFatal
        options.synchronous = configuration.isSynced ? .full : .normal
        options.onOperation = { metrics.operated($0) }
        return try SQLTokenActivationStore(directory: configuration.dataDirectory, options: options)
    }

    private static func openCards(
        _ configuration: ServerConfiguration,
        _ tenant: TenantID,
        _ world: World,
        _ onFatal: @escaping @Sendable (any Error) -> Void
    ) throws -> SandboxCards {
        var options = SandboxCards.Options(issuer: tenant.text)
        options.isSynced = configuration.isSynced
        options.onFatal = onFatal
        return try SandboxCards(
            directory: configuration.dataDirectory,
            options: options,
            world: world
        )
    }
}

extension TokenActivationParts {
    /// The id of the sandbox's issuer at the networks.
    private static let issuerID = "AURORA"
    private static let issuerName = "Padaria Aurora"

    /// Both networks, each with its own messages; no message leaves the process.
    static func networks(_ cards: SandboxCards) throws -> [CardNetwork: any TokenServiceProvider] {
        [
            .visa: VisaLikeProvider(
                transport: cards.transport(for: .visa),
                base: try BaseURL(SandboxCards.address(of: .visa)),
                operatorID: issuerID
            ),
            .mastercard: MastercardLikeProvider(
                transport: cards.transport(for: .mastercard),
                base: try BaseURL(SandboxCards.address(of: .mastercard)),
                userID: issuerID,
                organization: issuerName
            ),
        ]
    }
}

extension CardsVerdict {
    /// The faults as lines of a check.
    var findings: [String] { faults.map { "cards: \($0)" } }
}
