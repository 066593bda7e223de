import ChaveBase
import ChavePixModel
import PaymentsCore
import SQLPort

/// One page of a table, newest first, under conditions that are all literals of this store.
///
/// The filters of a list come in any combination, so the statement is put together from fixed pieces; values are bound.
///
/// SQLite is told the index. It knows how many rows a value has only where somebody ran ANALYZE; left alone it reads all that
/// has a status where it was asked for one customer's. PostgreSQL's planner chooses by itself. Every index ends with the id,
/// the order of a list.
struct ListQuery<Record: StoredRecord>: Sendable {
    /// Counting stops here.
    static var largestCount: Int { 10_000 }

    let table: String
    private(set) var condition: String
    private(set) var values: [SQLValue]
    private var index: String?
    /// Whether what finds the rows is known: no later filter names its index.
    private var isServed = false
    private(set) var alternatives: Alternatives?
    private var isOfNamedIDs = false
    /// Ids in the order of the list, from an index of their own, by which the rows are read one after the other.
    private var leading: String?

    /// One column that has one of several values, each of which is read in the order of its ids.
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

    /// The text with a number for each `?`, whose values are bound.
    private mutating func numbered(_ text: String, _ values: [any SQLParameter]) -> String {
        var parts = text.split(separator: "?", omittingEmptySubsequences: false)[...]
        var numbered = String(parts.popFirst() ?? "")
        for (part, value) in zip(parts, values) { numbered += "\(next(value.sqlValue))\(part)" }
        return numbered
    }

    /// The number of one more value.
    private mutating func next(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count)"
    }

    /// Adds that `column` is `value`, unless there is nothing to compare with.
    ///
    /// The first of these names the index that the list is read by, so they are added from the one that leaves the fewest
    /// rows on. A column that is unique, whose index SQLite takes by itself, names none.
    mutating func require(_ column: String, is value: (some SQLParameter)?, by index: String? = nil) {
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
        guard values.count > 1 else {
            return values.isEmpty ? require("1 = 0") : require(column, is: values.first, by: index)
        }
        requireEither(column, values.sorted().map(\.bound), by: index)
    }

    /// Where nothing has found the rows yet, each value is read by itself; else it is a condition like any other.
    private mutating func requireEither(_ column: String, _ values: [SQLValue], by index: String) {
        guard isServed else {
            alternatives = Alternatives(column: column, values: values)
            return serve(by: index)
        }
        let marks = values.map { next($0) }.joined(separator: ", ")
        condition += #" AND "\#(column)" IN (\#(marks))"#
    }

    /// Adds that the id is among those that `selection`, with one `?` for each of `values`, finds by an index of its own.
    mutating func requireID(in selection: String, _ values: any SQLParameter...) {
        condition += #" AND "id" IN (\#(numbered(selection, values)))"#
        isOfNamedIDs = true
    }

    /// Adds that `names`, a table of an organisation's entries and of the ids in `column` that have them, has this id for
    /// each of `entries`.
    ///
    /// An entry may be that of very many. So where nothing has found the rows yet, the first entry's ids do, in their
    /// order; a list of them all is never made.
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

    /// Adds that an amount lies between two, both included.
    ///
    /// Where nothing has found the rows yet, the bands of the amounts do, each in the order of its ids.
    mutating func requireAmount(from: Money?, to: Money?, by index: String) {
        guard from != nil || to != nil else { return }
        let bands = AmountBand.bands(from: from, to: to)
        guard let first = bands.first else { return require("1 = 0") }
        if !isServed {
            bands.count == 1
                ? require("amount_band", is: first, by: index)
                : requireEither("amount_band", bands.map(\.bound), by: index)
        }
        // The sign keeps both databases from reading a range of amounts, which is in no order of ids.
        if let from { require(#"+"amount" >= ?"#, from.centavos) }
        if let to { require(#"+"amount" <= ?"#, to.centavos) }
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
        if let from { require(#""\#(column)" >= ? AND "id" >= ?"#, from, CreationSpan.oldestID(from)) }
        if let to { require(#""\#(column)" <= ? AND "id" <= ?"#, to, CreationSpan.newestID(to)) }
        if from != nil || to != nil { serve(by: index ?? "sqlite_autoindex_\(table)_1") }
    }

    // MARK: The pieces of its statements

    /// The column that says where a row stands in the list.
    var place: String { leading == nil ? #""id""# : #""named""# }

    /// The same in a comparison; where the ids are named, `COALESCE` keeps a database from reading a range of all ids
    /// instead.
    var comparedPlace: String { isOfNamedIDs ? #"COALESCE("id", "id")"# : place }

    var source: String {
        let rows = "\"\(table)\"" + (index.map { " INDEXED BY \"\($0)\"" } ?? "")
        return leading.map { "\($0) \(rows)" } ?? rows
    }
}
