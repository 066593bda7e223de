/// Where declared statements are answered, all of a batch in one transaction and one round trip.
///
/// No statement of a batch depends on another's answer: a condition is the demand of its text.
public protocol BatchStore: Sendable {
    /// Whether anything can be written.
    var isHealthy: Bool { get }

    /// Asks all, in one round trip.
    ///
    /// A file answers from one snapshot. PostgreSQL answers each statement by what held when it began: statements that must
    /// agree are one statement, or asked by ``snapshot(within:_:)``.
    func read(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer]

    /// Runs all in their order, or none: the first that fails takes the others with it.
    ///
    /// Returns when the commit is durable.
    func write(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer]

    /// The same for what nobody waits for: it is stored a little later, with others of its kind, or in a file with whatever
    /// is written anyway.
    ///
    /// `row` is the one that they lock: those that share a transaction lock theirs in the order of their ids. `question` is asked
    /// once for all of them, and its answer is the last.
    func writeInNoHurry(
        _ statements: [SQLStatement],
        locking row: SQLValue,
        thenAsking question: SQLStatement?
    ) async throws(SQLFailure) -> [SQLAnswer]

    /// Asks, then writes what `decide` makes of the answers, in one transaction and two round trips.
    ///
    /// PostgreSQL holds nothing between the two but what the questions hold. `decide` may run again, and does nothing outside.
    func write(
        asking questions: [SQLStatement],
        _ decide: @escaping @Sendable ([SQLAnswer]) throws -> [SQLStatement]
    ) async throws(SQLFailure) -> SQLDecision

    /// Runs `work`, which only reads, on one snapshot.
    ///
    /// It may take `time` in PostgreSQL; a file sets no end.
    func snapshot<Value: Sendable>(
        within time: Duration?,
        _ work: @escaping @Sendable (any SQLSnapshot) throws -> Value
    ) async throws(SQLFailure) -> Value

    /// Finishes what waits, and lets go of a file; a pool is its maker's to close.
    func close() async
}

/// The answers of a transaction that asked before it wrote.
public struct SQLDecision: Sendable {
    /// To the questions, as they were when it was decided.
    public let asked: [SQLAnswer]
    /// To what was written then.
    public let wrote: [SQLAnswer]

    init(asked: [SQLAnswer], wrote: [SQLAnswer]) {
        self.asked = asked
        self.wrote = wrote
    }
}

/// Everything that one moment has, for questions that build on each other's answers.
public protocol SQLSnapshot: AnyObject {
    func rows(_ statement: SQLStatement) throws -> [SQLRow]
    /// Hands out the rows one by one: no list of them all is made.
    func forEachRow(_ statement: SQLStatement, _ body: (SQLRow) throws -> Void) throws
    /// What is wrong with the database's files and the references between its tables.
    ///
    /// PostgreSQL answers none: it keeps its references at every statement, and finds damage when it reads it.
    func damage() throws -> [SQLDamage]
}

/// One thing that is wrong with a database itself.
public enum SQLDamage: Hashable, Sendable, CustomStringConvertible {
    /// In SQLite's words.
    case file(String)
    /// A row refers to one that is not there; a table without numbers for its rows has none to tell.
    case orphan(table: String, row: Int64?)

    public var description: String {
        switch self {
        case .file(let what): "the file is damaged: \(what)"
        case .orphan(let table, let row): "\(row.map { "row \($0)" } ?? "a row") of \(table) refers to nothing"
        }
    }
}

/// Why a batch was not stored, or nobody knows whether it was.
public enum SQLFailure: Error, Sendable {
    /// The demand of the statement at this place is not met; what was decided counts on from the questions.
    case unmet(statement: Int)
    /// Another row has the unique key of this name, which is the index's, or PostgreSQL's for a key without one.
    case taken(key: String, statement: Int?)
    case fault(SQLStorageFault)
}

extension SQLFailure {
    /// Reads what was answered: a row that this program did not write is a fault.
    public static func reading<Value>(_ read: () throws -> Value) throws(SQLFailure) -> Value {
        do {
            return try read()
        } catch {
            throw .fault(SQLStorageFault(underlying: error))
        }
    }

    /// The failure of a batch without a demand and without a key of its own: nothing else can be meant.
    public var fault: SQLStorageFault {
        guard case .fault(let fault) = self else { return SQLStorageFault(underlying: self) }
        return fault
    }
}

/// The database failed, and decided nothing.
public struct SQLStorageFault: Error, Sendable {
    /// Holds no value that was bound.
    public var underlying: any Error
    /// Whether the write may be stored all the same.
    public var isOutcomeUnknown: Bool
    /// The caller stopped waiting before anything was sent.
    public var isAbandoned: Bool

    public init(underlying: any Error, isOutcomeUnknown: Bool = false, isAbandoned: Bool = false) {
        self.underlying = underlying
        self.isOutcomeUnknown = isOutcomeUnknown
        self.isAbandoned = isAbandoned
    }
}
