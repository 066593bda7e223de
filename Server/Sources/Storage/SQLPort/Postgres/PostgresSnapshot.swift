import PostgresClient

/// A snapshot of PostgreSQL's tables; it reads long lists a thousand rows at a time.
final class PostgresSnapshot: SQLSnapshot {
    private static let rowsAtOnce = 1_000

    /// The opening of a snapshot transaction: it sees one moment, and the server sets no limit.
    static let opening = [
        PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
        PostgresStatement("SELECT set_config('statement_timeout', '0', true)"),
        PostgresStatement("SELECT set_config('idle_in_transaction_session_timeout', '0', true)"),
    ]

    private let session: PostgresSession
    private var cursors = 0

    init(_ session: PostgresSession) { self.session = session }

    func rows(_ statement: SQLStatement) throws -> [SQLRow] {
        guard let sql = statement.text.postgres else { return [] }
        return try rows(sql, statement.values)
    }

    func forEachRow(_ statement: SQLStatement, _ body: (SQLRow) throws -> Void) throws {
        guard let sql = statement.text.postgres else { return }
        // Each cursor has its own name: a connection plans each text once, with the columns of that time.
        cursors += 1
        let name = "\"snapshot_\(cursors)\""
        _ = try rows("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", statement.values)
        var found: [SQLRow]
        repeat {
            found = try rows("FETCH \(Self.rowsAtOnce) FROM \(name)", [])
            for row in found { try body(row) }
        } while found.count == Self.rowsAtOnce
        _ = try rows("CLOSE \(name)", [])
    }

    func damage() -> [SQLDamage] { [] }

    private func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
        let statement = PostgresStatement(sql, values.map(PostgresValue.init))
        return try session.run([statement]).last?.rows.map { SQLRow(source: .postgres($0)) } ?? []
    }
}
