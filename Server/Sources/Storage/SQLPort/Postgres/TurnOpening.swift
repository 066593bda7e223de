import PostgresClient

/// What goes ahead of a transaction, in the round trip of its first statement.
struct TurnOpening: Sendable {
    /// The tables of this schema are meant by every name, and those of others by none.
    let schema: String

    var ofSnapshot: [PostgresStatement] {
        [
            PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
            PostgresStatement("SELECT set_config('search_path', $1, true)", [.text(schema)]),
        ]
    }

    /// Each statement sees what held when it began, and so everything that was done in the turns before.
    ///
    /// A node that stands still in its turn loses it after half of the time that a request has: the others go on.
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
