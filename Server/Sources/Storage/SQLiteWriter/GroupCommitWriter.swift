import ChaveBase
import Foundation
import Synchronization

/// A SQLite database whose every write goes through one thread that stores what is waiting in one transaction.
///
/// A write is answered after the sync of its transaction, so what was acknowledged survives a power cut; the cost of
/// the sync is shared by all that came in during the one before. A batch waits for company as ``Gathering`` says, else for
/// none. A caller that goes away does not take its write back.
public final class GroupCommitWriter: Sendable {
    let path: String
    private let writes = JobQueue()
    private let reads = JobQueue()
    let health: WriterHealth
    private let threads: ConnectionThreads
    private let connectionCount: Int
    let busyTimeoutMilliseconds: Int
    private let patience: Duration
    private let onOperation: @Sendable (Operation) -> Void
    /// An emptying of the log that waits for its turn.
    let emptying = Mutex<Task<Bool, any Error>?>(nil)

    /// Opens or creates the database, sets it up, and applies the migrations that it lacks, unless `options` forbid it.
    ///
    /// Statements that write may call `functions`.
    ///
    /// - Throws: ``OpeningRefusal``, ``MigrationRefusal`` or SQLite's error.
    public init(
        path: String,
        migrations: [Migration],
        functions: [SQLiteFunction] = [],
        options: Options = Options()
    ) throws {
        self.path = path
        let lock = options.isShared ? nil : try DatabaseLock(databasePath: path)
        health = WriterHealth(onFatal: options.onFatal)
        let writer: SQLiteConnection
        do {
            writer = try Connections.openWriter(path: path, options: options)
        } catch let error as SQLiteError {
            throw OpeningRefusal.cannotOpen(path: path, code: error.primaryCode)
        }
        let mayMigrate = options.mayMigrate && !options.isShared
        try mayMigrate ? Migration.apply(migrations, to: writer) : Migration.require(migrations, in: writer)
        try Connections.keepUndoInMemory(of: writer)
        for function in functions { try writer.define(function) }
        let readers = try (0..<max(1, options.readers)).map { _ in
            try Connections.openReader(path: path, options: options)
        }
        threads = ConnectionThreads(count: readers.count + 1, lock: lock)
        connectionCount = readers.count + 1
        busyTimeoutMilliseconds = options.busyTimeoutMilliseconds
        onOperation = options.onOperation
        patience = options.gathering?.patience ?? .zero
        let writeLoop = WriteLoop(
            queue: writes,
            health: health,
            maximumBatch: max(1, options.maximumBatch),
            gathering: options.gathering,
            movesLog: !options.isShared
        )
        let readLoop = ReadLoop(queue: reads)
        threads.start("sqlite-writer", writer, fallback: writes) { try writeLoop.run(on: $0) }
        for (number, reader) in readers.enumerated() {
            threads.start("sqlite-reader-\(number)", reader, fallback: reads) { try readLoop.run(on: $0) }
        }
    }

    deinit {
        writes.close()
        reads.close()
    }

    /// `false` after a failed sync, from then on, and on a full disk, until a write was stored again; reads go on.
    public var isHealthy: Bool { health.isHealthy }

    /// How many writes wait for the writer's thread: a measure of load.
    public var waitingWrites: Int { writes.waitingCount }

    /// How many connections work now, and how many wait for work.
    public var connections: (used: Int, idle: Int) {
        let idle = min(connectionCount, writes.sleeperCount + reads.sleeperCount)
        return (connectionCount - idle, idle)
    }

    /// Runs `operation` in a transaction that it may share with others, and returns after the commit was synced.
    ///
    /// If the operation throws, what it wrote is undone and its error is thrown again. Others of the same transaction are
    /// undone with it and run once more: an operation does nothing but ask and tell the database, since it may run twice.
    /// If SQLite ends the transaction (disk full, input or output, memory), every operation of the batch fails with a
    /// ``WriterFault``. The operation must neither open nor end a transaction, nor leave a violated deferred constraint
    /// behind.
    ///
    /// One that `isInNoHurry` begins no transaction of its own for the time that ``Gathering/patience`` says.
    public func write<Value: Sendable>(
        isInNoHurry: Bool = false,
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        // A wait that was chosen says nothing of the disk.
        let begun = isInNoHurry ? Moment() : nil
        return try await timed(.write, from: begun) {
            try await run(
                { database in
                    begun?.note()
                    let before = database.totalChangesCount
                    let value = try operation(database)
                    return (value, database.totalChangesCount != before)
                },
                in: writes,
                patience: isInNoHurry ? patience : .zero
            )
        }
    }

