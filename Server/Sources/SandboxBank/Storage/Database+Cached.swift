import ChavePixModel
import Foundation
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

/// What the database holds is not what the bank wrote into it.
struct BankDatabaseFault: Error, Hashable {
    var table: String
    var column: String
}

/// Reads the columns of one row from left to right.
struct ColumnReader {
    private let row: Row
    private let table: String
    private var index = -1

    init(_ row: Row, table: String) {
        self.row = row
        self.table = table
    }

    mutating func text() -> String {
        index += 1
        return row[index]
    }

    mutating func optionalText() -> String? {
        index += 1
        return row[index]
    }

    mutating func integer() -> Int64 {
        index += 1
        return row[index]
    }

    mutating func optionalInteger() -> Int64? {
        index += 1
        return row[index]
    }

    mutating func time() -> Timestamp { Timestamp(microseconds: integer()) }

    mutating func optionalTime() -> Timestamp? { optionalInteger().map(Timestamp.init(microseconds:)) }

    mutating func money() throws -> Money {
        guard let money = Money(centavos: integer()) else { throw fault("money") }
        return money
    }

    mutating func optionalMoney() throws -> Money? {
        guard let centavos = optionalInteger() else { return nil }
        guard let money = Money(centavos: centavos) else { throw fault("money") }
        return money
    }

    mutating func bytes() -> [UInt8] {
        index += 1
        let data: Data = row[index]
        return [UInt8](data)
    }

    mutating func optionalBytes() -> [UInt8]? {
        index += 1
        let data: Data? = row[index]
        return data.map { [UInt8]($0) }
    }

    func fault(_ column: String) -> BankDatabaseFault { BankDatabaseFault(table: table, column: column) }
}

extension Sequence<UInt8> {
    /// As SQLite stores bytes.
    var blob: Data { Data(self) }
}
