import PaymentsCore
import PostgresClient
import SQLiteWriter
import SandboxBank
import StoragePostgres
import StorageSQLite

/// Where a server's stores are: files of its data directory, or one PostgreSQL that all nodes share.
struct ServerStorage: Sendable {
    let configuration: ServerConfiguration
    private let metrics: ServerMetrics
    /// Who this node is in the stores that it shares.
    private let node: NodeNumber
    private let onFatal: @Sendable (any Error) -> Void
    /// `nil` where the stores are files.
    let pool: PostgresPool?

    /// Opens nothing yet.
    init(
        _ configuration: ServerConfiguration,
        metrics: ServerMetrics,
        world: World,
        onFatal: @escaping @Sendable (any Error) -> Void
    ) {
        self.configuration = configuration
        self.metrics = metrics
        node = NodeNumber(randomBytes: world.randomBytes)
        self.onFatal = onFatal
        pool = configuration.database.map(PostgresPool.init)
    }

    var isInFiles: Bool { pool == nil }

    /// The payments' storage, which tells what it does to whoever counts, shows or keeps something of it.
    func openPayments(_ bell: ConsoleBell, _ ceremonies: CeremonyShelf?) async throws -> any ServerStore {
        let metrics = metrics
        let heard: @Sendable (Change) -> Void = { change in
            metrics.committed(change)
            ceremonies?.heard(of: change)
        }
        if let pool {
            return try await PostgresPaymentsStore(over: pool, as: node) { change in
                heard(change)
                bell.ring()
            }
        }
        var options = fileOptions
        options.onOperation = { operation in
            metrics.operated(operation)
            if operation.changedRows { bell.ring() }
        }
        return try SQLitePaymentsStore(directory: configuration.dataDirectory, options: options, onCommit: heard)
    }

    /// Sign-in's records.
    func openRecords() async throws -> any TendedRecordStore {
        if let pool { return try await PostgresRecordStore(over: pool, as: node) }
        var options = fileOptions
        options.onOperation = { [metrics] in metrics.operated($0) }
        return try SQLiteRecordStore(directory: configuration.dataDirectory, options: options)
    }

    /// The sandbox's bank, which shares nothing with the server but the database's place.
    func openBank(_ world: World) async throws -> SandboxBank {
        var bank = SandboxBank.Configuration(publicBaseURL: configuration.baseURL)
        bank.isSynced = configuration.isSynced
        bank.onFatal = onFatal
        let itsWorld = SandboxBank.World(
            now: world.now,
            randomBytes: world.randomBytes,
            deadlinesAheadSeconds: world.deadlinesAheadSeconds
        )
        guard let settings = configuration.database else {
            return try await SandboxBank(
                directory: configuration.dataDirectory,
                configuration: bank,
                world: itsWorld
            )
        }
        // Its own connections: it is closed with them.
        let pool = PostgresPool(settings)
        do {
            return try await SandboxBank(over: pool, configuration: bank, world: itsWorld)
        } catch {
            await pool.close()
            throw error
        }
    }

    /// After all stores: lets go of what they shared.
    func close() async { await pool?.close() }

    private var fileOptions: GroupCommitWriter.Options {
        var options = GroupCommitWriter.Options()
        options.onFatal = onFatal
        options.synchronous = configuration.isSynced ? .full : .normal
        return options
    }
}
