import PostgresClient

/// One row, as its database returns it; ``ColumnReader`` reads it.
public struct SQLRow: Sendable {
    enum Source {
        /// SQLite's values, with decoded texts.
        case sqlite([SQLValue])
        case postgres([PostgresValue])
    }

    let source: Source

    /// The values of the row's columns from left to right.
    public var values: [SQLValue] {
        switch source {
        case .sqlite(let values): values
        case .postgres(let values): values.map { SQLValue($0).read }
        }
    }
}

extension SQLValue {
    /// The value with its text decoded.
    var read: SQLValue {
        guard case .text(let text) = self else { return self }
        return .text(KeptText.read(text))
    }
}

/// The database holds a value that this program did not write.
public struct SQLFault: Error, Hashable, Sendable {
    public var table: String
    /// The column's name, or its number from 1.
    public var column: String

    public init(table: String, column: String) {
        self.table = table
        self.column = column
    }
}
