package import ChavePixModel
import GRDB
package import PaymentsCore
import SQLiteWriter

/// Passes to this server's own pages: links that are good once, and sessions that were left.
extension SQLitePaymentsStore {
    package func spend(_ pass: Digest, until end: Timestamp, at now: Timestamp) async throws(StorageFault) -> Bool {
        let forget = Step(
            sql: #"DELETE FROM "spent_pass" WHERE "ends_at" <= ?1"#,
            arguments: [now.databaseValue]
        )
        let spend = Step(
            sql: #"INSERT INTO "spent_pass" ("digest", "ends_at") VALUES (?1, ?2) ON CONFLICT ("digest") DO NOTHING"#,
            arguments: [pass.databaseValue, end.databaseValue]
        )
        return try await maintain { database in
            try forget.run(in: database)
            try spend.run(in: database)
            return database.changesCount == 1
        }
    }

    package func isSpent(_ pass: Digest) async throws(StorageFault) -> Bool {
        try await lookUp { database in
            try database.firstRow(#"SELECT 1 FROM "spent_pass" WHERE "digest" = ?1"#, [pass.databaseValue]) != nil
        }
    }
}
