/// What a desk asks of its database, inside one transaction; SQLite and PostgreSQL both answer it.
///
/// A statement is one that both of them know, with parameters by number: `?1`, `?2`. Its text is one of few, so that each
/// connection prepares it once.
protocol CardsDatabase: AnyObject {
    /// All rows of a query.
    func rows(_ sql: String, _ arguments: CardsArguments) throws -> [CardsRow]
    /// Executes a statement, and says how many rows it changed.
    @discardableResult func run(_ sql: String, _ arguments: CardsArguments) throws -> Int
    /// What is wrong with the files and the references between tables, in sentences.
    func damage() throws -> [String]
}

extension CardsDatabase {
    /// The first row of a query.
    func row(_ sql: String, _ arguments: CardsArguments) throws -> CardsRow? { try rows(sql, arguments).first }
}

/// Where the tables are, and how a desk's transactions get there.
protocol CardsStore: Sendable {
    /// Whether anything can be written.
    var isHealthy: Bool { get }

    /// Runs `work` in a transaction that holds when this returns, and of which nothing is left when it throws.
    ///
    /// No other work runs meanwhile, here or on another node. `work` may be run more than once, so it does nothing but ask
    /// and tell the database.
    func change<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value

    /// Runs `work` on a snapshot that holds everything acknowledged before the call.
    func look<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value

    /// Finishes what waits, and lets go of the database.
    func close() async
}

/// A value as both databases keep it.
enum CardsValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
}

/// What can stand for a parameter.
protocol CardsParameter {
    var cardsValue: CardsValue { get }
}

extension String: CardsParameter {
    var cardsValue: CardsValue { .text(self) }
}

extension Int64: CardsParameter {
    var cardsValue: CardsValue { .integer(self) }
}

extension Int: CardsParameter {
    var cardsValue: CardsValue { .integer(Int64(self)) }
}

/// The values of a statement's parameters, in their order.
struct CardsArguments: ExpressibleByArrayLiteral, Sendable {
    let values: [CardsValue]

    init(arrayLiteral elements: (any CardsParameter)?...) {
        values = elements.map { $0?.cardsValue ?? .null }
    }
}