    /// Runs `operation` on a snapshot that holds everything acknowledged before the call.
    ///
    /// One that `isOneStatement` is spared the transaction: a statement is a snapshot of its own.
    public func read<Value: Sendable>(
        isOneStatement: Bool = false,
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await timed(.read) { (try await run(operation, in: reads, isApart: isOneStatement), false) }
    }

    /// Runs `work` on the writer's connection in its turn among the writes, outside any transaction.
    func betweenTransactions<Value: Sendable>(_ work: @escaping @Sendable (SQLiteConnection) throws -> Value)
        async throws
        -> Value
    {
        try await run(work, in: writes, isApart: true)
    }

    /// Takes no more work, finishes what waits, closes the connections and lets go of the lock.
    public func close() async {
        writes.close()
        reads.close()
        await threads.ended()
    }

    /// From the call to its answer, the wait in the queue and for the sync included; of an operation in no hurry, from its beginning.
    private func timed<Value: Sendable>(
        _ kind: Operation.Kind,
        from begun: Moment? = nil,
        _ body: () async throws -> (value: Value, changedRows: Bool)
    ) async throws -> Value {
        let started = ContinuousClock.now
        var operation = Operation(kind: kind, seconds: 0, failed: true)
        defer {
            operation.seconds = (ContinuousClock.now - (begun?.first ?? started)) / .seconds(1)
            onOperation(operation)
        }
        do {
            let (value, changedRows) = try await body()
            operation.failed = false
            operation.changedRows = changedRows
            return value
        } catch {
            // What may be there all the same has changed something.
            operation.changedRows = (error as? WriterFault)?.isOutcomeUnknown ?? false
            throw error
        }
    }

    private func run<Value: Sendable>(
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value,
        in queue: JobQueue,
        isApart: Bool = false,
        patience: Duration = .zero
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = TypedJob(isApart: isApart, operation, continuation: continuation)
            if !queue.add(job, patience: patience) { job.fail(WriterFault(.closed)) }
        }
    }
}

extension GroupCommitWriter {
    /// One read or write, done.
    public struct Operation: Hashable, Sendable {
        public var kind: Kind
        public var seconds: Double
        /// Refused by the operation itself, or by the database.
        public var failed: Bool
        /// A write that changed a row, or may have: looking for work is a write that mostly finds none.
        public var changedRows = false

        public enum Kind: String, Hashable, Sendable {
            case read, write
        }
    }

    /// How the database is opened.
    public struct Options: Sendable {
        /// How many operations share a transaction at most.
        public var maximumBatch = 64
        /// How a batch waits for company; `nil`: not at all.
        public var gathering: Gathering?
        public var synchronous = Synchronous.full
        /// Opens beside another process that has the database, for a short piece of work: SQLite's own locks order the
        /// two.
        ///
        /// A server never does. The schema stays as it is: the other process relies on it.
        public var isShared = false
        /// Whether a schema that is older than this program is brought up to date; otherwise it is refused.
        public var mayMigrate = true
        /// How many snapshots are read at the same time.
        public var readers = 2
        /// How long another program's lock on the database is waited for.
        public var busyTimeoutMilliseconds = 5_000
        /// Called once, on the writer's thread, when the disk can no longer be trusted: the process must end.
        public var onFatal: @Sendable (any Error) -> Void = { _ in }
        /// Called after each read and write, for a metric.
        public var onOperation: @Sendable (Operation) -> Void = { _ in }

        public init() {}
    }

    /// SQLite's setting of the same name.
    public enum Synchronous: Int, Sendable {
        /// For tests that make thousands of databases: the last commits are lost with the power.
        case normal = 1
        case full = 2
    }
}

/// When an operation ran for the first time.
private final class Moment: Sendable {
    private let noted = Mutex<ContinuousClock.Instant?>(nil)

    var first: ContinuousClock.Instant? { noted.withLock { $0 } }

    func note() { noted.withLock { $0 = $0 ?? .now } }
}
