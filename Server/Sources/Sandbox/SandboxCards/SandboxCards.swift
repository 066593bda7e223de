public import ChaveBase
import SQLPort
import SQLiteWriter
public import TokenActivationCore

/// An issuer's register of cards and two card networks in one database, to build and test against.
///
/// It shares nothing with the server: what comes in are holders' ids through ``register``, messages of the networks
/// through ``transport(for:)``, and a wallet's wishes. No card number exists in it: a card is a reference and its four
/// last digits.
public final class SandboxCards: Sendable {

    /// How the sandbox is set up.
    public struct Options: Sendable {
        /// The tenant whose users get cards, as `CardHolder.tenant` names it; `nil`: every
        /// tenant's.
        public var issuer: String?
        /// How long a slow network takes for what it is asked to do.
        public var slowMilliseconds = 4_000
        /// For tests that make many databases: without syncs.
        public var isSynced = true
        /// Called once when the disk can no longer be trusted with the file: the process must end.
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

    /// Opens `sandbox-cards.sqlite` in `directory`, or makes it, empty.
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

    /// Finishes what waits and closes the database.
    public func close() async { await store.close() }

    /// Runs `work` at a desk inside one transaction.
    func atDesk<Value: Sendable>(_ work: @escaping @Sendable (CardsDesk) throws -> Value) async throws -> Value {
        try await store.write(.desk) { [self] database in try work(desk(database)) }
    }

    /// Like ``atDesk(_:)`` on a snapshot that cannot be written.
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
