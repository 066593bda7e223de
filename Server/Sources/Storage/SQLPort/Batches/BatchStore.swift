/// Runs declared statements, all of a batch in one transaction and one round trip.
///
/// No statement of a batch depends on another's answer: a condition is the demand of its text.
public protocol BatchStore: Sendable {
    /// Whether the database accepts writes.
    var isHealthy: Bool { get }

    /// Reads the answers to all statements in one round trip.
    ///
    /// A file answers from one snapshot. PostgreSQL answers each statement from the data at that statement's start.
    /// Statements that must agree are one statement, or run in ``snapshot(within:_:)``.
    func read(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer]

    /// Runs all statements in their order, or none: the first failure undoes the others.
    ///
    /// Returns when the commit is durable.
    func write(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer]

    /// Runs statements that no caller needs soon: PostgreSQL stores them a little later, with others of their kind.
    ///
    /// A file stores them together with its next write. `row` is the row that the statements lock: batches in one
    /// transaction lock their rows in the order of the ids. `question` runs once for all batches of a transaction, and
    /// its answer comes last.
    func writeInNoHurry(
        _ statements: [SQLStatement],
        locking row: SQLValue,
        thenAsking question: SQLStatement?
    ) async throws(SQLFailure) -> [SQLAnswer]

    /// Asks `questions`, then writes the statements that `decide` returns, in one transaction and two round trips.
    ///
    /// Between the two round trips, PostgreSQL holds only the locks of the questions. `decide` may run again, and has
    /// no other effect.
    func write(
        asking questions: [SQLStatement],
        _ decide: @escaping @Sendable ([SQLAnswer]) throws -> [SQLStatement]
    ) async throws(SQLFailure) -> SQLDecision

    /// Runs `work`, which only reads, on one snapshot.
    ///
    /// PostgreSQL limits it to `time`; a file has no limit.
    func snapshot<Value: Sendable>(
        within time: Duration?,
        _ work: @escaping @Sendable (any SQLSnapshot) throws -> Value
    ) async throws(SQLFailure) -> Value

    /// Finishes the waiting work and closes a file; the maker of a PostgreSQL pool closes the pool.
    func close() async
}

/// The answers of a transaction that asks before it writes.
public struct SQLDecision: Sendable {
    /// The answers to the questions, as `decide` received them.
    public let asked: [SQLAnswer]
    /// The answers to the written statements.
    public let wrote: [SQLAnswer]

    init(asked: [SQLAnswer], wrote: [SQLAnswer]) {
        self.asked = asked
        self.wrote = wrote
    }
}

/// The data of one moment, for questions that build on each other's answers.
public protocol SQLSnapshot: AnyObject {
    func rows(_ statement: SQLStatement) throws -> [SQLRow]
    /// Passes the rows to `body` one by one, without a list of all of them.
    func forEachRow(_ statement: SQLStatement, _ body: (SQLRow) throws -> Void) throws
    /// Reads the errors in the database's files and in the references between its tables.
    ///
    /// PostgreSQL returns none: it checks references at every statement, and finds damage when it reads the damaged
    /// data.
    func damage() throws -> [SQLDamage]
}

/// One error in a database itself.
public enum SQLDamage: Hashable, Sendable, CustomStringConvertible {
    /// A damaged file, with SQLite's message.
    case file(String)
    /// A row refers to a missing row; `row` is `nil` for a table without row numbers.
    case orphan(table: String, row: Int64?)

    public var description: String {
        switch self {
        case .file(let what): "the file is damaged: \(what)"
        case .orphan(let table, let row): "\(row.map { "row \($0)" } ?? "a row") of \(table) refers to nothing"
        }
    }
}

/// The reason why a batch was not stored, or why its outcome is unknown.
public enum SQLFailure: Error, Sendable {
    /// The statement at this place does not meet its demand; the count of decided statements begins after the
    /// questions.
    case unmet(statement: Int)
    /// Another row has the unique key `key`: the index's name, or PostgreSQL's name for a key without an index name.
    case taken(key: String, statement: Int?)
    case fault(SQLStorageFault)
}

extension SQLFailure {
    /// Reads an answer; a row that this program did not write is a fault.
    public static func reading<Value>(_ read: () throws -> Value) throws(SQLFailure) -> Value {
        do {
            return try read()
        } catch {
            throw .fault(SQLStorageFault(underlying: error))
        }
    }

    /// The fault of a batch that has neither a demand nor a unique key.
    public var fault: SQLStorageFault {
        guard case .fault(let fault) = self else { return SQLStorageFault(underlying: self) }
        return fault
    }
}

/// The database failed and did not decide about the batch.
public struct SQLStorageFault: Error, Sendable {
    /// The cause, which holds no bound value.
    public var underlying: any Error
    /// Whether the write may be stored all the same.
    public var isOutcomeUnknown: Bool
    /// Whether the caller stopped waiting before anything was sent.
    public var isAbandoned: Bool

    public init(underlying: any Error, isOutcomeUnknown: Bool = false, isAbandoned: Bool = false) {
        self.underlying = underlying
        self.isOutcomeUnknown = isOutcomeUnknown
        self.isAbandoned = isAbandoned
    }
}
