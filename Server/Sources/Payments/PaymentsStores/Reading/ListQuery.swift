import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// One page of a table, newest first, under conditions that are all literals of this store.
///
/// The filters of a list have any combination, so the statement is assembled from fixed pieces; values are bound.
///
/// The statement names the index for SQLite. SQLite knows how many rows a value has only after ANALYZE. Left alone, it
/// reads all rows with a status for a query about one customer. PostgreSQL's planner chooses by itself. Every index
/// ends with the id, the order of a list.
struct ListQuery<Record: StoredRecord>: Sendable {
    /// The number at which counting stops.
    static var largestCount: Int { 10_000 }

    let table: String
    /// The selected columns, where the table has others than those of the record.
    var columns = Record.columnList
    private(set) var condition: String
    private(set) var values: [SQLValue]
    private var index: String?
    /// Whether the index of the list is known: no later filter names its index.
    private var isServed = false
    private(set) var alternatives: Alternatives?
    private var isOfNamedIDs = false
    /// A selection of ids in the order of the list, from its own index; the rows are read one after the other by these
    /// ids.
    private var leading: String?

    /// One column with several possible values, each of which is read in the order of its ids.
    struct Alternatives: Sendable {
        var column: String
        var values: [SQLValue]
    }

    init(_ table: String, of organisation: OrganisationID) {
        self.table = table
        condition = #""organisation" = ?1"#
        values = [organisation.bound]
    }

    /// Adds a condition with one `?` for each of `values`, which no index serves.
    mutating func require(_ condition: String, _ values: any SQLParameter...) {
        self.condition += " AND \(numbered(condition, values))"
    }

    /// The text with a number for each `?`; its values are bound.
    private mutating func numbered(_ text: String, _ values: [any SQLParameter]) -> String {
        var parts = text.split(separator: "?", omittingEmptySubsequences: false)[...]
        var numbered = String(parts.popFirst() ?? "")
        for (part, value) in zip(parts, values) { numbered += "\(next(value.sqlValue))\(part)" }
        return numbered
    }

    /// Binds one more value and returns its number.
    private mutating func next(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count)"
    }

    /// Requires that `column` is `value`, unless `value` is `nil`.
    ///
    /// The first of these names the index of the list. Therefore callers add them in order, from the filter that leaves
    /// the fewest rows. A unique column names no index, because SQLite uses its index by itself.
    mutating func require(_ column: String, is value: (some SQLParameter)?, by index: String? = nil) {
        guard let value else { return }
        require(#""\#(column)" = ?"#, value)
        serve(by: index)
    }

    private mutating func serve(by index: String?) {
        if !isServed { self.index = index }
        isServed = true
    }

    /// Requires that `column` is one of `values`; without values, no row matches.
    mutating func require(_ column: String, isOneOf values: Set<String>, by index: String) {
        guard values.count > 1 else {
            return values.isEmpty ? require("1 = 0") : require(column, is: values.first, by: index)
        }
        requireEither(column, values.sorted().map(\.bound), by: index)
    }

    /// Reads each value by itself when no index is known yet; otherwise adds a normal condition.
    private mutating func requireEither(_ column: String, _ values: [SQLValue], by index: String) {
        guard isServed else {
            alternatives = Alternatives(column: column, values: values)
            return serve(by: index)
        }
        let marks = values.map { next($0) }.joined(separator: ", ")
        condition += #" AND "\#(column)" IN (\#(marks))"#
    }

    /// Requires that the id is among those that `selection`, with one `?` for each of `values`, finds by its own index.
    mutating func requireID(in selection: String, _ values: any SQLParameter...) {
        condition += #" AND "id" IN (\#(numbered(selection, values)))"#
        isOfNamedIDs = true
    }

    /// Requires the id that `expression`, with one `?` for each of `values`, names.
    mutating func requireID(_ expression: String, _ values: any SQLParameter...) {
        condition += #" AND "id" = \#(numbered(expression, values))"#
        (isOfNamedIDs, isServed) = (true, true)
    }

    /// Requires that the table `names` has this id for each of `entries`.
    ///
    /// `names` has an organisation's entries, with ids in `column`. Very many ids may have the same entry. When no
    /// index is known yet, the ids of the first entry lead the list, in their order. The store never makes a list of
    /// all of them.
    mutating func requireNamed(
        by entries: some Collection<Digest>,
        in names: String,
        _ column: String,
        of organisation: OrganisationID
    ) {
        var entries = Array(entries)[...]
        if !isServed, let first = entries.popFirst() {
            leading = """
                (SELECT "\(column)" AS "named" FROM "\(names)"
                    WHERE "organisation" = \(next(organisation.bound)) AND "entry" = \(next(first.bound))) AS "leading" \
                CROSS JOIN
                """
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

    /// Requires that an amount lies between two, both included.
    ///
    /// When no index is known yet, the bands of the amounts find the rows, each in the order of its ids.
    mutating func requireAmount(from: Money?, to: Money?, by index: String) {
        guard from != nil || to != nil else { return }
        let bands = AmountBand.bands(from: from, to: to)
        guard let first = bands.first else { return require("1 = 0") }
        if !isServed {
            bands.count == 1
                ? require("amount_band", is: first, by: index)
                : requireEither("amount_band", bands.map(\.bound), by: index)
        }
        // The sign keeps both databases from reading a range of amounts, which is not in the order of ids.
        if let from { require(#"+"amount" >= ?"#, from.centavos) }
        if let to { require(#"+"amount" <= ?"#, to.centavos) }
    }

    /// Requires a creation time, which is in `column`.
    ///
    /// Ids contain that time, so the condition is also a range of ids, which `index` holds.
    mutating func requireCreated(
        from: Timestamp?,
        to: Timestamp?,
        in column: String = "created_at",
        by index: String? = nil
    ) {
        if let from { require(#""\#(column)" >= ? AND "id" >= ?"#, from, CreationSpan.oldestID(from)) }
        if let to { require(#""\#(column)" <= ? AND "id" <= ?"#, to, CreationSpan.newestID(to)) }
        if from != nil || to != nil { serve(by: index ?? "sqlite_autoindex_\(table)_1") }
    }

    // MARK: The pieces of its statements

    /// The column that gives a row's position in the list.
    var place: String { leading == nil ? #""id""# : #""named""# }

    /// The position column in a comparison.
    ///
    /// When the ids are named, `COALESCE` keeps a database from reading a range of all ids instead.
    var comparedPlace: String { isOfNamedIDs ? #"COALESCE("id", "id")"# : place }

    var source: String {
        let rows = "\"\(table)\"" + (index.map { " INDEXED BY \"\($0)\"" } ?? "")
        return leading.map { "\($0) \(rows)" } ?? rows
    }
}
