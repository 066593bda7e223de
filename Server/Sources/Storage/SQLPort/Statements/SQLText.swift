import SQLiteWriter
import Synchronization

/// The text of a statement, written once for both databases, and what must be true when it runs.
///
/// A store keeps its texts as constants: each is put into PostgreSQL's words once, and each connection prepares it once.
/// ``StoreSchema/text(_:_:)`` makes one.
public final class SQLText: Sendable {
    /// `nil` where SQLite has nothing to do: its one writer takes no locks.
    package let sqlite: String?
    /// With the demand in it: a pipeline's statement cannot wait for what the one before it answered.
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

/// A condition of a batch: where a statement does not meet it, the whole batch fails as ``SQLFailure/unmet(statement:)``.
///
/// The rows of a statement with a demand are not handed out.
public enum SQLDemand: Hashable, Sendable {
    case nothing
    /// The write changes at least one row.
    case changesRow
    /// The query finds at least one row.
    case findsRow
    /// The query finds rows, and nobody changes them before the commit.
    ///
    /// A create must hold the rows that it rests on: otherwise PostgreSQL lets it race their erasure.
    case holdsRow(SQLHold)
    /// The query finds no row.
    case findsNone
}

/// How a transaction holds the rows that it found, until its commit.
public enum SQLHold: Hashable, Sendable {
    /// Others may hold them too, and nobody changes them.
    case shared
    /// Others wait, also those that only count: for a limit on what hangs on the row.
    case alone
}

extension StoreSchema {
    /// A statement that both databases know.
    ///
    /// Parameters have numbers: `?1`, `?2`. Tables follow `FROM`, `JOIN`, `INTO` or `UPDATE` directly, by their quoted names.
    /// `INDEXED BY` may stand behind a table: PostgreSQL is not told. `OFFSET 0` without a limit keeps PostgreSQL from turning a look at
    /// a few rows into a join over all: SQLite is not told.
    public func text(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        SQLText(sqlite: SQLiteText.of(sql), postgres: PostgresText.meeting(demand, postgresText(sql)), demand)
    }

    /// A statement that each database needs in its own words; the store's documentation says why.
    ///
    /// Parameters and tables are written as in ``text(_:_:)``. `nil` runs nothing in that database, and answers no rows.
    public func text(sqlite: String?, postgres: String?, _ demand: SQLDemand = .nothing) -> SQLText {
        let ofPostgres = postgres.map { PostgresText.meeting(demand, postgresText($0)) }
        return SQLText(sqlite: sqlite.map(SQLiteText.of), postgres: ofPostgres, demand)
    }

    /// A query whose rows PostgreSQL holds until the commit, and hands out.
    public func text(_ sql: String, holding hold: SQLHold) -> SQLText {
        text(sqlite: sql, postgres: "\(sql) \(hold.clause)")
    }

    private func postgresText(_ sql: String) -> String { PostgresText.of(sql, tables: names.tables, in: name) }
}

extension StoreSchema {
    /// A text that is put together at run time from fixed pieces; each is put into PostgreSQL's words once.
    public func listText(_ sql: String) -> SQLText { listTexts.text(sql, sql) { text(sql) } }

    /// The same in each database's own words.
    public func listText(sqlite: String, postgres: String) -> SQLText {
        listTexts.text(sqlite, postgres) { text(sqlite: sqlite, postgres: postgres) }
    }
}

/// Remembers the texts that were put together at run time.
final class TextShelf: Sendable {
    /// Callers choose the combinations of filters: more are made anew each time.
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
