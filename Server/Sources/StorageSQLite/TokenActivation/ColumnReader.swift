import ChavePixModel
import GRDB
import TokenActivationCore

/// Reads a row's columns from left to right; what the schema does not allow is an error that names the table.
struct ColumnReader {
    /// A row that this program did not write.
    struct Unreadable: Error, Hashable {
        var table: String
        var column: Int
    }

    private let table: String
    private let row: [DatabaseValue]
    private var position = 0

    init(_ table: String, _ row: [DatabaseValue]) {
        self.table = table
        self.row = row
    }

    mutating func integer() throws -> Int64 { try required(Int64.fromDatabaseValue(try next())) }
    mutating func time() throws -> Timestamp { Timestamp(microseconds: try integer()) }
    mutating func text() throws -> String { try required(String.fromDatabaseValue(try next())) }
    mutating func blobText() throws -> String { try required(optional(try next()) { String(blob: $0) }) }
    mutating func digest() throws -> ActivationDigest {
        try required(ActivationDigest(bytes: [UInt8](blob: try next())))
    }

    mutating func optionalInteger() throws -> Int64? { Int64.fromDatabaseValue(try next()) }
    mutating func optionalTime() throws -> Timestamp? { try optionalInteger().map { Timestamp(microseconds: $0) } }
    mutating func optionalText() throws -> String? { String.fromDatabaseValue(try next()) }
    mutating func optionalBlobText() throws -> String? { optional(try next()) { String(blob: $0) } }
    mutating func optionalDigest() throws -> ActivationDigest? {
        optional(try next()) { ActivationDigest(bytes: [UInt8](blob: $0)) } ?? nil
    }

    /// What was made of the columns just read; they must make something.
    func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Unreadable(table: table, column: position) }
        return value
    }

    private func optional<Value>(_ value: DatabaseValue, _ read: (DatabaseValue) -> Value) -> Value? {
        value.isNull ? nil : read(value)
    }

    private mutating func next() throws -> DatabaseValue {
        guard position < row.count else { throw Unreadable(table: table, column: position) }
        defer { position += 1 }
        return row[position]
    }
}
