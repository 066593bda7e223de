import PostgresClient

/// What goes ahead of a transaction, in the round trip of its first statement.
struct TurnOpening: Sendable {
    /// The tables of this schema are meant by every name, and those of others by none.
    private let path: PostgresStatement

    init(schema: String) {
        path = PostgresStatement("SELECT set_config('search_path', $1, true)", [.text(schema)])
    }

    var ofSnapshot: [PostgresStatement] {
        [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"), path]
    }

    /// Each statement sees what held when it began, and so everything that was done in the turns before.
    ///
    /// A node that stands still in its turn loses it after half of the time that a request has: the others go on.
    func statements(deadline: Duration) -> [PostgresStatement] {
        let longest = max(1_000, Int64(deadline / .milliseconds(2)))
        let limit = PostgresStatement(
            "SELECT set_config('idle_in_transaction_session_timeout', $1, true)",
            [.text("\(longest)ms")]
        )
        return [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED"), path, limit]
    }
}
