import ChaveBase
import Foundation
import PaymentsCore
import PaymentsModel
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLiteWriter
import SandboxBank
import SignInStores

/// The place of a server's or a command's stores: files of its data directory, or one PostgreSQL that all nodes share.
struct ServerStorage: Sendable {
    /// The purpose for which a process opens the stores.
    enum Use {
        /// To serve: alone when the stores are files; the schema is migrated.
        case serving
        /// To work beside other processes; the schema must be this program's.
        case beside
        /// To examine everything: alone when the stores are files; the schema stays as it is.
        case examining
    }

    let place: DataPlace
    let onFatal: @Sendable (any Error) -> Void
    let isSynced: Bool
    /// The time for which a write to a file waits for other writes while several of these runs are in progress.
    let gathersWithin: Duration
    let runs: RunsUnderWay?
    /// The number of this process in the stores that nodes share.
    let node: NodeNumber
    /// The connections to PostgreSQL; `nil` when the stores are files.
    let pool: PostgresPool?

    /// Makes the storage; opens nothing yet.
    init(
        _ place: DataPlace,
        as node: NodeNumber = .drawn(),
        isSynced: Bool = true,
        gathersWithin: Duration = .zero,
        runs: RunsUnderWay? = nil,
        onFatal: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.place = place
        self.node = node
        self.isSynced = isSynced
        self.gathersWithin = gathersWithin
        self.runs = runs
        self.onFatal = onFatal
        pool = place.database.map(PostgresPool.init)
    }

    var isInFiles: Bool { pool == nil }

    /// Runs `body` with the storage of a place, and closes the storage, also when `body` throws.
    static func with<Value>(_ place: DataPlace, _ body: (ServerStorage) async throws -> Value) async throws -> Value {
        let storage = ServerStorage(place)
        do {
            let value = try await body(storage)
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Opens the store of payments and webhooks.
    ///
    /// `onOperation` gets the operations of a file's writer, `onCommit` the changes; over PostgreSQL every commit calls
    /// `onCommit`.
    func openPayments(
        _ use: Use,
        onOperation: @escaping @Sendable (GroupCommitWriter.Operation) -> Void = { _ in },
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) async throws -> any ServerStore {
        if let pool {
            return try await SQLPaymentsStore(
                over: pool,
                as: node,
                mayMigrate: use == .serving,
                onCommit: onCommit
            )
        }
        var options = fileOptions(use)
        options.gathering = runs.map { runs in Gathering(longest: gathersWithin) { runs.here } }
        options.onOperation = onOperation
        return try SQLPaymentsStore(directory: place.directory, options: options, onCommit: onCommit)
    }

    /// Opens the store of sign-in's records.
    func openRecords(
        _ use: Use,
        onOperation: @escaping @Sendable (GroupCommitWriter.Operation) -> Void = { _ in }
    ) async throws -> any TendedRecordStore {
        if let pool { return try await SQLRecordStore(over: pool, as: node, mayMigrate: use == .serving) }
        var options = fileOptions(use)
        options.onOperation = onOperation
        return try SQLRecordStore(directory: place.directory, options: options)
    }

    /// Opens payments, runs `body` and closes them, also when `body` throws.
    func withPayments<Value>(_ use: Use, _ body: (any ServerStore) async throws -> Value) async throws -> Value {
        let store = try await openPayments(use)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens sign-in's records, runs `body` and closes them, also when `body` throws.
    func withRecords<Value>(_ use: Use, _ body: (any TendedRecordStore) async throws -> Value) async throws -> Value {
        let store = try await openRecords(use)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens the bank of a sandbox with this configuration.
    func openBank(_ world: World, _ configuration: ServerConfiguration) async throws -> SandboxBank {
        try await openBank(world, baseURL: configuration.baseURL, origins: configuration.sandboxOrigins)
    }

    /// Opens the sandbox's bank, which shares only the database's place with the server.
    ///
    /// `origins` are those whose ceremonies the bank accepts beside the SDK's; a short task has none.
    func openBank(
        _ world: World,
        baseURL: String,
        origins: [String] = [],
        isShared: Bool = false
    ) async throws -> SandboxBank {
        var bank = SandboxBank.Configuration(publicBaseURL: baseURL, origins: ["https://localhost"] + origins)
        bank.isSynced = isSynced
        bank.isShared = isShared
        bank.gathering = runs.map { runs in Gathering(longest: gathersWithin) { runs.atBanks } }
        bank.onFatal = onFatal
        guard let settings = place.database else {
            return try await SandboxBank(directory: place.directory, configuration: bank, world: world)
        }
        // The bank closes its own connections.
        let pool = PostgresPool(settings)
        do {
            return try await SandboxBank(over: pool, configuration: bank, world: world)
        } catch {
            await pool.close()
            throw error
        }
    }

    /// Opens the register in which nodes report themselves; `nil` when the stores are files of one server.
    func openRegister(_ use: Use) async throws -> PostgresNodeRegister? {
        guard let pool else { return nil }
        return try await PostgresNodeRegister(over: pool, mayMigrate: use == .serving)
    }

    /// The key files of the place, compared with the nodes' reports.
    func openKeys(_ use: Use) async throws -> SharedKeys {
        let secrets = SecretFiles(dataDirectory: place.directory)
        return SharedKeys(secrets: secrets, directory: place.directory, register: try await openRegister(use))
    }

    /// Closes the shared connections; call it after all stores are closed.
    func close() async { await pool?.close() }

    private func fileOptions(_ use: Use) -> GroupCommitWriter.Options {
        var options = GroupCommitWriter.Options()
        options.onFatal = onFatal
        options.synchronous = isSynced ? .full : .normal
        options.isShared = use == .beside
        options.mayMigrate = use != .examining
        return options
    }
}
