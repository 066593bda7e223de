/// An open transaction on the thread of its connection, for code that asks one thing after the other and waits for each
/// answer: the body of ``PostgresPool/blockingTransaction(_:opening:within:_:)``.
public final class PostgresSession {
    typealias Instant = ContinuousClock.Instant

    private let connection: PostgresConnection
    private let end: Instant
    private var course: TransactionCourse
    private var delayed: [PostgresStatement] = []
    private var isOver = false

    init(on connection: PostgresConnection, opening: [PostgresStatement], until end: Instant) {
        self.connection = connection
        self.end = end
        course = TransactionCourse(opening: connection.limited(opening))
    }

    /// Runs statements in one round trip, after those that were put off, and answers for these alone.
    ///
    /// After an error nothing of the transaction holds, and everything that follows fails with the same error; its
    /// ``PostgresError/statement`` counts what was put off too.
    public func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        let all = delayed + statements
        let answers = try course.run(PostgresBatch(.reads, all), on: connection, until: end).get()
        delayed = []
        return Array(answers.suffix(statements.count))
    }

    /// Puts a statement off until the next round trip, or the commit; it fails there, if it does.
    public func delay(_ statement: PostgresStatement) { delayed.append(statement) }

    /// What was put off and the commit, in one round trip.
    func commit() throws(PostgresError) {
        isOver = true
        _ = try course.commit(PostgresBatch(.writes, delayed), on: connection, until: end).get()
    }

    /// Does nothing after a commit, however that went.
    func undo() {
        if !isOver { course.undo(on: connection, until: end) }
        isOver = true
    }
}

/// Work that a connection's thread does by itself.
struct ThreadWork: Sendable {
    /// Answers whoever waits for it, in whatever way it ends.
    let run: @Sendable (PostgresConnection, ContinuousClock.Instant) -> Void
    /// Answers when no thread took it.
    let fail: @Sendable (PostgresError) -> Void
}
