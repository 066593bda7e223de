extension PostgresMigration {
    /// What payments' waiting clients on other nodes are woken by; SQLite has one process, which needs none.
    static let toldChangesOfPayments = PostgresMigration(
        name: "0009_told_changes",
        statements: PaymentsChangeFeed.table.table([#"TEXT COLLATE "C""#, #"TEXT COLLATE "C""#])
    )

    /// The same for sign-in's records.
    static let toldChangesOfSignIn = PostgresMigration(
        name: "0002_told_changes",
        statements: RecordChangeFeed.table.table(["BYTEA", #"TEXT COLLATE "C""#, "BYTEA"])
    )
}
