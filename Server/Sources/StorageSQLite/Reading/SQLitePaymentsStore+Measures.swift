public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    /// How many connections work now, and how many wait for work.
    public var connections: (used: Int, idle: Int) { writer.connections }

    /// How many writes wait for the next transaction.
    public var waitingWrites: Int { writer.waitingWrites }

    /// How many audit entries were ever written: none goes, so the last row's number says it without counting.
    public func auditLength() async throws(StorageFault) -> Int64 {
        try await measure { database in
            try Int64.fetchOne(database, sql: #"SELECT MAX("rowid") FROM "audit_entry""#) ?? 0
        }
    }

    /// How many payment intents of each status that is no end were created before `time`, of all organisations.
    public func openIntents(createdBefore time: Timestamp) async throws(StorageFault) -> [String: Int] {
        try await measure { database in
            // By the index of what is open, whose size is that of the work and not of the history.
            let sql = """
                SELECT "status", COUNT(*) FROM "payment_intent" INDEXED BY "payment_intent_open"
                WHERE "status" IN ('PENDING', 'PROCESSING') AND "created_at" < ?1 GROUP BY "status"
                """
            let rows = try database.rows(sql, [time.databaseValue])
            return Dictionary(
                uniqueKeysWithValues: try rows.map { row in
                    (try row[...].at(0).string, Int(try row[...].at(1).integer))
                }
            )
        }
    }

    /// Whether the file holds exactly the steps of this program.
    public func hasCurrentSchema() async throws(StorageFault) -> Bool {
        let newest = Self.migrations.last?.name
        return try await measure { database in
            let sql = #"SELECT "name" FROM "schema_migration" ORDER BY "position" DESC LIMIT 1"#
            return try String.fetchOne(database, sql: sql) == newest
        }
    }

    /// How many rows each table has; reads them all.
    public func rowCounts() async throws(StorageFault) -> [String: Int64] {
        try await measure { database in
            let names = try String.fetchAll(
                database,
                sql: #"SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%'"#
            )
            var counts: [String: Int64] = [:]
            for name in names {
                // The names are those of our own schema.
                counts[name] = try Int64.fetchOne(database, sql: #"SELECT COUNT(*) FROM "\#(name)""#) ?? 0
            }
            return counts
        }
    }

    private func measure<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageFault) -> Value {
        do {
            return try await writer.read(body)
        } catch {
            throw translateRead(error)
        }
    }
}
