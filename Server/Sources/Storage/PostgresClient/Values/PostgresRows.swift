/// The answer to one statement.
public struct PostgresRows: Hashable, Sendable {
    public var columns: [String]
    public var rows: [[PostgresValue]]
    /// The number of rows that the statement selected, inserted, changed or deleted.
    public var count: Int

    public init(columns: [String] = [], rows: [[PostgresValue]] = [], count: Int = 0) {
        self.columns = columns
        self.rows = rows
        self.count = count
    }

    /// The first value of the first row, or `nil` without a row.
    public var first: PostgresValue? { rows.first?.first }
}

/// Reads a row's columns from left to right; a column of another type throws an error that names its place.
public struct PostgresColumns {
    private let row: [PostgresValue]
    private var position = 0

    public init(_ row: [PostgresValue]) { self.row = row }

    public mutating func integer() throws(PostgresError) -> Int64 {
        guard case .integer(let number) = try next() else { throw wrong("an integer") }
        return number
    }

    public mutating func boolean() throws(PostgresError) -> Bool {
        guard case .boolean(let flag) = try next() else { throw wrong("a boolean") }
        return flag
    }

    public mutating func text() throws(PostgresError) -> String {
        guard case .text(let text) = try next() else { throw wrong("a text") }
        return text
    }

    public mutating func bytes() throws(PostgresError) -> [UInt8] {
        guard case .bytes(let bytes) = try next() else { throw wrong("bytes") }
        return bytes
    }

    public mutating func optionalInteger() throws(PostgresError) -> Int64? { try isNull() ? nil : try integer() }
    public mutating func optionalText() throws(PostgresError) -> String? { try isNull() ? nil : try text() }
    public mutating func optionalBytes() throws(PostgresError) -> [UInt8]? { try isNull() ? nil : try bytes() }

    /// Skips the column when it is null, and leaves it otherwise.
    private mutating func isNull() throws(PostgresError) -> Bool {
        guard position < row.count else { throw missing }
        guard row[position] == .null else { return false }
        position += 1
        return true
    }

    private mutating func next() throws(PostgresError) -> PostgresValue {
        guard position < row.count else { throw missing }
        defer { position += 1 }
        return row[position]
    }

    private var missing: PostgresError {
        PostgresError(.unreadableAnswer, explanation: "the row has \(row.count) columns and one more was asked for")
    }

    private func wrong(_ wanted: String) -> PostgresError {
        let found = position > 0 && position <= row.count ? row[position - 1].description : "nothing"
        return PostgresError(.unreadableAnswer, explanation: "column \(position) is \(found) and should be \(wanted)")
    }
}
