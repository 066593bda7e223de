import GRDB
import PaymentsCore
import SQLiteWriter

/// One page of a table, newest first, under conditions that are all literals of this driver.
///
/// The filters of a list come in any combination, so the statement is put together from fixed pieces; values are bound.
struct ListQuery<Record: StoredRecord>: Sendable {
    /// Counting stops here.
    static var largestCount: Int { 10_000 }

    private let table: String
    private var condition = #""organisation" = ?"#
    private var arguments: [DatabaseValue]

    init(_ table: String, of organisation: DatabaseValue) {
        self.table = table
        arguments = [organisation]
    }

    /// Adds a condition with one `?` for each of `values`.
    mutating func require(_ condition: String, _ values: DatabaseValue...) {
        self.condition += " AND \(condition)"
        arguments += values
    }

    /// Adds that `column` is one of `values`; of none nothing is.
    mutating func require(_ column: String, isOneOf values: [String]) {
        let places = values.map { _ in "?" }.joined(separator: ", ")
        condition += values.isEmpty ? " AND FALSE" : " AND \"\(column)\" IN (\(places))"
        arguments += values.map(\.databaseValue)
    }

    /// Adds a condition with one `?`, unless there is nothing to compare with.
    mutating func require(_ condition: String, ifPresent value: DatabaseValue?) {
        if let value { require(condition, value) }
    }

    /// Rows as read: to be decoded on the caller's side.
    struct Found: Sendable {
        /// The id, then the record's columns.
        var rows: [[DatabaseValue]]
        var count: Int
        var hasOlder: Bool
        var hasNewer: Bool
    }

    func run(_ request: PageRequest, in database: Database) throws -> Found {
        let size = max(1, request.size)
        let count = try count(in: database)
        switch request.start {
        case .page(let number):
            let (offset, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
            guard !overflow else { return Found(rows: [], count: count, hasOlder: false, hasNewer: count > 0) }
            let (rows, hasMore) = try rows(#"ORDER BY "id" DESC"#, [], size: size, offset: offset, in: database)
            return Found(rows: rows, count: count, hasOlder: hasMore, hasNewer: offset > 0 && count > 0)
        case .after(let cursor):
            let (rows, hasMore) = try rows(
                #"AND "id" < ? ORDER BY "id" DESC"#,
                [cursor.databaseValue],
                size: size,
                offset: 0,
                in: database
            )
            let newest = rows.first?.first ?? cursor.databaseValue
            let comparison = rows.isEmpty ? ">=" : ">"
            let hasNewer = try exists("\"id\" \(comparison) ?", newest, in: database)
            return Found(rows: rows, count: count, hasOlder: hasMore, hasNewer: hasNewer)
        case .before(let cursor):
            let (rows, hasMore) = try rows(
                #"AND "id" > ? ORDER BY "id" ASC"#,
                [cursor.databaseValue],
                size: size,
                offset: 0,
                in: database
            )
            let oldest = rows.first?.first ?? cursor.databaseValue
            let comparison = rows.isEmpty ? "<=" : "<"
            let hasOlder = try exists("\"id\" \(comparison) ?", oldest, in: database)
            return Found(rows: rows.reversed(), count: count, hasOlder: hasOlder, hasNewer: hasMore)
        }
    }

    /// At most `size` rows, and whether there is another one behind them.
    private func rows(
        _ rest: String,
        _ values: [DatabaseValue],
        size: Int,
        offset: Int,
        in database: Database
    ) throws -> (rows: [[DatabaseValue]], hasMore: Bool) {
        let (limit, overflow) = size.addingReportingOverflow(1)
        let sql = """
            SELECT "id", \(Record.columnList) FROM "\(table)" WHERE \(condition) \(rest) LIMIT ? OFFSET ?
            """
        let bounds = [(overflow ? size : limit).databaseValue, offset.databaseValue]
        let rows = try database.rows(sql, arguments + values + bounds)
        return (Array(rows.prefix(size)), rows.count > size)
    }

    private func exists(_ comparison: String, _ value: DatabaseValue, in database: Database) throws -> Bool {
        let sql = #"SELECT 1 FROM "\#(table)" WHERE \#(condition) AND \#(comparison) LIMIT 1"#
        return try database.firstRow(sql, arguments + [value]) != nil
    }

    /// One more than the largest count at most.
    private func count(in database: Database) throws -> Int {
        let sql = """
            SELECT COUNT(*) FROM (SELECT 1 FROM "\(table)" WHERE \(condition) LIMIT \(Self.largestCount + 1)) AS "counted"
            """
        return Int(try database.firstRow(sql, arguments)?[...].at(0).integer ?? 0)
    }
}

extension SQLitePaymentsStore {
    /// One page, as of one moment.
    func page<Record>(_ query: ListQuery<Record>, _ request: PageRequest) async throws(StorageFault) -> Page<Record> {
        do {
            let found = try await writer.read { try query.run(request, in: $0) }
            let largest = ListQuery<Record>.largestCount
            return Page(
                items: try found.rows.map { try Record(columnValues: $0.dropFirst()) },
                count: min(found.count, largest),
                isCountCapped: found.count > largest,
                hasOlder: found.hasOlder,
                hasNewer: found.hasNewer
            )
        } catch {
            throw translateRead(error)
        }
    }
}
