/// A statement's text with the values of its parameters.
public struct SQLStatement: Sendable {
    public let text: SQLText
    public let values: [SQLValue]

    public init(_ text: SQLText, _ arguments: SQLArguments = []) {
        self.text = text
        values = arguments.values
    }

    public init(_ text: SQLText, values: [SQLValue]) {
        self.text = text
        self.values = values
    }
}

/// The answer to one statement of a batch.
public struct SQLAnswer: Sendable {
    /// The rows of a query or of a write with `RETURNING`; empty where the statement has a demand.
    public let rows: [SQLRow]
    /// The number of rows that a write changed.
    public let count: Int

    init(rows: [SQLRow] = [], count: Int = 0) {
        self.rows = rows
        self.count = count
    }
}
