public import ChaveBase

/// What somebody asks of a database inside one transaction; SQLite and PostgreSQL both answer it.
///
/// A statement is one that both of them know, with parameters by number: `?1`, `?2`. Its text is one of few, so that each
/// connection prepares it once. Nothing is written before the transaction is committed; an error that leaves the closure ends all of it.
public protocol SQLDatabase: AnyObject {
    /// The first row of a query, or of what a statement returns.
    func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow?
    /// All rows of a query.
    func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow]
    /// The rows of several queries that are asked together: one round trip, where the database is elsewhere.
    ///
    /// Each sees what held when it began.
    func answers(to questions: [SQLQuestion]) throws -> [[SQLRow]]
    /// Executes a statement whose effect nobody asks for; it may fail as late as at the commit.
    func run(_ sql: String, _ arguments: SQLArguments) throws
    /// Executes a statement, and says how many rows it changed.
    func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int
    /// The clock that all who share the database read, for leases; `now` where one process has it alone.
    func sharedClock(at now: Timestamp) throws -> Timestamp
    /// How long whoever took something to do has it; 0 where no other process could.
    var leaseSeconds: Int { get }
    /// What stands behind a query whose rows nobody else may take at the same time, and who need not wait for them.
    var takingRows: String { get }
    /// What is wrong with the files and the references between tables.
    func damage() throws -> [SQLDamage]
}

/// A query of those that are asked together.
public struct SQLQuestion: Sendable {
    let sql: String
    let arguments: SQLArguments

    public init(_ sql: String, _ arguments: SQLArguments) {
        self.sql = sql
        self.arguments = arguments
    }
}
