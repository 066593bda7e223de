/// An open transaction on its connection's thread, for code that blocks for each answer.
///
/// The body of ``PostgresPool/blockingTransaction(_:opening:within:_:)`` receives it.
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

    /// Runs statements in one round trip, after the delayed ones, and returns the answers of `statements` alone.
    ///
    /// After an error nothing of the transaction is committed, and everything that follows fails with the same error.
    /// Its ``PostgresError/statement`` counts the delayed statements too.
    public func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        let all = delayed + statements
        let answers = try course.run(PostgresBatch(.reads, all), on: connection, until: end).get()
        delayed = []
        return Array(answers.suffix(statements.count))
    }

    /// Delays a statement until the next round trip or the commit; an error of the statement appears there.
    public func delay(_ statement: PostgresStatement) { delayed.append(statement) }

    /// Sends the delayed statements and the commit in one round trip.
    func commit() throws(PostgresError) {
        isOver = true
        _ = try course.commit(PostgresBatch(.writes, delayed), on: connection, until: end).get()
    }

    /// Rolls the transaction back; does nothing after a commit, even after a failed one.
    func undo() {
        if !isOver { course.undo(on: connection, until: end) }
        isOver = true
    }
}

/// Work that a connection's thread runs itself.
struct ThreadWork: Sendable {
    /// Answers the waiting caller, however the work ends.
    let run: @Sendable (PostgresConnection, ContinuousClock.Instant) -> Void
    /// Answers the caller when no thread took the work.
    let fail: @Sendable (PostgresError) -> Void
}
