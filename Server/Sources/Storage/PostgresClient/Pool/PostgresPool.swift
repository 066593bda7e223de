import Foundation
import Synchronization

/// A pool of connections to PostgreSQL, at most as many as its settings allow, each on a separate thread.
///
/// All requests wait in one line. Each request goes to the first free connection and gets an answer by its deadline,
/// whatever the server does. The pool makes a connection when a request waits for one, and makes a new one when a
/// connection breaks. A request that comes between two connections does not notice the change. No operation blocks a
/// thread of Swift's concurrency pool.
public final class PostgresPool: Sendable {
    public let settings: PostgresSettings
    private let line: WaitingLine
    private let threads: ThreadEnds

    /// Starts the threads; the pool makes no connection yet.
    public init(_ settings: PostgresSettings) {
        self.settings = settings
        line = WaitingLine(seats: max(1, settings.connections))
        threads = ThreadEnds(count: line.seats.count + 1)
        let canceller = Canceller()
        for (number, seat) in line.seats.enumerated() {
            let worker = Worker(settings: settings, line: line, seat: seat, canceller: canceller)
            threads.start("postgres-\(number)") { worker.run() }
        }
        let line = line
        threads.start("postgres-deadlines") { line.keepDeadlines() }
    }

    deinit { line.close() }

    /// Runs a batch as one transaction in one round trip.
    ///
    /// The answer comes within `time` from now, or within the settings' deadline. When the calling task is cancelled
    /// while it waits for a connection, the pool sends nothing. After that the batch runs to its end.
    public func run(
        _ batch: PostgresBatch,
        within time: Duration? = nil
    ) async throws(PostgresError) -> [PostgresRows] {
        if let refusal = batch.refusal { throw refusal }
        if Task.isCancelled { throw PostgresError(.abandoned) }
        let answer = Handover<Result<[PostgresRows], PostgresError>>()
        let ticket = ticket(.batch(batch) { answer.give($0) }, within: time)
        let line = line
        let result = await withTaskCancellationHandler {
            if !line.add(ticket) { ticket.fail(PostgresError(.closed)) }
            // A cancellation that came just before the ticket joined the line found nothing to remove.
            if Task.isCancelled { line.abandon(ticket) }
            return await answer.taken()
        } onCancel: {
            line.abandon(ticket)
        }
        return try result.get()
    }

    /// Runs `body` in a transaction and commits it when `body` returns.
    ///
    /// The transaction is rolled back when `body` throws, when the task is cancelled, or when the time is over. It
    /// holds a connection the whole time: use it only for work that one batch cannot express. `body` may finish it with
    /// ``PostgresTransaction/commit(_:)``, which saves a round trip. `opening` goes ahead of the first statement, in
    /// the same round trip, and starts with a `BEGIN`.
    public func transaction<Value: Sendable>(
        opening: [PostgresStatement] = PostgresPool.begin,
        within time: Duration? = nil,
        _ body: (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        let channel = TransactionChannel(opening: opening)
        submit(.transaction(channel), within: time)
        let transaction = PostgresTransaction(channel)
        do {
            let value = try await body(transaction)
            guard !transaction.isOver else { return value }
            guard !Task.isCancelled else { throw PostgresError(.abandoned) }
            _ = try await transaction.commit(PostgresBatch(.writes, []))
            return value
        } catch {
            await transaction.rollback()
            throw error
        }
    }

    /// The number of busy connections, of idle connections, and of requests that wait for a connection.
    public var load: (used: Int, idle: Int, waiting: Int) {
        let (idle, unconnected) = (line.idleCount, line.unconnectedCount)
        return (max(0, line.seats.count - idle - unconnected), idle, line.waitingCount)
    }

    /// `false` when the pool has no connection and its last attempt to make one failed.
    public var isReachable: Bool { !line.isFailing }

    /// Closes the pool: refuses new requests, fails the waiting ones, finishes the running ones, and closes the
    /// connections.
    public func close() async {
        line.close()
        await threads.ended()
    }

    /// Adds work to the line, which answers it in every case.
    func submit(_ work: Ticket.Work, within time: Duration?) {
        let ticket = ticket(work, within: time)
        if !line.add(ticket) { ticket.fail(PostgresError(.closed)) }
    }

    private func ticket(_ work: Ticket.Work, within time: Duration?) -> Ticket {
        let (now, time) = (ContinuousClock.now, time ?? settings.deadline)
        return Ticket(work, waitsUntil: now + min(time, settings.longestWait), endsAt: now + time)
    }
}
