import PostgresClient

/// Cards in PostgreSQL, which other nodes may have too.
///
/// Whoever changes anything holds one lock from the beginning of the transaction to its end: what happens at a desk
/// happens in one order, over all nodes, as it does in a file. A sandbox needs no more.
final class PostgresCardsStore: CardsStore {
    private let pool: PostgresPool

    init(over pool: PostgresPool) { self.pool = pool }

    var isHealthy: Bool { pool.isReachable }

    func change<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value {
        try await perform(.writes, Self.turn(deadline: pool.settings.deadline), work)
    }

    func look<Value: Sendable>(
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value {
        try await perform(.reads, Self.snapshot, work)
    }

    func close() async { await pool.close() }

    private func perform<Value: Sendable>(
        _ effect: PostgresBatch.Effect,
        _ opening: [PostgresStatement],
        _ work: @escaping @Sendable (any CardsDatabase) throws -> Value
    ) async throws -> Value {
        try await pool.retrying { [pool] left in
            try await pool.blockingTransaction(effect, opening: opening, within: left) { session in
                try work(PostgresCardsDatabase(session))
            }
        }
    }

    /// These tables are meant by every name, and the platform's by none.
    private static let path = PostgresStatement(
        "SELECT set_config('search_path', $1, true)",
        [.text(PostgresCardsSchema.name)]
    )

    private static let snapshot = [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"), path]

    /// Each statement sees what held when it began, and so everything that was done in the turns before.
    ///
    /// A node that stands still in its turn loses it after half of the time that a request has: the others go on.
    private static func turn(deadline: Duration) -> [PostgresStatement] {
        let longest = max(1_000, Int64(deadline / .milliseconds(2)))
        let limit = PostgresStatement(
            "SELECT set_config('idle_in_transaction_session_timeout', $1, true)",
            [.text("\(longest)ms")]
        )
        return [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED"), path, limit, PostgresCardsSchema.turn]
    }
}

/// An open transaction of PostgreSQL's, as a desk sees it.
private final class PostgresCardsDatabase: CardsDatabase {
    private let session: PostgresSession

    init(_ session: PostgresSession) { self.session = session }

    func rows(_ sql: String, _ arguments: CardsArguments) throws -> [CardsRow] {
        let answer = try answer(to: sql, arguments)
        return answer.rows.map { row in CardsRow(zip(answer.columns, row.map(CardsValue.init))) }
    }

    func run(_ sql: String, _ arguments: CardsArguments) throws -> Int { try answer(to: sql, arguments).count }

    /// The server keeps its references at every statement, and finds damage when it reads it.
    func damage() -> [String] { [] }

    /// With PostgreSQL's numbers, `$1` for `?1`; no text of these has a question mark otherwise.
    private func answer(to sql: String, _ arguments: CardsArguments) throws -> PostgresRows {
        // No column has such a text, and what is stored comes from this program: a query with one finds nothing.
        let hasNUL = arguments.values.contains { if case .text(let text) = $0 { text.utf8.contains(0) } else { false } }
        if hasNUL { return PostgresRows() }
        let bytes = sql.utf8.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "$") : $0 }
        let values = arguments.values.map { value -> PostgresValue in
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            }
        }
        return try session.run([PostgresStatement(String(decoding: bytes, as: UTF8.self), values)]).first
            ?? PostgresRows()
    }
}

extension CardsValue {
    /// No column has a value of another kind: it is read as what no column may hold.
    fileprivate init(_ value: PostgresValue) {
        self =
            switch value {
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .null, .boolean, .bytes: .null
            }
    }
}
