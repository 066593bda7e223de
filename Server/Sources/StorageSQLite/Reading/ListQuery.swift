import ChavePixModel
import GRDB
import PaymentsCore
import SQLiteWriter
import StoredForms

/// One page of a table, newest first, under conditions that are all literals of this driver.
///
/// The filters of a list come in any combination, so the statement is put together from fixed pieces; values are bound.
///
/// The statement names its index. SQLite knows how many rows a value has only where somebody ran ANALYZE; left alone it
/// reads all that has a status where it was asked for one customer's. Every index ends with the id, the order of a list.
struct ListQuery<Record: StoredRecord>: Sendable {
    /// Counting stops here.
    static var largestCount: Int { 10_000 }

    let table: String
    private var condition = #""organisation" = ?"#
    private var arguments: [DatabaseValue]
    private var index: String?
    /// Whether what finds the rows is known: no later filter names its index.
    private var isServed = false
    private var alternatives: Alternatives?
    private var isOfNamedIDs = false
    /// Ids in the order of the list, from an index of their own, by which the rows are read one after the other.
    private var leading: (selection: String, values: [DatabaseValue])?

    /// One column that has one of several values, each of which is read in the order of its ids.
    private struct Alternatives: Sendable {
        var column: String
        var values: [DatabaseValue]

        var condition: String {
            " AND \"\(column)\" IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
        }
    }

    init(_ table: String, of organisation: DatabaseValue) {
        self.table = table
        arguments = [organisation]
    }

    /// Adds a condition with one `?` for each of `values`, which no index serves.
    mutating func require(_ condition: String, _ values: DatabaseValue...) {
        self.condition += " AND \(condition)"
        arguments += values
    }

