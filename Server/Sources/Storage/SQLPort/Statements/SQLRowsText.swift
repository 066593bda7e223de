/// A statement that stores several rows of a table at once, written once for both databases.
///
/// Each count of rows from one to four has its own text; more rows need more statements.
public struct SQLRowsText: Sendable {
    private static let most = 4

    private let texts: [SQLText]

    init(_ sql: String, in schema: StoreSchema) {
        let ofOne = sql.split(separator: "VALUES (", omittingEmptySubsequences: false)
        precondition(ofOne.count == 2, "a statement that stores one row ends with its values")
        let columns = ofOne[1].count { $0 == "?" }
        texts = (1...Self.most).map { count in
            let rows = (0..<count).map { row in
                let places = (1...columns).map { "?\(row * columns + $0)" }
                return "(\(places.joined(separator: ", ")))"
            }
            return schema.text("\(ofOne[0])VALUES \(rows.joined(separator: ", "))")
        }
    }

    /// The statements that store `rows` in their order; none where there are no rows.
    public func statements(of rows: [[SQLValue]]) -> [SQLStatement] {
        if rows.count == 1 { return [SQLStatement(texts[0], values: rows[0])] }
        return stride(from: 0, to: rows.count, by: Self.most).map { start in
            let part = rows[start..<min(start + Self.most, rows.count)]
            return SQLStatement(texts[part.count - 1], values: part.flatMap { $0 })
        }
    }
}

extension StoreSchema {
    /// Makes a statement that stores rows from `sql`, the statement for one row.
    ///
    /// For example: `INSERT INTO "t" ("a", "b") VALUES (?1, ?2)`.
    public func rowsText(_ sql: String) -> SQLRowsText { SQLRowsText(sql, in: self) }
}
