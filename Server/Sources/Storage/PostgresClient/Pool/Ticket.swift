import Synchronization

/// One request's place in the line: taken by a thread with a connection, or given up, once.
final class Ticket: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What the thread does with its connection.
    enum Work: Sendable {
        case batch(PostgresBatch, @Sendable (Result<[PostgresRows], PostgresError>) -> Void)
        case transaction(TransactionChannel)
        case thread(ThreadWork)
    }

    let work: Work
    /// When waiting for a connection is over.
    let waitsUntil: Instant
    /// When the request itself is over.
    let endsAt: Instant

    init(_ work: Work, waitsUntil: Instant, endsAt: Instant) {
        self.work = work
        self.waitsUntil = waitsUntil
        self.endsAt = endsAt
    }

    /// Answers a request that no thread took.
    func fail(_ error: PostgresError) {
        switch work {
        case .batch(_, let answer): answer(.failure(error))
        case .transaction(let channel): channel.end(error)
        case .thread(let work): work.fail(error)
        }
    }
}
