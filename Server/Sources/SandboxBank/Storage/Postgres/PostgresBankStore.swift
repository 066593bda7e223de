import PostgresClient
import Synchronization

/// A bank in PostgreSQL, which other nodes may have too.
///
/// Whoever has an institution's turn holds the row of its key, so its business is done by one node at a time, one piece
/// after the other, as in a file; what waits on a node shares a transaction and its sync. Institutions do not wait for each
/// other: what two of them touch is told apart by unique keys, or is a sum.
final class PostgresBankStore: BankStore {
    private let pool: PostgresPool
    private let queues = Mutex<[BankTurn: TurnQueue]>([:])
    private let health = Mutex(true)

    init(over pool: PostgresPool) { self.pool = pool }

    var isHealthy: Bool { health.withLock { $0 } }

    func write<Value: Sendable>(
        _ turn: BankTurn,
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value {
        let queue = queues.withLock { queues in
            let queue = queues[turn] ?? TurnQueue()
            queues[turn] = queue
            return queue
        }
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            let job = DeskJob(endsAt: .now + pool.settings.deadline) { database in
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

    func snapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any BankDatabase) throws -> Value
    ) async throws -> Value {
        try await pool.retrying { [pool] left in
            try await pool.blockingTransaction(.reads, opening: TurnOpening.ofSnapshot, within: left) { session in
                try work(PostgresBankDatabase(session))
            }
        }
    }

    func close() async { await pool.close() }

    private func serve(_ queue: TurnQueue, _ turn: BankTurn) async {
        let opening = TurnOpening.statements(of: turn, deadline: pool.settings.deadline)
        while let batch = queue.next() { await answer(batch, opening) }
    }

    /// Tells each what became of it, after all of it holds; nothing is begun for whom nobody waits any more.
    private func answer(_ batch: [DeskJob], _ opening: [PostgresStatement]) async {
        let now = ContinuousClock.now
        for job in batch where job.endsAt <= now { job.fail(PostgresError(.noConnection)) }
        let jobs = batch.filter { $0.endsAt > now }
        if jobs.isEmpty { return }
        do {
            let answers = try await perform(jobs, opening)
            health.withLock { $0 = true }
            for answer in answers { answer() }
        } catch {
            if jobs.count > 1, error.mayBeOfOneJob {
                for job in jobs { await answer([job], opening) }
                return
            }
            if !error.mayBeOfOneJob { health.withLock { $0 = false } }
            for job in jobs { job.fail(error) }
        }
    }

    private func perform(
        _ jobs: [DeskJob],
        _ opening: [PostgresStatement]
    ) async throws -> [@Sendable () -> Void] {
        // All attempts together have the time of whoever asked first.
        let end = jobs.map(\.endsAt).min() ?? .now
        for _ in 0..<Self.mostRaces {
            do {
                return try await attempt(jobs, opening, until: end)
            } catch let error as PostgresError where error.kind == .uniqueViolation && !error.isOutcomeUnknown {
                // Another institution's transaction had the same account or payment in hand: now its row can be read.
                continue
            }
        }
        return try await attempt(jobs, opening, until: end)
    }

    private static let mostRaces = 2

    private func attempt(
        _ jobs: [DeskJob],
        _ opening: [PostgresStatement],
        until end: ContinuousClock.Instant
    ) async throws -> [@Sendable () -> Void] {
        try await pool.retrying(within: ContinuousClock.now.duration(to: end)) { [pool] left in
            try await pool.blockingTransaction(.writes, opening: opening, within: left) { session in
                let database = PostgresBankDatabase(session)
                return try jobs.map { try $0.run(database) }
            }
        }
    }
}

extension Error {
    /// Whether one piece of work is at fault, and the others of its transaction may be done without it.
    fileprivate var mayBeOfOneJob: Bool {
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
