import Foundation
import Synchronization

/// Connections to PostgreSQL, at most as many as its settings say, each on a thread of its own.
///
/// A request waits in one line with all others, goes to the first connection that is free, and is answered by its deadline
/// whatever the server does. Connections are made when somebody waits for one, and made anew when they break; nobody
/// notices who comes between. Nothing here waits on a thread of Swift's.
public final class PostgresPool: Sendable {
    public let settings: PostgresSettings
    private let line: WaitingLine
    private let threads: ThreadEnds

    /// Makes no connection yet.
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
    /// It takes `time` from now to the answer at most, or the settings' deadline. When the asking task is cancelled while it
    /// waits for a connection, nothing is sent; after that it runs to its end.
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
            // A cancellation that came just before found nothing to take out.
            if Task.isCancelled { line.abandon(ticket) }
            return await answer.taken()
        } onCancel: {
            line.abandon(ticket)
        }
        return try result.get()
    }

    /// Runs `body` in a transaction of its own, which is committed when it returns and undone when it throws, when the
    /// task was cancelled, or when the time is over.
    ///
    /// It holds a connection all the while: only for what one batch cannot say. `body` may finish it by
    /// ``PostgresTransaction/commit(_:)``, which saves a round trip. `opening` goes ahead of the first statement, in the same
    /// round trip, and begins with a `BEGIN`.
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

    /// How many connections work, how many wait for work, and how many requests wait for one.
    public var load: (used: Int, idle: Int, waiting: Int) {
        let (idle, unconnected) = (line.idleCount, line.unconnectedCount)
        return (max(0, line.seats.count - idle - unconnected), idle, line.waitingCount)
    }

    /// `false` when there is no connection and the last attempt to make one has failed.
    public var isReachable: Bool { !line.isFailing }

    /// Takes no more requests, ends those that wait, finishes those that run, and closes the connections.
    public func close() async {
        line.close()
        await threads.ended()
    }

    /// Puts work in the line, where it is answered whatever happens.
    func submit(_ work: Ticket.Work, within time: Duration?) {
        let ticket = ticket(work, within: time)
        if !line.add(ticket) { ticket.fail(PostgresError(.closed)) }
    }

    private func ticket(_ work: Ticket.Work, within time: Duration?) -> Ticket {
        let (now, time) = (ContinuousClock.now, time ?? settings.deadline)
        return Ticket(work, waitsUntil: now + min(time, settings.longestWait), endsAt: now + time)
    }
}
