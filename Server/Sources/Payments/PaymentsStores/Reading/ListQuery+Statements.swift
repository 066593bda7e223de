import PaymentsModel
import SQLPort

/// One list over one table, or over several with the same columns and the same order.
struct JoinedList<Record: StoredRecord>: Sendable {
    let lists: [ListQuery<Record>]

    init(_ lists: ListQuery<Record>...) { self.lists = lists }

    /// The statements of a page, sent in one round trip.
    struct Questions: Sendable {
        var rows: SQLStatement
        var count: SQLStatement?
        /// Whether a row exists on the cursor's other side; `nil` for a page by its number.
        var behind: SQLStatement?

        /// All statements in their order.
        var all: [SQLStatement] { [rows] + [count, behind].compactMap { $0 } }
    }

    /// The statements of a page; `nil` for a page that is too far away to hold a row.
    func questions(_ request: PageRequest) -> Questions? {
        let size = Self.size(of: request)
        let count = request.isCounted ? self.count : nil
        switch request.start {
        case .page(let number):
            let (offset, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
            guard !overflow else { return nil }
            return Questions(rows: rows("DESC", nil, size, offset), count: count)
        case .after(let cursor):
            // No row lies between the cursor and the first older row.
            return Questions(rows: rows("DESC", ("<", cursor), size, 0), count: count, behind: exists(">=", cursor))
        case .before(let cursor):
            return Questions(rows: rows("ASC", (">", cursor), size, 0), count: count, behind: exists("<=", cursor))
        }
    }

    static func size(of request: PageRequest) -> Int { max(1, request.size) }

    /// The rows, with one more than requested, which shows that there are more.
    private func rows(
        _ order: String,
        _ cursor: (comparison: String, id: AnyID)?,
        _ size: Int,
        _ offset: Int
    ) -> SQLStatement {
        var bound = BoundValues()
        let parts = lists.flatMap { $0.selections(beyond: cursor, &bound) }
        let (more, overflow) = size.addingReportingOverflow(1)
        let (limit, skipped) = (bound.next(.limit(overflow ? size : more)), bound.next(.limit(offset)))
        let end = #"ORDER BY "place" \#(order) LIMIT \#(limit) OFFSET \#(skipped)"#
        if parts.count == 1 {
            return SQLStatement(PaymentsSchema.all.listText("\(parts[0]) \(end)"), values: bound.values)
        }
        // SQLite merges parts that are in the order of their ids. PostgreSQL would sort all of them: each part has a
        // limit, so few rows are sorted.
        let cut = parts.map { #"(\#($0) ORDER BY "place" \#(order) LIMIT \#(limit) + \#(skipped))"# }
        return SQLStatement(
            PaymentsSchema.all.listText(
                sqlite: "\(parts.joined(separator: " UNION ALL ")) \(end)",
                postgres: "\(cut.joined(separator: " UNION ALL ")) \(end)"
            ),
            values: bound.values
        )
    }

    private func exists(_ comparison: String, _ cursor: AnyID) -> SQLStatement {
        var bound = BoundValues()
        let parts = lists.map { $0.existence(beyond: (comparison, cursor), &bound) }
        let sql = "\(parts.joined(separator: " UNION ALL ")) LIMIT 1"
        return SQLStatement(PaymentsSchema.all.listText(sql), values: bound.values)
    }

    /// Counts the rows, up to one more than the largest count.
    private var count: SQLStatement {
        var bound = BoundValues()
        let parts = lists.map { $0.existence(beyond: nil, &bound) }
        let sql = """
            SELECT COUNT(*) FROM (
                \(parts.joined(separator: " UNION ALL ")) LIMIT \(ListQuery<Record>.largestCount + 1)) AS "counted"
            """
        return SQLStatement(PaymentsSchema.all.listText(sql), values: bound.values)
    }
}

/// The values of a statement that is put together from lists, each of which counts its own from 1.
private struct BoundValues {
    private(set) var values: [SQLValue] = []

    /// Binds one more value and returns its number.
    mutating func next(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count)"
    }

    /// Binds a list's values; returns its text with the numbers that they have here.
    mutating func take(_ own: [SQLValue], in text: String) -> String {
        let before = values.count
        values += own
        guard before > 0 else { return text }
        return text.replacing(#/\?(\d+)/#) { "?\((Int($0.output.1) ?? 0) + before)" }
    }
}

extension ListQuery {
    /// The rows in the order of their places, once for each value of an alternative.
    fileprivate func selections(
        beyond cursor: (comparison: String, id: AnyID)?,
        _ bound: inout BoundValues
    ) -> [String] {
        // A record may have the id among its own columns, so the id has another name here.
        let own = #"SELECT \#(place) AS "place", \#(columns) FROM \#(source) WHERE \#(condition)"#
        var selection = bound.take(values, in: own)
        if let cursor { selection += " AND \(comparedPlace) \(cursor.comparison) \(bound.next(cursor.id.bound))" }
        guard let alternatives else { return [selection] }
        return alternatives.values.map { #"\#(selection) AND "\#(alternatives.column)" = \#(bound.next($0))"# }
    }

    /// The rows without their values and without an order.
    fileprivate func existence(
        beyond cursor: (comparison: String, id: AnyID)?,
        _ bound: inout BoundValues
    ) -> String {
        var sql = bound.take(values, in: "SELECT 1 FROM \(source) WHERE \(condition)")
        if let alternatives {
            let numbers = alternatives.values.map { bound.next($0) }.joined(separator: ", ")
            sql += #" AND "\#(alternatives.column)" IN (\#(numbers))"#
        }
        if let cursor { sql += " AND \(comparedPlace) \(cursor.comparison) \(bound.next(cursor.id.bound))" }
        return sql
    }
}

extension SQLPaymentsStore {
    func page<Record>(_ query: ListQuery<Record>, _ request: PageRequest) async throws(StorageFault) -> Page<Record> {
        try await page(JoinedList(query), request)
    }

    /// Reads one page in one round trip.
    func page<Record>(_ query: JoinedList<Record>, _ request: PageRequest) async throws(StorageFault) -> Page<Record> {
        guard let questions = query.questions(request) else { return try await nothing(of: query, request) }
        let answers = try await answers(questions.all)
        return try read { try Page(questions, answers, of: request) }
    }

    /// A page without rows, which may still have the total count.
    private func nothing<Record>(
        of query: JoinedList<Record>,
        _ request: PageRequest
    ) async throws(StorageFault) -> Page<Record> {
        let first = PageRequest(size: 1, start: .page(1), isCounted: request.isCounted)
        var page = try await self.page(query, first)
        page.hasNewer = !page.items.isEmpty
        page.items = []
        page.hasOlder = false
        if !request.isCounted { page.count = 0 }
        return page
    }
}

extension Page where Item: StoredRecord {
    fileprivate init(
        _ questions: JoinedList<Item>.Questions,
        _ answers: [SQLAnswer],
        of request: PageRequest
    ) throws {
        let size = JoinedList<Item>.size(of: request)
        let found = answers.first?.rows ?? []
        var count: Int?
        if questions.count != nil {
            count = Int(try answers[1].rows.first?.values[...].at(0).integer ?? 0)
        }
        let hasMore = found.count > size
        let isBehind = questions.behind != nil && answers.last?.rows.isEmpty == false
        var rows = found.prefix(size)
        let (hasOlder, hasNewer): (Bool, Bool)
        switch request.start {
        case .page(let number): (hasOlder, hasNewer) = (hasMore, number > 1 && count != 0)
        case .after: (hasOlder, hasNewer) = (hasMore, isBehind)
        case .before:
            rows.reverse()
            (hasOlder, hasNewer) = (isBehind, hasMore)
        }
        let largest = ListQuery<Item>.largestCount
        self.init(
            items: try rows.map { try Item(columnValues: $0.values.dropFirst()) },
            count: count.map { min($0, largest) } ?? rows.count,
            isCountCapped: count.map { $0 > largest } ?? (hasOlder || hasNewer),
            hasOlder: hasOlder,
            hasNewer: hasNewer
        )
    }
}
