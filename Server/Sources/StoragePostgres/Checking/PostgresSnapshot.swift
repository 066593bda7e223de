package import PaymentsCore
import PostgresClient
package import StoredForms

/// The payments' schema as a check of all of it reads it, in one transaction, a thousand rows at a time.
struct PostgresSnapshot: SnapshotReader {
    static let placeOfEntry = "position"

    private static let rowsAtOnce = 1_000

    /// How such a transaction begins: it sees one moment, and by a name without a schema it means the payments' tables.
    static let opening = [
        PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
        PostgresStatement("SELECT set_config('search_path', $1, true)", [.text(PostgresPaymentsStore.schema.name)]),
        PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
        PostgresStatement("SELECT set_config('idle_in_transaction_session_timeout', '0', true)"),
    ]

    let session: PostgresSession
    private let cursors = Cursors()

    init(_ session: PostgresSession) { self.session = session }

    /// PostgreSQL looks after its own files, `pg_amcheck` and data checksums tell of them, and it holds each reference.
    func damages() -> [StoreFinding] { [] }

    func each(_ sql: String, _ body: (ArraySlice<PostgresValue>) throws -> Void) throws {
        // A name of its own: a connection plans each text once, with the columns that it had then.
        let name = cursors.next()
        let fetch = PostgresStatement("FETCH \(Self.rowsAtOnce) FROM \"\(name)\"")
        var rows = try session.run([PostgresStatement("DECLARE \"\(name)\" NO SCROLL CURSOR FOR \(sql)")]).last
        repeat {
            rows = try session.run([fetch]).last
            for row in rows?.rows ?? [] { try body(row[...]) }
        } while rows?.rows.count == Self.rowsAtOnce
        _ = try session.run([PostgresStatement("CLOSE \"\(name)\"")])
    }

    func first(_ sql: String, _ texts: [String]) throws -> ArraySlice<PostgresValue>? {
        // No row has what PostgreSQL keeps nowhere.
        guard !texts.map(\.bound).contains(where: \.isNowhere) else { return nil }
        return try session.run([PostgresStatement(sql, texts.map(\.bound))]).last?.rows.first?[...]
    }

    /// Numbers the cursors of one check.
    private final class Cursors {
        private var count = 0

        func next() -> String {
            count += 1
            return "check_\(count)"
        }
    }
}

extension PostgresPaymentsStore: CheckedStore {
    /// As long as a check may take on a database that is full.
    private static let longestCheck = Duration.seconds(6 * 60 * 60)

    /// Verifies every audit chain against its object and its anchors, the records and the events; empty is clean.
    ///
    /// Reads all of it as of one moment while nodes go on.
    package func check() async throws(StorageFault) -> [StoreFinding] {
        do {
            return try await pool.blockingTransaction(
                .reads,
                opening: PostgresSnapshot.opening,
                within: Self.longestCheck
            ) { session in
                var check = StoreCheck(PostgresSnapshot(session))
                try check.run()
                return check.findings
            }
        } catch {
            throw StorageFault(underlying: error)
        }
    }
}
