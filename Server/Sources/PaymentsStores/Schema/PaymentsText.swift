import SQLPort

extension SQLText {
    /// A statement over the payments' tables.
    static func payments(_ sql: String, _ demand: SQLDemand = .nothing) -> SQLText {
        PaymentsSchema.all.text(sql, demand)
    }

    /// A lock that PostgreSQL takes; SQLite's one writer needs none.
    static func lock(_ sql: String) -> SQLText { PaymentsSchema.all.text(sqlite: nil, postgres: sql) }
}
