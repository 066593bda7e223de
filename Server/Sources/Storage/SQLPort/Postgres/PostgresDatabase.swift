public import ChaveBase
public import PostgresClient

/// An open PostgreSQL transaction, for the work that has the turn.
///
/// A statement whose effect nobody reads goes to the server with the next question, so that writing costs no round
/// trip.
public final class PostgresDatabase: SQLDatabase {
    private let session: PostgresSession

    public init(_ session: PostgresSession) { self.session = session }

    public func row(_ sql: String, _ arguments: SQLArguments) throws -> SQLRow? { try rows(sql, arguments).first }

    public func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
        try answer(to: sql, arguments).rows.map { SQLRow(source: .postgres($0)) }
    }

    public func answers(to questions: [SQLQuestion]) throws -> [[SQLRow]] {
        if questions.isEmpty { return [] }
        return try session.run(questions.map { Self.statement($0.sql, $0.arguments) }).map { answer in
            answer.rows.map { SQLRow(source: .postgres($0)) }
        }
    }

    public func run(_ sql: String, _ arguments: SQLArguments) {
        session.delay(Self.statement(sql, arguments))
    }

    public func count(changedBy sql: String, _ arguments: SQLArguments) throws -> Int {
        try answer(to: sql, arguments).count
    }

    /// The server's clock: the nodes' own clocks need not agree.
    public func sharedClock(at now: Timestamp) throws -> Timestamp {
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
        guard let row = try row(sql, []) else { return now }
        var columns = ColumnReader(row, table: "clock_timestamp")
        return try columns.time()
    }

    public var leaseSeconds: Int { 60 }

    public var takingRows: String { "FOR UPDATE SKIP LOCKED" }

    /// Returns none: the server checks references at every statement, and finds damage when it reads the damaged data.
    public func damage() -> [SQLDamage] { [] }

    private func answer(to sql: String, _ arguments: SQLArguments) throws -> PostgresRows {
        try session.run([Self.statement(sql, arguments)]).first ?? PostgresRows()
    }

    /// Converts parameter marks for PostgreSQL, `?1` to `$1`; a text has no other question mark.
    package static func statement(_ sql: String, _ arguments: SQLArguments) -> PostgresStatement {
        let bytes = sql.utf8.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "$") : $0 }
        return PostgresStatement(String(decoding: bytes, as: UTF8.self), arguments.values.map(PostgresValue.init))
    }
}
