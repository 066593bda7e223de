import ChavePixModel

/// One row, by the names of its columns.
struct CardsRow: Sendable {
    private let values: [String: CardsValue]

    init(_ columns: some Sequence<(String, CardsValue)>) {
        values = Dictionary(columns) { first, _ in first }
    }

    subscript(column: String) -> CardsValue? { values[column] }
}

/// The database holds what the sandbox did not write into it.
struct CardsFileFault: Error, Hashable {
    var table: String
    var column: String
}

/// Reads the columns of one row by their names, and believes none of them.
struct RowReader {
    private let row: CardsRow
    private let table: String

    init(_ row: CardsRow, table: String) {
        self.row = row
        self.table = table
    }

    func text(_ column: String) throws -> String {
        guard case .text(let text)? = row[column] else { throw fault(column) }
        return text
    }

    func optionalText(_ column: String) throws -> String? { row[column] == .null ? nil : try text(column) }

    func integer(_ column: String) throws -> Int64 {
        guard case .integer(let integer)? = row[column] else { throw fault(column) }
        return integer
    }

    func optionalInteger(_ column: String) throws -> Int64? { row[column] == .null ? nil : try integer(column) }

    func time(_ column: String) throws -> Timestamp { Timestamp(microseconds: try integer(column)) }

    func optionalTime(_ column: String) throws -> Timestamp? {
        try optionalInteger(column).map(Timestamp.init(microseconds:))
    }

    /// One of the words that an enumeration knows.
    func word<Word: RawRepresentable<String>>(_ column: String, as type: Word.Type = Word.self) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else { throw fault(column) }
        return word
    }

    private func fault(_ column: String) -> CardsFileFault { CardsFileFault(table: table, column: column) }
}
