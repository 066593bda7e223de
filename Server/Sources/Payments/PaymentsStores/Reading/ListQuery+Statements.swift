import PaymentsModel
import SQLPort

extension ListQuery {
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
        var bound = values
        func next(_ value: SQLValue) -> String {
            bound.append(value)
            return "?\(bound.count)"
        }
        let beyond = cursor.map { " AND \(comparedPlace) \($0.comparison) \(next($0.id.bound))" } ?? ""
        let (more, overflow) = size.addingReportingOverflow(1)
        let (limit, skipped) = (next(.limit(overflow ? size : more)), next(.limit(offset)))
        // A record may have the id among its own columns, so the id has another name here.
        let selection =
            #"SELECT \#(place) AS "place", \#(Record.columnList) FROM \#(source) WHERE \#(condition)\#(beyond)"#
        let end = #"ORDER BY "place" \#(order) LIMIT \#(limit) OFFSET \#(skipped)"#
        guard let alternatives else {
            return SQLStatement(PaymentsSchema.all.listText("\(selection) \(end)"), values: bound)
        }
        let parts = alternatives.values.map { #"\#(selection) AND "\#(alternatives.column)" = \#(next($0))"# }
        // SQLite merges parts that are in the order of their ids. PostgreSQL would sort all of them: each part has a
        // limit, so few rows are sorted.
        let cut = parts.map { #"(\#($0) ORDER BY "place" \#(order) LIMIT \#(limit) + \#(skipped))"# }
        return SQLStatement(
            PaymentsSchema.all.listText(
                sqlite: "\(parts.joined(separator: " UNION ALL ")) \(end)",
                postgres: "\(cut.joined(separator: " UNION ALL ")) \(end)"
            ),
            values: bound
        )
    }

    /// All conditions in one, for statements whose order does not matter.
    private var whole: (condition: String, values: [SQLValue]) {
        guard let alternatives else { return (condition, values) }
        let numbers = alternatives.values.indices.map { "?\(values.count + $0 + 1)" }.joined(separator: ", ")
        return (
            condition + #" AND "\#(alternatives.column)" IN (\#(numbers))"#, values + alternatives.values
        )
    }

    private func exists(_ comparison: String, _ cursor: AnyID) -> SQLStatement {
        let (condition, values) = whole
        let sql =
            "SELECT 1 FROM \(source) WHERE \(condition) AND \(comparedPlace) \(comparison) ?\(values.count + 1) LIMIT 1"
        return SQLStatement(PaymentsSchema.all.listText(sql), values: values + [cursor.bound])
    }

    /// Counts the rows, up to one more than the largest count.
    private var count: SQLStatement {
        let (condition, values) = whole
        let sql = """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM \(source) WHERE \(condition) LIMIT \(Self.largestCount + 1)) AS "counted"
            """
        return SQLStatement(PaymentsSchema.all.listText(sql), values: values)
    }
}

extension SQLPaymentsStore {
    /// Reads one page in one round trip.
    func page<Record>(_ query: ListQuery<Record>, _ request: PageRequest) async throws(StorageFault) -> Page<Record> {
        guard let questions = query.questions(request) else { return try await nothing(of: query, request) }
        let answers = try await answers(questions.all)
        return try read { try Page(questions, answers, of: request) }
    }

    /// A page without rows, which may still have the total count.
    private func nothing<Record>(
        of query: ListQuery<Record>,
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
        _ questions: ListQuery<Item>.Questions,
        _ answers: [SQLAnswer],
        of request: PageRequest
    ) throws {
        let size = ListQuery<Item>.size(of: request)
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
