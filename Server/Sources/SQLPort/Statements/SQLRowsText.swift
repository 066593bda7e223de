/// A statement that stores several rows of a table at once, written once for both databases.
///
/// There is a text for each count of rows, up to a few; more rows are stored by more statements.
public struct SQLRowsText: Sendable {
    private static let most = 4

    private let texts: [SQLText]

    /// `insertion` is all before `VALUES`; a row has as many values as `columns` says.
    init(_ insertion: String, columns: Int, in schema: StoreSchema) {
        texts = (1...Self.most).map { count in
            let rows = (0..<count).map { row in
                let places = (1...columns).map { "?\(row * columns + $0)" }
                return "(\(places.joined(separator: ", ")))"
            }
            return schema.text("\(insertion) VALUES \(rows.joined(separator: ", "))")
        }
    }

    /// What stores `rows`, in their order; nothing where there are none.
    public func statements(of rows: [[SQLValue]]) -> [SQLStatement] {
        if rows.count == 1 { return [SQLStatement(texts[0], values: rows[0])] }
        return stride(from: 0, to: rows.count, by: Self.most).map { start in
            let part = rows[start..<min(start + Self.most, rows.count)]
            return SQLStatement(texts[part.count - 1], values: part.flatMap { $0 })
        }
    }
}

extension StoreSchema {
    /// A statement that stores rows; `insertion` is all before `VALUES`, for rows of so many columns.
    public func rowsText(_ insertion: String, columns: Int) -> SQLRowsText {
        SQLRowsText(insertion, columns: columns, in: self)
    }
}
