import ChavePixModel

/// What a desk asks of its database, inside one transaction; SQLite and PostgreSQL both answer it.
///
/// A statement is one that both of them know, with parameters by number: `?1`, `?2`. Its text is one of few, so that each
/// connection prepares it once. Nothing is written before the transaction is committed, and an error ends all of it.
protocol BankDatabase: AnyObject {
    /// The first row of a query, or of what a statement returns.
    func row(_ sql: String, _ arguments: BankArguments) throws -> BankRow?
    /// All rows of a query.
    func rows(_ sql: String, _ arguments: BankArguments) throws -> [BankRow]
    /// Executes a statement whose effect nobody asks for; it may fail as late as at the commit.
    func run(_ sql: String, _ arguments: BankArguments) throws
    /// Executes a statement, and says how many rows it changed.
    func count(changedBy sql: String, _ arguments: BankArguments) throws -> Int
    /// The clock that all who share the database read, for leases; `now` where one process has it alone.
    func sharedClock(at now: Timestamp) throws -> Timestamp
    /// How long whoever took something to do has it; 0 where no other process could.
    var leaseSeconds: Int { get }
    /// What stands behind a query whose rows nobody else may take at the same time, and who need not wait for them.
    var takingRows: String { get }
    /// What is wrong with the files and the references between tables, in sentences.
    func damage() throws -> [String]
}

/// A value as both databases keep it.
enum BankValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// What can stand for a parameter.
protocol BankParameter {
    var bankValue: BankValue { get }
}

extension BankValue: BankParameter {
    var bankValue: BankValue { self }
}

extension String: BankParameter {
    var bankValue: BankValue { .text(self) }
}

extension Int64: BankParameter {
    var bankValue: BankValue { .integer(self) }
}

extension Int: BankParameter {
    var bankValue: BankValue { .integer(Int64(self)) }
}

/// As a number, which both databases have.
extension Bool: BankParameter {
    var bankValue: BankValue { .integer(self ? 1 : 0) }
}

extension Sequence<UInt8> {
    /// Bytes, and no text.
    var blob: BankValue { .bytes(Array(self)) }
}

/// The values of a statement's parameters, in their order.
struct BankArguments: ExpressibleByArrayLiteral, Sendable {
    let values: [BankValue]

    init(arrayLiteral elements: (any BankParameter)?...) {
        values = elements.map { $0?.bankValue ?? .null }
    }

    init(_ texts: [String]) { values = texts.map(BankValue.text) }
}