    /// Adds that `column` is `value`, unless there is nothing to compare with.
    ///
    /// The first of these names the index that the list is read by, so they are added from the one that leaves the fewest
    /// rows on. A column that is unique, whose index SQLite takes by itself, names none.
    mutating func require(_ column: String, is value: DatabaseValue?, by index: String? = nil) {
        guard let value else { return }
        require(#""\#(column)" = ?"#, value)
        serve(by: index)
    }

    private mutating func serve(by index: String?) {
        if !isServed { self.index = index }
        isServed = true
    }

    /// Adds that `column` is one of `values`; of none nothing is.
    mutating func require(_ column: String, isOneOf values: Set<String>, by index: String) {
        let values = values.sorted().map(\.databaseValue)
        guard values.count > 1 else {
            return values.isEmpty ? require("FALSE") : require(column, is: values[0], by: index)
        }
        let alternatives = Alternatives(column: column, values: values)
        if isServed {
            condition += alternatives.condition
            arguments += values
        } else {
            self.alternatives = alternatives
            serve(by: index)
        }
    }

    /// Adds that the id is among those that `selection`, with one `?` for each of `values`, finds by an index of its own.
    mutating func requireID(in selection: String, _ values: DatabaseValue...) {
        condition += #" AND "id" IN (\#(selection))"#
        arguments += values
        isOfNamedIDs = true
    }

    /// Adds that `names`, a table of an organisation's entries and of the ids in `column` that have them, has this id for
    /// each of `entries`.
    ///
    /// An entry may be that of very many. So where nothing has found the rows yet, the first entry's ids do, in their
    /// order; a list of them all is never made.
    mutating func requireNamed(
        by entries: [DatabaseValue],
        in names: String,
        _ column: String,
        of organisation: DatabaseValue
    ) {
        var entries = entries[...]
        if !isServed, let first = entries.popFirst() {
            leading = (
                """
                (SELECT "\(column)" AS "named" FROM "\(names)" WHERE "organisation" = ? AND "entry" = ?) AS "leading" \
                CROSS JOIN
                """,
                [organisation, first]
            )
            condition += #" AND "id" = "named""#
            isServed = true
        }
        for entry in entries {
            require(
                """
                EXISTS (SELECT 1 FROM "\(names)" AS "n"
                    WHERE "n"."organisation" = ? AND "n"."entry" = ? AND "n"."\(column)" = "\(table)"."id")
                """,
                organisation,
                entry
            )
        }
    }

    /// Adds that an amount lies between two, both included.
    ///
    /// Where nothing has found the rows yet, their bands do, each in the order of its ids.
    mutating func requireAmount(from: Money?, to: Money?, by index: String) {
        guard from != nil || to != nil else { return }
        let bands = AmountBand.bands(from: from, to: to)
        if !isServed, bands.count > 1 {
            alternatives = Alternatives(column: "amount_band", values: bands.map(\.databaseValue))
            serve(by: index)
        } else if !isServed || bands.isEmpty {
            bands.isEmpty ? require("FALSE") : require("amount_band", is: bands[0].databaseValue, by: index)
        }
        // The sign keeps SQLite from reading a range of amounts, which is in no order of ids.
        if let from { require(#"+"amount" >= ?"#, from.centavos.databaseValue) }
        if let to { require(#"+"amount" <= ?"#, to.centavos.databaseValue) }
    }

    /// Adds when it was created, which `column` says.
    ///
    /// Ids carry that time, so it is also a range of ids, which `index` holds.
    mutating func requireCreated(
        from: Timestamp?,
        to: Timestamp?,
        in column: String = "created_at",
        by index: String? = nil
    ) {
        if let from {
            let oldest = CreationSpan.oldestID(from)
            require(#""\#(column)" >= ? AND "id" >= ?"#, from.databaseValue, oldest.databaseValue)
        }
        if let to {
            let newest = CreationSpan.newestID(to)
            require(#""\#(column)" <= ? AND "id" <= ?"#, to.databaseValue, newest.databaseValue)
        }
        if from != nil || to != nil { serve(by: index ?? "sqlite_autoindex_\(table)_1") }
    }

    /// Rows as read: to be decoded on the caller's side.
    struct Found: Sendable {
        /// The id, then the record's columns.
        var rows: [[DatabaseValue]]
        /// `nil` when it was not asked for.
        var count: Int?
        var hasOlder: Bool
        var hasNewer: Bool
    }

    func run(_ request: PageRequest, in database: Database) throws -> Found {
        let size = max(1, request.size)
        let count = request.isCounted ? try count(in: database) : nil
        switch request.start {
        case .page(let number):
            let (offset, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
            guard !overflow else { return Found(rows: [], count: count, hasOlder: false, hasNewer: count != 0) }
            let (rows, hasMore) = try rows("DESC", nil, size: size, offset: offset, in: database)
            return Found(rows: rows, count: count, hasOlder: hasMore, hasNewer: offset > 0 && count != 0)
        case .after(let cursor):
            let cursor = cursor.databaseValue
            let (rows, hasMore) = try rows("DESC", (than("<"), cursor), size: size, offset: 0, in: database)
            let comparison = than(rows.isEmpty ? ">=" : ">")
            let hasNewer = try exists(comparison, rows.first?.first ?? cursor, in: database)
            return Found(rows: rows, count: count, hasOlder: hasMore, hasNewer: hasNewer)
        case .before(let cursor):
            let cursor = cursor.databaseValue
            let (rows, hasMore) = try rows("ASC", (than(">"), cursor), size: size, offset: 0, in: database)
            let comparison = than(rows.isEmpty ? "<=" : "<")
            let hasOlder = try exists(comparison, rows.first?.first ?? cursor, in: database)
            return Found(rows: rows.reversed(), count: count, hasOlder: hasOlder, hasNewer: hasMore)
        }
    }

    /// A comparison with an id; where the ids are named, the sign keeps SQLite from reading a range of all ids instead.
    private func than(_ comparison: String) -> String { "\(isOfNamedIDs ? "+" : "")\(place) \(comparison) ?" }

    /// What says where a row stands in the list.
    private var place: String { leading == nil ? #""id""# : #""named""# }

    private var source: String {
        let rows = "\"\(table)\"" + (index.map { " INDEXED BY \"\($0)\"" } ?? "")
        return leading.map { "\($0.selection) \(rows)" } ?? rows
    }

    /// The values of ``source`` and of ``condition``.
    private var bound: [DatabaseValue] { (leading?.values ?? []) + arguments }

    /// All conditions in one, for where the order is of no account.
    private var whole: (condition: String, arguments: [DatabaseValue]) {
        guard let alternatives else { return (condition, bound) }
        return (condition + alternatives.condition, bound + alternatives.values)
    }

    /// At most `size` rows, and whether there is another one behind them.
    private func rows(
        _ order: String,
        _ cursor: (comparison: String, value: DatabaseValue)?,
        size: Int,
        offset: Int,
        in database: Database
    ) throws -> (rows: [[DatabaseValue]], hasMore: Bool) {
        var (selections, values): ([String], [DatabaseValue]) = ([], [])
        // A selection for each alternative, which SQLite merges by the ids: each is in their order, all together are not.
        for alternative in alternatives?.values.map(Optional.some) ?? [nil] {
            let choice = alternative == nil ? "" : " AND \"\(alternatives?.column ?? "")\" = ?"
            let beyond = cursor.map { " AND \($0.comparison)" } ?? ""
            selections.append(
                "SELECT \"id\", \(Record.columnList) FROM \(source) WHERE \(condition)\(choice)\(beyond)"
            )
            values += bound + [alternative, cursor?.value].compactMap { $0 }
        }
        let (limit, overflow) = size.addingReportingOverflow(1)
        let sql = selections.joined(separator: " UNION ALL ") + " ORDER BY \(place) \(order) LIMIT ? OFFSET ?"
        let bounds = [(overflow ? size : limit).databaseValue, offset.databaseValue]
        let rows = try database.rows(sql, values + bounds)
        return (Array(rows.prefix(size)), rows.count > size)
    }

    private func exists(_ comparison: String, _ value: DatabaseValue, in database: Database) throws -> Bool {
        let (condition, arguments) = whole
        let sql = "SELECT 1 FROM \(source) WHERE \(condition) AND \(comparison) LIMIT 1"
        return try database.firstRow(sql, arguments + [value]) != nil
    }

    /// One more than the largest count at most.
    private func count(in database: Database) throws -> Int {
        let (condition, arguments) = whole
        let sql = """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM \(source) WHERE \(condition) LIMIT \(Self.largestCount + 1)) AS "counted"
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
                count: found.count.map { min($0, largest) } ?? found.rows.count,
                isCountCapped: found.count.map { $0 > largest } ?? (found.hasOlder || found.hasNewer),
                hasOlder: found.hasOlder,
                hasNewer: found.hasNewer
            )
        } catch {
            throw translateRead(error)
        }
    }
}
