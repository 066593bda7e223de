public import ChaveBase
import ChaveJOSE
import ChavePixModel
import Foundation
public import InstitutionPort
import SQLPort
import SQLiteWriter
import Synchronization

/// Five banks in one database: accounts, holders, FIDO server, consents, payments and ledger.
///
/// It shares nothing with the platform. Its inputs are bytes, keys and ids through ``InstitutionConnector``, and a
/// browser through ``HolderPages``. Time passes only by the clocks of its ``World``; due work runs at the next access
/// or at the next ``tick()``.
public final class SandboxBank: Sendable {
    let store: any TurnStore<BankTurn>
    let world: World
    let configuration: Configuration
    let branches: [InstitutionID: Branch]
    let tokens: AccessTokens
    /// The platform in this process, which calls without a connection.
    let platform: BankClient
    private let listeners = Mutex(Listeners())

    private struct Listeners {
        var platform: (any InstitutionNotifications)?
        var clients: (any ClientNotifications)?
        var sealing: IdentityTokenSealing?
    }

    /// The beginning of a `request_uri`; its ticket follows.
    public static let requestURIPrefix = "urn:ietf:params:oauth:request_uri:"

    /// Encrypts an identity token to one client.
    public typealias IdentityTokenSeal = @Sendable (_ token: String) throws -> String

    /// Finds how identity tokens are encrypted to a registered client; it throws when the client's key cannot be had.
    public typealias IdentityTokenSealing = @Sendable (_ client: String) async throws -> IdentityTokenSeal

    /// Opens `bank.sqlite` in `directory`, or creates it with its keys, holders and opening balances.
    public convenience init(directory: String, configuration: Configuration, world: World) async throws {
        let path = BankFile.path(in: directory)
        try BankFile.prepare(path)
        let writer = try GroupCommitWriter(
            path: path,
            migrations: BankSchema.all.migrations,
            options: configuration.writerOptions
        )
        try await self.init(in: FileTurns<BankTurn>(writer), configuration: configuration, world: world)
    }

    /// Opens the bank in `store`, and creates a new bank's missing parts.
    init(in store: any TurnStore<BankTurn>, configuration: Configuration, world: World) async throws {
        self.store = store
        self.world = world
        self.configuration = configuration
        let seeded = try await BankSeed.plant(in: store, configuration: configuration, world: world)
        branches = seeded.branches
        tokens = AccessTokens(key: seeded.tokenKey, lifeSeconds: configuration.accessTokenSeconds)
        platform = BankClient(
            id: configuration.clientID,
            organisation: "sandbox",
            name: "Chave",
            relyingPartyID: configuration.relyingPartyID,
            origins: configuration.origins,
            topOrigins: configuration.topOrigins
        )
    }

    /// Each institution's public data, in the order of display.
    public var directory: [InstitutionDirectoryEntry] {
        sortedBranches.map { $0.directoryEntry(configuration) }
    }

    /// Sets the receiver of notifications; the next ``tick()`` also delivers notifications from before.
    public func setNotifications(_ notifications: any InstitutionNotifications) {
        listeners.withLock { $0.platform = notifications }
    }

    /// Sets the receiver of the changes of registered clients' objects.
    public func setNotifications(ofClients notifications: any ClientNotifications) {
        listeners.withLock { $0.clients = notifications }
    }

    /// Sets how an identity token goes to a registered client, whose answers come in the fragment of its address.
    public func setIdentityTokenSealing(_ sealing: @escaping IdentityTokenSealing) {
        listeners.withLock { $0.sealing = sealing }
    }

    /// Finishes the waiting work and closes the database.
    public func close() async { await store.close() }

    /// Whether the database can still be written.
    public var isHealthy: Bool { store.isHealthy }

    var notifications: (any InstitutionNotifications)? { listeners.withLock { $0.platform } }
    var clientNotifications: (any ClientNotifications)? { listeners.withLock { $0.clients } }
    var identityTokenSealing: IdentityTokenSealing? { listeners.withLock { $0.sealing } }

    var sortedBranches: [Branch] {
        branches.values.sorted { $0.institution.sortPriority < $1.institution.sortPriority }
    }

    /// Runs `work` at a desk inside one transaction; a refusal is an outcome there, not a fault.
    ///
    /// `client` is the calling initiator, `nil` for holders, staff and the clock. `work` may run more than once before
    /// the commit, so it changes nothing outside its desk.
    func atDesk<Value: Sendable>(
        of branch: Branch,
        for client: BankClient? = nil,
        _ work: @escaping @Sendable (BankDesk) throws -> Value
    ) async throws -> Value {
        try await store.write(.institution(branch.institution.ispb)) { [self] database in
            try work(desk(branch, client, database))
        }
    }

    /// Runs `work` at a desk on a read-only snapshot.
    func atWindow<Value: Sendable>(
        of branch: Branch,
        for client: BankClient? = nil,
        _ work: @escaping @Sendable (BankDesk) throws -> Value
    ) async throws -> Value {
        try await store.snapshot { [self] database in try work(desk(branch, client, database)) }
    }

    private func desk(_ branch: Branch, _ client: BankClient?, _ database: any SQLDatabase) -> BankDesk {
        let now = world.now()
        return BankDesk(
            database: database,
            now: now,
            deadlineNow: now.adding(seconds: world.deadlinesAheadSeconds()),
            randomBytes: world.randomBytes,
            branch: branch,
            configuration: configuration,
            tokens: tokens,
            client: client
        )
    }
}
