package import PostgresClient

extension PostgresValue {
    package init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(KeptText.written(text))
        case .bytes(let bytes): self = .bytes(bytes)
        case .id(let high, let low): self = .uuid(high: high, low: low)
        case .fraction(let number): self = .text("\(number)")
        }
    }
}

extension SQLValue {
    /// Converts a value; a boolean becomes a number, as in SQLite.
    init(_ value: PostgresValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .uuid(let high, let low): self = .id(high: high, low: low)
        case .boolean(let flag): self = .integer(flag ? 1 : 0)
        }
    }
}

extension SQLStatement {
    /// The statement for PostgreSQL; `nil` for a statement for SQLite alone.
    package var ofPostgres: PostgresStatement? {
        text.postgres.map { PostgresStatement($0, values.map(PostgresValue.init)) }
    }
}
