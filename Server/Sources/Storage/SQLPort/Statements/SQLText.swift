import SQLiteWriter
import Synchronization

/// The text of a statement, written once for both databases, with the condition that must hold when it runs.
///
/// A store has its texts as constants: each is converted for PostgreSQL once, and each connection prepares it once.
/// ``StoreSchema/text(_:_:)`` makes one.
public final class SQLText: Sendable {
    /// The text for SQLite; `nil` where SQLite has nothing to do: its only writer takes no locks.
    package let sqlite: String?
    /// The text for PostgreSQL, with the demand in it: a pipeline's statement cannot wait for an earlier answer.
    package let postgres: String?
    package let demand: SQLDemand
    let ofFile: StatementText?

    init(sqlite: String?, postgres: String?, _ demand: SQLDemand) {
        self.sqlite = sqlite
        ofFile = sqlite.map(StatementText.init)
        self.postgres = postgres
        self.demand = demand
    }
}

/// A condition of a batch: a statement that does not meet it fails the whole batch.
///
/// The failure is ``SQLFailure/unmet(statement:)``. A statement with a demand returns no rows.
public enum SQLDemand: Hashable, Sendable {
    case nothing
    /// The write changes at least one row.
    case changesRow
    /// The query finds at least one row.
    case findsRow
    /// The query finds rows, and no other transaction changes them before the commit.
    ///
    /// A create must hold the rows that it depends on: otherwise PostgreSQL lets it race their erasure.
    case holdsRow(SQLHold)
    /// The query finds no row.
    case findsNone
}

/// The lock on the rows that a transaction found, until its commit.
public enum SQLHold: Hashable, Sendable {
    /// Other transactions may hold the rows too, and none changes them.
    case shared
    /// Other transactions wait, even those that only count: for a limit on the objects that belong to the row.
    case alone
}

extension StoreSchema {
    /// Makes a statement that both databases know.
    ///
    /// Parameters have numbers: `?1`, `?2`. Tables follow `FROM`, `JOIN`, `INTO` or `UPDATE` directly, by their quoted
    /// names. `INDEXED BY` may follow a table: the text for PostgreSQL leaves it out. `OFFSET 0` without a limit stops
    /// PostgreSQL from turning a look at a few rows into a join over all. The text for SQLite leaves it out.
    public func text(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        SQLText(sqlite: SQLiteText.of(sql), postgres: PostgresText.meeting(demand, postgresText(sql)), demand)
    }

    /// Makes a statement with a different text for each database; the store's documentation gives the reason.
    ///
    /// Parameters and tables are written as in ``text(_:_:)``. `nil` runs nothing in that database, and returns no
    /// rows.
    public func text(sqlite: String?, postgres: String?, _ demand: SQLDemand = .nothing) -> SQLText {
        let ofPostgres = postgres.map { PostgresText.meeting(demand, postgresText($0)) }
        return SQLText(sqlite: sqlite.map(SQLiteText.of), postgres: ofPostgres, demand)
    }

    /// Makes a query that returns its rows and that holds them in PostgreSQL until the commit.
    public func text(_ sql: String, holding hold: SQLHold) -> SQLText {
        text(sqlite: sql, postgres: "\(sql) \(hold.clause)")
    }

    private func postgresText(_ sql: String) -> String { PostgresText.of(sql, tables: names.tables, in: name) }
}

extension StoreSchema {
    /// Makes a statement from fixed pieces at run time; each combination is converted for PostgreSQL once.
    public func listText(_ sql: String) -> SQLText { listTexts.text(sql, sql) { text(sql) } }

    /// Makes such a statement with a different text for each database.
    public func listText(sqlite: String, postgres: String) -> SQLText {
        listTexts.text(sqlite, postgres) { text(sqlite: sqlite, postgres: postgres) }
    }
}

/// Caches the texts that were built at run time.
final class TextShelf: Sendable {
    /// The maximum number of cached texts, because callers choose the combinations of filters; later texts are built
    /// each time.
    private static let most = 500

    private struct Key: Hashable {
        let sqlite: String
        let postgres: String
    }

    private let texts = Mutex<[Key: SQLText]>([:])

    func text(_ sqlite: String, _ postgres: String, _ make: () -> SQLText) -> SQLText {
        let key = Key(sqlite: sqlite, postgres: postgres)
        if let known = texts.withLock({ $0[key] }) { return known }
        let text = make()
        texts.withLock { texts in
            if texts.count < Self.most { texts[key] = text }
        }
        return text
    }
}
