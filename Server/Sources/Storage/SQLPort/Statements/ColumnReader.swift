public import ChaveBase

/// Reads the columns of one row from left to right, and checks each of them.
public struct ColumnReader {
    private let row: SQLRow
    private let table: String
    private let start: Int
    /// The index of the column that was read last.
    private var index: Int

    /// `table` names the rows in an error.
    public init(_ row: SQLRow, table: String) {
        self.init(row, table: table, start: 0)
    }

    private init(_ row: SQLRow, table: String, start: Int) {
        self.row = row
        self.table = table
        self.start = start
        index = start - 1
    }

    /// Returns a reader of the next `count` columns, which hold a joined row of `table`; `nil` when the join found
    /// none.
    ///
    /// The first of these columns is null then.
    public mutating func joined(_ table: String, columns count: Int) throws -> ColumnReader? {
        let reader = ColumnReader(row, table: table, start: index + 1)
        let isThere = try next() != .null
        index = reader.index + count
        return isThere ? reader : nil
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

    /// Reads a text that is a raw value of the enumeration.
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

    /// The fault of the column that was read last, or of `column`.
    public func fault(_ column: String? = nil) -> SQLFault {
        SQLFault(table: table, column: column ?? "\(index - start + 1)")
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
