import ChavePixModel
import Foundation
import GRDB
import PostgresClient

/// One row, as the database that it came from hands it out.
enum BankRow {
    case sqlite(Row)
    case postgres([PostgresValue])
}

/// What the database holds is not what the bank wrote into it.
struct BankDatabaseFault: Error, Hashable {
    var table: String
    var column: String
}

/// Reads the columns of one row from left to right.
struct ColumnReader {
    private let row: BankRow
    private let table: String
    private var index = -1

    init(_ row: BankRow, table: String) {
        self.row = row
        self.table = table
    }

    mutating func text() throws -> String {
        index += 1
        switch row {
        case .sqlite(let row): return KeptText.read(row[index])
        case .postgres(let values): return try text(values)
        }
    }

    mutating func optionalText() throws -> String? {
        index += 1
        switch row {
        case .sqlite(let row): return (row[index] as String?).map(KeptText.read)
        case .postgres(let values): return try isNull(values) ? nil : text(values)
        }
    }

    mutating func integer() throws -> Int64 {
        index += 1
        switch row {
        case .sqlite(let row): return row[index]
        case .postgres(let values): return try integer(values)
        }
    }

    mutating func optionalInteger() throws -> Int64? {
        index += 1
        switch row {
        case .sqlite(let row): return row[index]
        case .postgres(let values): return try isNull(values) ? nil : integer(values)
        }
    }

    mutating func bytes() throws -> [UInt8] {
        index += 1
        switch row {
        case .sqlite(let row): return [UInt8](row[index] as Data)
        case .postgres(let values): return try bytes(values)
        }
    }

    mutating func optionalBytes() throws -> [UInt8]? {
        index += 1
        switch row {
        case .sqlite(let row): return (row[index] as Data?).map { [UInt8]($0) }
        case .postgres(let values): return try isNull(values) ? nil : bytes(values)
        }
    }

    func fault(_ column: String) -> BankDatabaseFault { BankDatabaseFault(table: table, column: column) }
}

extension ColumnReader {
    private func value(_ values: [PostgresValue]) throws -> PostgresValue {
        guard values.indices.contains(index) else { throw fault("\(index + 1)") }
        return values[index]
    }

    private func isNull(_ values: [PostgresValue]) throws -> Bool { try value(values) == .null }

    private func text(_ values: [PostgresValue]) throws -> String {
        guard case .text(let kept) = try value(values) else { throw fault("\(index + 1)") }
        return KeptText.read(kept)
    }

    private func integer(_ values: [PostgresValue]) throws -> Int64 {
        guard case .integer(let number) = try value(values) else { throw fault("\(index + 1)") }
        return number
    }

    private func bytes(_ values: [PostgresValue]) throws -> [UInt8] {
        guard case .bytes(let bytes) = try value(values) else { throw fault("\(index + 1)") }
        return bytes
    }
}

extension ColumnReader {
    mutating func time() throws -> Timestamp { Timestamp(microseconds: try integer()) }

    mutating func optionalTime() throws -> Timestamp? { try optionalInteger().map(Timestamp.init(microseconds:)) }

    mutating func money() throws -> Money {
        guard let money = Money(centavos: try integer()) else { throw fault("money") }
        return money
    }

    mutating func optionalMoney() throws -> Money? {
        guard let centavos = try optionalInteger() else { return nil }
        guard let money = Money(centavos: centavos) else { throw fault("money") }
        return money
    }
}
