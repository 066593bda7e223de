public import PostgresClient
import Synchronization

/// Tables in PostgreSQL, which other nodes may have too.
///
/// Turns are few. Whoever has one holds what its opening locks, so what belongs to one turn is done by one node at a time, one piece after
/// the other, as in a file; what waits on a node shares a transaction and its sync. Turns do not wait for each other: what
/// two of them touch is told apart by unique keys, or is a sum.
public final class PostgresTurns<Turn: Hashable & Sendable>: TurnStore {
    private let pool: PostgresPool
    private let opening: TurnOpening
    private let lock: @Sendable (Turn) -> [PostgresStatement]
    private let queues = Mutex<[Turn: TurnQueue]>([:])
    /// Until when nothing is said to be writable after a failure; whoever writes seldom is not unwell for ever.
    private let unwellUntil = Mutex<ContinuousClock.Instant?>(nil)
    private static var unwellFor: Duration { .seconds(10) }

    /// `lock` is what a turn begins with and holds until its end; the pool is closed with the store.
    public init(
        over pool: PostgresPool,
        schema: String,
        lock: @escaping @Sendable (Turn) -> [PostgresStatement]
    ) {
        self.pool = pool
        self.lock = lock
        opening = TurnOpening(schema: schema)
    }

    public var isHealthy: Bool {
        pool.isReachable && unwellUntil.withLock { $0.map { $0 <= .now } ?? true }
    }

    public func write<Value: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        let queue = queues.withLock { queues in
            let queue = queues[turn] ?? TurnQueue()
            queues[turn] = queue
            return queue
        }
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let job = TurnJob(endsAt: .now + pool.settings.deadline) { database in
                let value = try work(database)
                return { continuation.resume(returning: value) }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            guard queue.add(job) else { return }
            // A task of its own: whoever asked may go away, and others' work waits in the same queue.
            Task { await serve(queue, turn) }
        }
    }

    public func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        try await pool.retrying { [pool, opening] left in
            try await pool.blockingTransaction(.reads, opening: opening.ofSnapshot, within: left) { session in
                try work(PostgresDatabase(session))
            }
        }
    }

    public func close() async { await pool.close() }

    /// What goes ahead of a turn, in the round trip of its first statement.
    package func opening(of turn: Turn, deadline: Duration) -> [PostgresStatement] {
        opening.statements(deadline: deadline) + lock(turn)
    }

    private func serve(_ queue: TurnQueue, _ turn: Turn) async {
        let opening = opening(of: turn, deadline: pool.settings.deadline)
        while let batch = queue.next() { await answer(batch, opening) }
    }

    /// Tells each what became of it, after all of it holds; nothing is begun for whom nobody waits any more.
    private func answer(_ batch: [TurnJob], _ opening: [PostgresStatement]) async {
        let now = ContinuousClock.now
        for job in batch where job.endsAt <= now { job.fail(PostgresError(.noConnection)) }
        let jobs = batch.filter { $0.endsAt > now }
        if jobs.isEmpty { return }
        do {
            let answers = try await perform(jobs, opening)
            unwellUntil.withLock { $0 = nil }
            for answer in answers { answer() }
        } catch {
            if jobs.count > 1, error.mayBeOfOneJob {
                for job in jobs { await answer([job], opening) }
                return
            }
            if !error.mayBeOfOneJob { unwellUntil.withLock { $0 = .now + Self.unwellFor } }
            for job in jobs { job.fail(error) }
        }
    }

    private func perform(
        _ jobs: [TurnJob],
        _ opening: [PostgresStatement]
    ) async throws -> [@Sendable () -> Void] {
        // All attempts together have the time of whoever asked first.
        let end = jobs.map(\.endsAt).min() ?? .now
        for _ in 0..<PostgresRaces.most {
            do {
                return try await attempt(jobs, opening, until: end)
            } catch let error as PostgresError where error.kind == .uniqueViolation && !error.isOutcomeUnknown {
                // Another turn's transaction had the same row in hand: now it can be read.
                continue
            }
        }
        return try await attempt(jobs, opening, until: end)
    }

    private func attempt(
        _ jobs: [TurnJob],
        _ opening: [PostgresStatement],
        until end: ContinuousClock.Instant
    ) async throws -> [@Sendable () -> Void] {
        try await pool.retrying(within: ContinuousClock.now.duration(to: end)) { [pool] left in
            try await pool.blockingTransaction(.writes, opening: opening, within: left) { session in
                let database = PostgresDatabase(session)
                return try jobs.map { try $0.run(database) }
            }
        }
    }
}

/// How often a piece of work is tried again that met another turn's new row.
private enum PostgresRaces {
    static let most = 2
}

extension Error {
    /// Whether one piece of work is at fault, and the others of its transaction may be done without it.
    var mayBeOfOneJob: Bool {
        guard let error = self as? PostgresError else { return true }
        guard !error.isOutcomeUnknown else { return false }
        switch error.kind {
        case .uniqueViolation, .constraintViolation, .conditionFailed, .valueRefused, .statementWrong,
            .unreadableAnswer:
            return true
        case .serializationFailure, .deadlock, .lockNotAvailable, .readOnly, .serverShutDown, .connectionLost,
            .tooManyConnections, .noConnection, .deadlinePassed, .cancelled, .diskFull, .resourcesExhausted,
            .notAuthorised, .serverDamaged, .settingsWrong, .abandoned, .closed, .other:
            return false
        }
    }
}
