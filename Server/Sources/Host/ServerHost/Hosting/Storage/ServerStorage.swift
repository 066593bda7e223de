import ChaveBase
import Foundation
import PaymentsCore
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLiteWriter
import SandboxBank
import SignInStores

/// Where the stores of a server, or of a command beside one, are: files of its data directory, or one PostgreSQL that all
/// nodes share.
struct ServerStorage: Sendable {
    /// What somebody opens the stores for.
    enum Use {
        /// As a server: alone where they are files; the schema is brought up to date.
        case serving
        /// Beside whoever else has them; the schema must be this program's.
        case beside
        /// To look at all of it: alone where they are files; the schema stays as it is.
        case examining
    }

    let place: DataPlace
    let onFatal: @Sendable (any Error) -> Void
    let isSynced: Bool
    /// How long writes to files wait for others while several of these runs are under way.
    let gathersWithin: Duration
    let runs: RunsUnderWay?
    /// Who this process is in the stores that nodes share.
    let node: NodeNumber
    /// `nil` where the stores are files.
    let pool: PostgresPool?

    /// Opens nothing yet.
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

    /// Does `body` with what is at a place, and lets go of it, also where `body` throws.
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

    /// Payments and webhooks.
    ///
    /// `onOperation` hears what a file's writer did, `onCommit` what changed; over PostgreSQL whatever is committed rings.
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

    /// Sign-in's records.
    func openRecords(
        _ use: Use,
        onOperation: @escaping @Sendable (GroupCommitWriter.Operation) -> Void = { _ in }
    ) async throws -> any TendedRecordStore {
        if let pool { return try await SQLRecordStore(over: pool, as: node, mayMigrate: use == .serving) }
        var options = fileOptions(use)
        options.onOperation = onOperation
        return try SQLRecordStore(directory: place.directory, options: options)
    }

    /// Opens payments, does `body` and closes them, also where `body` throws.
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

    /// The same for sign-in's records.
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

    /// The sandbox's bank, which shares nothing with the server but the database's place.
    func openBank(_ world: World, baseURL: String, isShared: Bool = false) async throws -> SandboxBank {
        var bank = SandboxBank.Configuration(publicBaseURL: baseURL)
        bank.isSynced = isSynced
        bank.isShared = isShared
        bank.gathering = runs.map { runs in Gathering(longest: gathersWithin) { runs.atBanks } }
        bank.onFatal = onFatal
        guard let settings = place.database else {
            return try await SandboxBank(directory: place.directory, configuration: bank, world: world)
        }
        // Its own connections: it is closed with them.
        let pool = PostgresPool(settings)
        do {
            return try await SandboxBank(over: pool, configuration: bank, world: world)
        } catch {
            await pool.close()
            throw error
        }
    }

    /// What nodes tell each other of themselves; `nil` where the stores are files of one server.
    func openRegister(_ use: Use) async throws -> PostgresNodeRegister? {
        guard let pool else { return nil }
        return try await PostgresNodeRegister(over: pool, mayMigrate: use == .serving)
    }

    /// The key files of the place, held against what its nodes say of theirs.
    func openKeys(_ use: Use) async throws -> SharedKeys {
        let secrets = SecretFiles(dataDirectory: place.directory)
        return SharedKeys(secrets: secrets, directory: place.directory, register: try await openRegister(use))
    }

    /// After all stores: lets go of what they shared.
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
