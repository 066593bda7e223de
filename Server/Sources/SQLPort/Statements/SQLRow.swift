import GRDB
import PostgresClient

/// One row, as the database that it came from hands it out; ``ColumnReader`` reads it.
public struct SQLRow {
    enum Source {
        case sqlite(Row)
        case postgres([PostgresValue])
    }

    let source: Source
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
