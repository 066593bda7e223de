public import ChaveBase
public import ChaveTransport
import SQLPort
import SQLiteWriter
public import TokenActivationCore

/// An issuer's register of cards and two card networks in one database, to build and test against.
///
/// It shares nothing with the server. Its inputs are holders' ids through ``register``, messages of the networks
/// through ``transport(for:)``, and a wallet's requests. No card number exists in it: a card is a reference and its
/// four last digits.
public final class SandboxCards: Sendable {

    /// The options of the sandbox.
    public struct Options: Sendable {
        /// The tenant whose users get cards, as in `CardHolder.tenant`; `nil` for every tenant's users.
        public var issuer: String?
        /// The time that a slow network needs for an order.
        public var slowMilliseconds = 4_000
        /// Whether commits are synced; `false` for tests that make many databases.
        public var isSynced = true
        /// Called once when the disk is no longer trustworthy for the file: the process must end.
        public var onFatal: @Sendable (any Error) -> Void = { _ in }

        public init(issuer: String? = nil) { self.issuer = issuer }

        var writerOptions: GroupCommitWriter.Options {
            var options = GroupCommitWriter.Options()
            options.synchronous = isSynced ? .full : .normal
            options.onFatal = onFatal
            return options
        }
    }

    let store: any TurnStore<CardsTurn>
    let options: Options
    let world: World

    /// Opens `sandbox-cards.sqlite` in `directory`, or creates an empty one.
    public convenience init(directory: String, options: Options, world: World) throws {
        let path = CardsFile.path(in: directory)
        try CardsFile.prepare(path)
        let writer = try GroupCommitWriter(
            path: path,
            migrations: CardsSchema.all.migrations,
            options: options.writerOptions
        )
        self.init(in: FileTurns<CardsTurn>(writer), options: options, world: world)
    }

    init(in store: any TurnStore<CardsTurn>, options: Options, world: World) {
        self.store = store
        self.options = options
        self.world = world
    }

    /// The wallets that both networks know.
    public var wallets: [WalletRequestor] { SandboxWallets.all }

    /// Whether the database can still be written.
    public var isHealthy: Bool { store.isHealthy }

    /// Finishes the waiting work and closes the database.
    public func close() async { await store.close() }

    /// Runs `work` at a desk inside one transaction.
    func atDesk<Value: Sendable>(_ work: @escaping @Sendable (CardsDesk) throws -> Value) async throws -> Value {
        try await store.write(.desk) { [self] database in try work(desk(database)) }
    }

    /// Runs `work` at a desk on a read-only snapshot.
    func atWindow<Value: Sendable>(_ work: @escaping @Sendable (CardsDesk) throws -> Value) async throws -> Value {
        try await store.snapshot { [self] database in try work(desk(database)) }
    }

    private func desk(_ database: any SQLDatabase) -> CardsDesk {
        let now = world.now()
        return CardsDesk(
            database: database,
            now: now,
            stepUpNow: now.adding(seconds: world.deadlinesAheadSeconds()),
            randomBytes: world.randomBytes
        )
    }
}

/// The networks, as an issuer reaches them.
extension SandboxCards {
    /// The transport for messages to a network of this sandbox; a message never leaves the process.
    public func transport(for network: CardNetwork) -> any HTTPTransport {
        SandboxNetworkTransport(cards: self, network: network)
    }

    /// The address that ``transport(for:)`` answers; no other server ever has it (RFC 2606, section 2).
    public static func address(of network: CardNetwork) -> String { "https://\(network.rawValue).networks.invalid" }
}

/// The wallets that the sandbox's networks know and its issuer accepts tokens from.
///
/// No wallet of the real world has these numbers.
public enum SandboxWallets {
    public static let all: [WalletRequestor] = [
        WalletRequestor(id: "40099000017", network: .visa, name: "Carteira Jacarandá"),
        WalletRequestor(id: "50099000025", network: .mastercard, name: "Carteira Jacarandá"),
    ]

    /// The wallet's reason for the step-up at the issuer's app; it has no meaning outside the sandbox.
    static let reasonCode = "01"

    static func requestor(at network: CardNetwork) -> WalletRequestor? { all.first { $0.network == network } }
}
