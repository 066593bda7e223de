import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

/// One page of a table, newest first, under conditions that are all literals of this driver.
///
/// The filters of a list come in any combination, so the statement is put together from fixed pieces; values are bound.
/// Which index finds the rows is the planner's choice: it knows how many rows a value has. Every index ends with the id,
/// the order of a list.
struct ListQuery<Record: StoredRecord>: Sendable {
    /// Counting stops here.
    static var largestCount: Int { 10_000 }

    let table: String
    private(set) var condition: String
    private(set) var values: [PostgresValue]
    private(set) var alternatives: Alternatives?

    /// One column that has one of several values, each of which is read in the order of its ids.
    struct Alternatives: Sendable {
        var column: String
        var values: [PostgresValue]
    }

    init(_ table: String, of organisation: OrganisationID) {
        self.table = table
        condition = #""organisation" = $1"#
        values = [organisation.bound]
    }

    /// Adds a condition with one `?` for each of `values`.
    mutating func require(_ condition: String, _ values: any Bindable...) {
        self.condition += " AND \(numbered(condition, values))"
    }

    /// The text with a number for each `?`, whose values are bound.
    private mutating func numbered(_ text: String, _ values: [any Bindable]) -> String {
        var parts = text.split(separator: "?", omittingEmptySubsequences: false)[...]
        var numbered = String(parts.popFirst() ?? "")
        for (part, value) in zip(parts, values) {
            self.values.append(value.bound)
            numbered += "$\(self.values.count)\(part)"
        }
        return numbered
    }

    /// Adds that `column` is `value`, unless there is nothing to compare with.
    mutating func require(_ column: String, is value: (some Bindable)?) {
        guard let value else { return }
        require(#""\#(column)" = ?"#, value)
    }

    /// Adds that `column` is one of `values`; of none nothing is.
    mutating func require(_ column: String, isOneOf values: Set<String>) {
        guard values.count > 1 else {
            return values.isEmpty ? require("FALSE") : require(column, is: values.first)
        }
        requireEither(column, values.sorted().map(\.bound))
    }

    /// The first of these is read value by value; a second one is a condition like any other.
    private mutating func requireEither(_ column: String, _ values: [PostgresValue]) {
        guard alternatives != nil else {
            alternatives = Alternatives(column: column, values: values)
            return
        }
        let marks = values.indices.map { "$\(self.values.count + $0 + 1)" }.joined(separator: ", ")
        condition += #" AND "\#(column)" IN (\#(marks))"#
        self.values += values
    }

    /// Adds that an amount lies between two, both included.
    ///
    /// Unless something else serves the list, the bands of the amounts do, each in the order of its ids: the planner
    /// would sort all that lies between.
    mutating func requireAmount(from: Money?, to: Money?, isServed: Bool) {
        guard from != nil || to != nil else { return }
        let bands = AmountBand.bands(from: from, to: to)
        guard let first = bands.first else { return require("FALSE") }
        if !isServed {
            bands.count == 1 ? require("amount_band", is: first) : requireEither("amount_band", bands.map(\.bound))
        }
        if let from { require(#""amount" >= ?"#, from.centavos) }
        if let to { require(#""amount" <= ?"#, to.centavos) }
    }

    /// Adds that the id is among those that `selection`, with one `?` for each of `values`, finds.
    mutating func requireID(in selection: String, _ values: any Bindable...) {
        require(#""id" IN (\#(numbered(selection, values)))"#)
    }

    /// Adds when it was created, which `column` says; ids carry that time, so it is also a range of ids.
    mutating func requireCreated(from: Timestamp?, to: Timestamp?, in column: String = "created_at") {
        if let from { require(#""\#(column)" >= ? AND "id" >= ?"#, from, CreationSpan.oldestID(from)) }
        if let to { require(#""\#(column)" <= ? AND "id" <= ?"#, to, CreationSpan.newestID(to)) }
    }
}
