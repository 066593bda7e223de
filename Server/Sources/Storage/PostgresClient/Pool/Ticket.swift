import Synchronization

/// One request's place in the line: a thread with a connection takes it once, or the line fails it once.
final class Ticket: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The work of the thread on its connection.
    enum Work: Sendable {
        case batch(PostgresBatch, @Sendable (Result<[PostgresRows], PostgresError>) -> Void)
        case transaction(TransactionChannel)
        case thread(ThreadWork)
    }

    let work: Work
    /// The deadline for waiting for a connection.
    let waitsUntil: Instant
    /// The deadline of the request.
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
