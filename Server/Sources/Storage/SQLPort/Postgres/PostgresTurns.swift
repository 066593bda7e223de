public import PostgresClient
import Synchronization

/// Runs turns over PostgreSQL tables, which other nodes may share.
///
/// There are few turns. A turn's transaction holds the locks of its opening. As in a file, one node at a time runs the
/// work of one turn, one job after the other. Jobs that wait on one node share a transaction and its sync. Different
/// turns do not wait for each other: unique keys separate the rows that two of them touch, or the rows are sums.
public final class PostgresTurns<Turn: Hashable & Sendable>: TurnStore {
    private let pool: PostgresPool
    private let opening: TurnOpening
    private let lock: @Sendable (Turn) -> [PostgresStatement]
    private let queues = Mutex<[Turn: TurnQueue]>([:])
    /// The end of the unhealthy time after a failure; it has a limit because a store that seldom writes must recover
    /// too.
    private let unwellUntil = Mutex<ContinuousClock.Instant?>(nil)
    private static var unwellFor: Duration { .seconds(10) }

    /// `lock` returns the statements that a turn starts with and whose locks it holds until its end.
    ///
    /// Closing the store closes the pool.
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
            // A separate task serves the queue: the caller may go away, and the work of others waits in the same queue.
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

    /// The statements ahead of a turn, in the round trip of its first statement.
    package func opening(of turn: Turn, deadline: Duration) -> [PostgresStatement] {
        opening.statements(deadline: deadline) + lock(turn)
    }

    private func serve(_ queue: TurnQueue, _ turn: Turn) async {
        let opening = opening(of: turn, deadline: pool.settings.deadline)
        while let batch = queue.next() { await answer(batch, opening) }
    }

    /// Answers each job after the commit of all of them; a job past its deadline does not begin.
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
        // All attempts together end at the earliest deadline of the jobs.
        let end = jobs.map(\.endsAt).min() ?? .now
        for _ in 0..<PostgresRaces.most {
            do {
                return try await attempt(jobs, opening, until: end)
            } catch let error as PostgresError where error.kind == .uniqueViolation && !error.isOutcomeUnknown {
                // Another turn's transaction wrote the same row at the same time; this turn can read it now.
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

/// The number of retries after another turn's new row.
private enum PostgresRaces {
    static let most = 2
}

extension Error {
    /// Whether one job may be the cause, so that the other jobs of its transaction may succeed without it.
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
