import ChaveBase
import Foundation
import Synchronization

/// A SQLite database with one writing thread, which stores all waiting writes in one transaction.
///
/// A write returns after the sync of its transaction, so acknowledged writes survive a power cut. All writes that
/// arrive during one sync share the next. A batch waits for more writes as ``Gathering`` says, and not at all without
/// it. A caller that goes away does not take its write back.
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
    /// The task that waits for its turn to empty the log.
    let emptying = Mutex<Task<Bool, any Error>?>(nil)

    /// Opens or creates the database, sets it up, and applies missing migrations unless `options` forbid it.
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

    /// Whether the writer accepts writes; reads go on when it is `false`.
    ///
    /// After a failed sync it stays `false`; on a full disk it is `false` until a write is stored again.
    public var isHealthy: Bool { health.isHealthy }

    /// The number of writes that wait for the writer's thread: a measure of load.
    public var waitingWrites: Int { writes.waitingCount }

    /// The number of busy connections, and of idle ones.
    public var connections: (used: Int, idle: Int) {
        let idle = min(connectionCount, writes.sleeperCount + reads.sleeperCount)
        return (connectionCount - idle, idle)
    }

    /// Runs `operation` in a transaction that it may share with others, and returns after the commit was synced.
    ///
    /// If the operation throws, its writes are rolled back and its error is thrown again. The other operations of the
    /// transaction are rolled back too and run once more. Therefore an operation only asks and writes the database,
    /// because it may run twice. If SQLite ends the transaction (disk full, input or output, memory), every operation
    /// of the batch fails with a ``WriterFault``. The operation must not open or end a transaction, and must not leave
    /// a violated deferred constraint.
    ///
    /// An operation that `isInNoHurry` begins no transaction during the time ``Gathering/patience``.
    public func write<Value: Sendable>(
        isInNoHurry: Bool = false,
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        // A chosen wait says nothing about the disk.
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

    /// Runs `operation` on a snapshot that holds all writes acknowledged before the call.
    ///
    /// An operation that `isOneStatement` needs no transaction: a single statement is its own snapshot.
    public func read<Value: Sendable>(
        isOneStatement: Bool = false,
        _ operation: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await timed(.read) { (try await run(operation, in: reads, isApart: isOneStatement), false) }
    }

    /// Runs `work` on the writer's connection, in its turn among the writes, outside any transaction.
    func betweenTransactions<Value: Sendable>(_ work: @escaping @Sendable (SQLiteConnection) throws -> Value)
        async throws
        -> Value
    {
        try await run(work, in: writes, isApart: true)
    }

    /// Accepts no more work, finishes the waiting work, closes the connections and releases the lock.
    public func close() async {
        writes.close()
        reads.close()
        await threads.ended()
    }

    /// Measures the time from the call to its answer, with the wait in the queue and for the sync.
    ///
    /// For an operation in no hurry, the time starts when the operation first runs.
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
            // A write with an unknown outcome counts as a change.
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
    /// One finished read or write.
    public struct Operation: Hashable, Sendable {
        public var kind: Kind
        public var seconds: Double
        /// Whether the operation itself or the database refused it.
        public var failed: Bool
        /// Whether a write changed a row, or may have; a search for work is a write that mostly finds none.
        public var changedRows = false

        public enum Kind: String, Hashable, Sendable {
            case read, write
        }
    }

    /// The options for opening the database.
    public struct Options: Sendable {
        /// The maximum number of operations in one transaction.
        public var maximumBatch = 64
        /// The rule for a batch's wait; `nil` for no wait.
        public var gathering: Gathering?
        public var synchronous = Synchronous.full
        /// Opens the database beside another process, for a short task; SQLite's own locks order the two.
        ///
        /// A server never does this. The schema stays as it is, because the other process relies on it.
        public var isShared = false
        /// Whether to migrate a schema that is older than this program; otherwise the initializer refuses it.
        public var mayMigrate = true
        /// The maximum number of simultaneous snapshots.
        public var readers = 2
        /// The maximum wait for another program's lock on the database.
        public var busyTimeoutMilliseconds = 5_000
        /// Called once, on the writer's thread, when the disk is no longer trustworthy: the process must end.
        public var onFatal: @Sendable (any Error) -> Void = { _ in }
        /// Called after each read and write, for a metric.
        public var onOperation: @Sendable (Operation) -> Void = { _ in }

        public init() {}
    }

    /// SQLite's setting of the same name.
    public enum Synchronous: Int, Sendable {
        /// For tests that make thousands of databases: a power cut loses the last commits.
        case normal = 1
        case full = 2
    }
}

/// The time of an operation's first run.
private final class Moment: Sendable {
    private let noted = Mutex<ContinuousClock.Instant?>(nil)

    var first: ContinuousClock.Instant? { noted.withLock { $0 } }

    func note() { noted.withLock { $0 = $0 ?? .now } }
}

extension GroupCommitWriter {
    /// Writes a complete copy of one moment to a file that does not exist yet; returns when it is synced.
    public func copy(to target: String) async throws { try await DatabaseCopy.write(of: path, to: target) }
}
