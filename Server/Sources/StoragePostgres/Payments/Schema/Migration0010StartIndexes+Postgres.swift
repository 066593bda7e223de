extension PostgresMigration {
    /// Indexes for what a start asks, so that it reads what is under way and not every enrollment.
    static let startIndexes = PostgresMigration(
        name: "0010_start_indexes",
        texts: [
            """
            CREATE INDEX "enrollment_held" ON "payments"."enrollment" ("held_until") WHERE "held_until" IS NOT NULL

            CREATE INDEX "enrollment_under_way" ON "payments"."enrollment" ("wake_at")
                WHERE "wake_at" IS NOT NULL AND "status" <> 'SUCCEEDED'
            """
        ]
    )
}
