public import ChaveBase

/// The operations on a database inside one transaction, for SQLite and PostgreSQL.
///
/// Both databases know each statement; its parameters have numbers: `?1`, `?2`. A program uses few different texts, so
/// that each connection prepares each of them once. Nothing is stored before the commit; an error that leaves the
/// closure rolls everything back.
public protocol SQLDatabase: AnyObject {
    /// The first row of a query, or of a statement's `RETURNING` clause.
    func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow?
    /// All rows of a query.
    func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow]
    /// The rows of several queries, in one round trip where the database is remote.
    ///
    /// Each query sees the data at its own start.
    func answers(to questions: [SQLQuestion]) throws -> [[SQLRow]]
    /// Executes a statement whose effect the caller does not read; it may fail as late as at the commit.
    func run(_ sql: String, _ arguments: SQLArguments) throws
    /// Executes a statement and returns the number of changed rows.
    func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int
    /// The clock that all processes of the database share, for leases; `now` where one process has the database alone.
    func sharedClock(at now: Timestamp) throws -> Timestamp
    /// The lease time of taken work in seconds; 0 where no other process can take the work.
    var leaseSeconds: Int { get }
    /// The clause behind a query that locks rows for work: other transactions skip these rows without waiting.
    var takingRows: String { get }
    /// Reads the errors in the files and in the references between tables.
    func damage() throws -> [SQLDamage]
}

/// One of several queries that go to the database together.
public struct SQLQuestion: Sendable {
    let sql: String
    let arguments: SQLArguments

    public init(_ sql: String, _ arguments: SQLArguments) {
        self.sql = sql
        self.arguments = arguments
    }
}
