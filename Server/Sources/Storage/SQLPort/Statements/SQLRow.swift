import PostgresClient

/// One row, as the database that it came from hands it out; ``ColumnReader`` reads it.
public struct SQLRow: Sendable {
    enum Source {
        /// With the texts as they were before they were written.
        case sqlite([SQLValue])
        case postgres([PostgresValue])
    }

    let source: Source

    /// Its columns from left to right.
    public var values: [SQLValue] {
        switch source {
        case .sqlite(let values): values
        case .postgres(let values): values.map { SQLValue($0).read }
        }
    }
}

extension SQLValue {
    /// The text as it was before it was written.
    var read: SQLValue {
        guard case .text(let text) = self else { return self }
        return .text(KeptText.read(text))
    }
}

/// What the database holds is not what was written into it.
public struct SQLFault: Error, Hashable, Sendable {
    public var table: String
    /// By its name, or its number from 1.
    public var column: String

    public init(table: String, column: String) {
        self.table = table
        self.column = column
    }
}
