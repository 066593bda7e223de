import SQLiteWriter

extension Migration {
    /// Indexes for what a start asks, so that it reads what is under way and not every enrollment.
    ///
    /// A usable enrollment waits for its next check all its life; few are held or under way at a time. The step 0009 is
    /// PostgreSQL's own.
    static let startIndexes = Migration(
        name: "0010_start_indexes",
        sql: """
            CREATE INDEX "enrollment_held" ON "enrollment" ("held_until") WHERE "held_until" IS NOT NULL;
            CREATE INDEX "enrollment_under_way" ON "enrollment" ("wake_at")
                WHERE "wake_at" IS NOT NULL AND "status" <> 'SUCCEEDED';
            """
    )
}
