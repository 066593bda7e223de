public import ChavePixModel

/// Reads the columns of one row from left to right, and believes none of them.
public struct ColumnReader {
    private let row: SQLRow
    private let table: String
    private var index = -1

    /// `table` names the rows in an error.
    public init(_ row: SQLRow, table: String) {
        self.row = row
        self.table = table
    }

    public mutating func text() throws -> String {
        guard case .text(let text) = try next() else { throw fault() }
        return text
    }

    public mutating func optionalText() throws -> String? {
        switch try next() {
        case .null: nil
        case .text(let text): text
        case .integer, .bytes, .id, .fraction: throw fault()
        }
    }

    public mutating func integer() throws -> Int64 {
        guard case .integer(let number) = try next() else { throw fault() }
        return number
    }

    public mutating func optionalInteger() throws -> Int64? {
        switch try next() {
        case .null: nil
        case .integer(let number): number
        case .text, .bytes, .id, .fraction: throw fault()
        }
    }

    public mutating func bytes() throws -> [UInt8] {
        guard let bytes = try next().anyBytes else { throw fault() }
        return bytes
    }

    public mutating func optionalBytes() throws -> [UInt8]? {
        let value = try next()
        guard value != .null else { return nil }
        guard let bytes = value.anyBytes else { throw fault() }
        return bytes
    }

    public mutating func time() throws -> Timestamp { Timestamp(microseconds: try integer()) }

    public mutating func optionalTime() throws -> Timestamp? {
        try optionalInteger().map(Timestamp.init(microseconds:))
    }

    /// One of the words that an enumeration knows.
    public mutating func word<Word: RawRepresentable<String>>(as type: Word.Type = Word.self) throws -> Word {
        guard let word = Word(rawValue: try text()) else { throw fault() }
        return word
    }

    public mutating func optionalWord<Word: RawRepresentable<String>>(
        as type: Word.Type = Word.self
    ) throws -> Word? {
        guard let text = try optionalText() else { return nil }
        guard let word = Word(rawValue: text) else { throw fault() }
        return word
    }

    /// Of the column that was read last, or of the one that is named.
    public func fault(_ column: String? = nil) -> SQLFault {
        SQLFault(table: table, column: column ?? "\(index + 1)")
    }

    private mutating func next() throws -> SQLValue {
        index += 1
        switch row.source {
        case .sqlite(let values):
            guard values.indices.contains(index) else { throw fault() }
            return values[index]
        case .postgres(let values):
            guard values.indices.contains(index) else { throw fault() }
            return SQLValue(values[index]).read
        }
    }
}
