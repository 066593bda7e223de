import GRDB
import SQLiteWriter
public import TokenActivationCore

extension SQLiteTokenActivationStore {
    private static let tables = [
        "activation", "idempotency_key", "card_refusal", "notice", "suspension_link", "audit_entry",
    ]

    /// How many rows each table has, by its name; reads them all.
    public func rowCounts() async throws(ActivationStoreFault) -> [String: Int64] {
        try await asking { database in
            try Self.tables.reduce(into: [:]) { counts, table in
                counts[table] = try Int64.fetchOne(database, sql: #"SELECT COUNT(*) FROM "\#(table)""#)
            }
        }
    }
}
