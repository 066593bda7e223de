import PostgresClient

/// The statements ahead of a transaction, in the round trip of its first statement.
struct TurnOpening: Sendable {
    /// The schema of every table name without a prefix; no other schema is searched.
    let schema: String

    var ofSnapshot: [PostgresStatement] {
        [
            PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
            PostgresStatement("SELECT set_config('search_path', $1, true)", [.text(schema)]),
        ]
    }

    /// The opening of a turn.
    ///
    /// Each statement sees the data at its own start, and so all writes of the turns before. A node that hangs in its
    /// turn loses the turn after half of the deadline: the other nodes go on.
    func statements(deadline: Duration) -> [PostgresStatement] {
        let longest = max(1_000, Int64(deadline / .milliseconds(2)))
        let settings = PostgresStatement(
            """
            SELECT set_config('search_path', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)
            """,
            [.text(schema), .text("\(longest)ms")]
        )
        return [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED"), settings]
    }
}
