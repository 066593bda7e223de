import ChavePixModel
import GRDB

extension Database {
    /// Executes a statement that is prepared once per connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a query that is prepared once per connection.
    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// All rows of a query that is prepared once per connection.
    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}

/// The file holds what the sandbox did not write into it.
struct CardsFileFault: Error, Hashable {
    var table: String
    var column: String
}

/// Reads the columns of one row by their names, and believes none of them.
struct RowReader {
    private let row: Row
    private let table: String

    init(_ row: Row, table: String) {
        self.row = row
        self.table = table
    }

    func text(_ column: String) throws -> String {
        guard let text = String.fromDatabaseValue(try value(column)) else { throw fault(column) }
        return text
    }

    func optionalText(_ column: String) throws -> String? { try value(column).isNull ? nil : text(column) }

    func integer(_ column: String) throws -> Int64 {
        guard let integer = Int64.fromDatabaseValue(try value(column)) else { throw fault(column) }
        return integer
    }

    func optionalInteger(_ column: String) throws -> Int64? { try value(column).isNull ? nil : integer(column) }

    func time(_ column: String) throws -> Timestamp { Timestamp(microseconds: try integer(column)) }

    func optionalTime(_ column: String) throws -> Timestamp? {
        try optionalInteger(column).map(Timestamp.init(microseconds:))
    }

    /// One of the words that an enumeration knows.
    func word<Word: RawRepresentable<String>>(_ column: String, as type: Word.Type = Word.self) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else { throw fault(column) }
        return word
    }

    private func value(_ column: String) throws -> DatabaseValue {
        guard let value: DatabaseValue = row[column] else { throw fault(column) }
        return value
    }

    private func fault(_ column: String) -> CardsFileFault { CardsFileFault(table: table, column: column) }
}
