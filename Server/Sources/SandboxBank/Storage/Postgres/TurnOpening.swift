import PostgresClient

/// What goes ahead of a transaction of the bank's, in the round trip of its first statement.
enum TurnOpening {
    /// The bank's own tables are meant by every name, and the platform's by none.
    private static let path = PostgresStatement(
        "SELECT set_config('search_path', $1, true)",
        [.text(PostgresBankSchema.name)]
    )

    static let ofSnapshot = [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"), path]

    /// Each statement sees what held when it began, and so everything that was done in the turns before.
    ///
    /// A node that stands still in its turn loses it after half of the time that a request has: the others go on.
    static func statements(of turn: BankTurn, deadline: Duration) -> [PostgresStatement] {
        let longest = max(1_000, Int64(deadline / .milliseconds(2)))
        let limit = PostgresStatement(
            "SELECT set_config('idle_in_transaction_session_timeout', $1, true)",
            [.text("\(longest)ms")]
        )
        return [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED"), path, limit] + lock(turn)
    }

    private static func lock(_ turn: BankTurn) -> [PostgresStatement] {
        switch turn {
        case .institution(let ispb):
            [PostgresStatement(#"SELECT "ispb" FROM "institution_key" WHERE "ispb" = $1 FOR UPDATE"#, [.text(ispb)])]
        case .opening: [PostgresBankSchema.lock]
        case .upkeep: []
        }
    }
}
