package import ChaveBase
import ChavePixModel
package import PaymentsModel
import PostgresClient
import SQLPort
import SQLiteWriter

extension SQLPaymentsStore: TendedStore {
    /// How many connections are in use now, and how many are idle.
    package var connections: (used: Int, idle: Int) {
        if let load = pool?.load { return (load.used, load.idle) }
        return writer?.connections ?? (0, 0)
    }

    package var waitingWrites: Int { pool?.load.waiting ?? writer?.waitingWrites ?? 0 }

    package func auditLength() async throws(StorageFault) -> Int64 {
        try await number(TendingStatement.auditLength)
    }

    package func openIntents(createdBefore time: Timestamp) async throws(StorageFault) -> [String: Int] {
        let found = try await rows(TendingStatement.openIntents, [time])
        return try read {
            let counts = try found.map { (try $0[...].at(0).string, Int(try $0[...].at(1).integer)) }
            return Dictionary(counts) { first, _ in first }
        }
    }

    package func hasCurrentSchema() async throws(StorageFault) -> Bool {
        let found = try await rows(TendingStatement.newestStep)
        return try read { try found.first?[...].at(0).string } == PaymentsSchema.all.steps.last?.name
    }

    package func rowCounts() async throws(StorageFault) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for (table, counting) in TendingStatement.counts { counts[table] = try await number(counting) }
        return counts
    }

    package func holdsSealedFields() async throws(StorageFault) -> Bool {
        try await finds(TendingStatement.sealedFields)
    }

    package func holdsEnrollments() async throws(StorageFault) -> Bool { try await finds(TendingStatement.enrollments) }

    package func customerOfEachKey() async throws(StorageFault) -> [Customer] {
        var (found, last): ([Customer], String) = ([], "")
        // The loop goes from key to key by the index, and skips all customers with the same key.
        while let next: Customer = try await first(TendingStatement.customerAfterKey, [last]) {
            found.append(next)
            guard let id = next.key?.keyID, id > last else { break }
            last = id
        }
        return found
    }

    /// The oldest account by its id, which contains its creation time.
    package func oldestBankAccount() async throws(StorageFault) -> BankAccount? {
        try await first(TendingStatement.oldestBankAccount, [])
    }

    private func number(_ text: SQLText) async throws(StorageFault) -> Int64 {
        let found = try await rows(text)
        return try read { try found.first?[...].at(0).integer } ?? 0
    }
}

/// The statements for gauges, the start and checks of the store, in full.
enum TendingStatement {
    /// The length of the audit; entries are never deleted, so the last one's number gives it without counting.
    ///
    /// In PostgreSQL, commits that are rolled back use up numbers. There, the statement counts up to a hundred
    /// thousand. Above that it uses the server's own estimate, which each run of its vacuum corrects.
    static let auditLength = PaymentsSchema.all.text(
        sqlite: AnchorStatement.lastEntry,
        postgres: """
            SELECT CASE WHEN "c"."reltuples" > 100000 THEN "c"."reltuples"::bigint
                ELSE (SELECT COUNT(*) FROM "audit_entry") END
            FROM "pg_catalog"."pg_class" AS "c" WHERE "c"."oid" = to_regclass('"payments"."audit_entry"')
            """
    )

    /// Counts by the index of open intents, whose size is that of the work and not of the history; those that wait for a
    /// later day are not late.
    static let openIntents = SQLText.payments(
        """
        SELECT "status", COUNT(*) FROM "payment_intent" INDEXED BY "payment_intent_open"
        WHERE "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED') AND "status" <> 'SCHEDULED' AND "created_at" < ?1
        GROUP BY "status"
        """
    )

    static let newestStep = SQLText.payments(
        #"SELECT "name" FROM "schema_migration" ORDER BY "position" DESC LIMIT 1"#
    )

    /// One count for each table.
    static let counts = PaymentsSchema.all.tables.map { table in
        (table: table, counting: SQLText.payments(#"SELECT COUNT(*) FROM "\#(table)""#))
    }

    static let sealedFields = SQLText.payments(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM "customer") OR EXISTS (SELECT 1 FROM "idempotency")
            OR EXISTS (SELECT 1 FROM "bank_account") OR EXISTS (SELECT 1 FROM "webhook_endpoint")
            OR EXISTS (SELECT 1 FROM "bank_registration" WHERE "body" IS NOT NULL)
        """
    )

    static let enrollments = SQLText.payments(#"SELECT 1 FROM "enrollment" LIMIT 1"#)

    static let customerAfterKey = SQLText.payments(
        #"SELECT "body" FROM "customer" WHERE "key_id" > ?1 ORDER BY "key_id" LIMIT 1"#
    )

    static let oldestBankAccount = SQLText.payments(
        #"SELECT \#(BankAccount.columnList) FROM "bank_account" ORDER BY "id" LIMIT 1"#
    )
}
