import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension ListQuery {
    /// What a page asks, all of it in one round trip.
    struct Questions: Sendable {
        var rows: PostgresStatement
        var count: PostgresStatement?
        /// Whether there is something on the cursor's other side; `nil` for a page by its number.
        var behind: PostgresStatement?

        /// In the order in which they are asked.
        var all: [PostgresStatement] { [rows] + [count, behind].compactMap { $0 } }
    }

    /// `nil` where no row can be found: a page too far away, or a text that no row has.
    func questions(_ request: PageRequest) -> Questions? {
        let size = Self.size(of: request)
        guard !values.contains(where: \.isNowhere) else { return nil }
        let count = request.isCounted ? self.count : nil
        switch request.start {
        case .page(let number):
            let (offset, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
            guard !overflow else { return nil }
            return Questions(rows: rows("DESC", nil, size, offset), count: count)
        case .after(let cursor):
            guard !cursor.bound.isNowhere else { return nil }
            // Nothing stands between the cursor and the first row that is older.
            return Questions(rows: rows("DESC", ("<", cursor), size, 0), count: count, behind: exists(">=", cursor))
        case .before(let cursor):
            guard !cursor.bound.isNowhere else { return nil }
            return Questions(rows: rows("ASC", (">", cursor), size, 0), count: count, behind: exists("<=", cursor))
        }
    }

    static func size(of request: PageRequest) -> Int { max(1, request.size) }

    /// One row more than asked for, which says that there are more.
    private func rows(
        _ order: String,
        _ cursor: (comparison: String, id: String)?,
        _ size: Int,
        _ offset: Int
    ) -> PostgresStatement {
        var bound = values
        func next(_ value: PostgresValue) -> String {
            bound.append(value)
            return "$\(bound.count)"
        }
        let place = cursor.map { #" AND "id" \#($0.comparison) \#(next($0.id.bound))"# } ?? ""
        let (more, overflow) = size.addingReportingOverflow(1)
        let limit = next(.limit(overflow ? size : more))
        let skipped = next(.limit(offset))
        // A record may have the id among its own columns: here it goes by another name.
        let selection =
            #"SELECT "id" AS "place", \#(Record.columnList) FROM "payments"."\#(table)" WHERE \#(condition)\#(place)"#
        let end = #"ORDER BY "place" \#(order)"#
        guard let alternatives else {
            return PostgresStatement("\(selection) \(end) LIMIT \(limit) OFFSET \(skipped)", bound)
        }
        // Each alternative is in the order of its ids, all together are not: each is cut, and few rows are sorted.
        let parts = alternatives.values.map { value in
            #"(\#(selection) AND "\#(alternatives.column)" = \#(next(value)) \#(end) LIMIT \#(limit) + \#(skipped))"#
        }
        return PostgresStatement(
            "\(parts.joined(separator: " UNION ALL ")) \(end) LIMIT \(limit) OFFSET \(skipped)",
            bound
        )
    }

    /// All conditions in one, for where the order is of no account.
    private var whole: (condition: String, values: [PostgresValue]) {
        guard let alternatives else { return (condition, values) }
        let numbers = alternatives.values.indices.map { "$\(values.count + $0 + 1)" }.joined(separator: ", ")
        return (
            condition + #" AND "\#(alternatives.column)" IN (\#(numbers))"#, values + alternatives.values
        )
    }

    private func exists(_ comparison: String, _ cursor: String) -> PostgresStatement {
        let (condition, values) = whole
        return PostgresStatement(
            #"SELECT 1 FROM "payments"."\#(table)" WHERE \#(condition) AND "id" \#(comparison) $\#(values.count + 1) LIMIT 1"#,
            values + [cursor.bound]
        )
    }

    /// One more than the largest count at most.
    private var count: PostgresStatement {
        let (condition, values) = whole
        return PostgresStatement(
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM "payments"."\(table)" WHERE \(condition) LIMIT \(Self.largestCount + 1)) AS "counted"
            """,
            values
        )
    }
}
