import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    /// Whether anything is stored that only the server's field key opens.
    public func holdsSealedFields() async throws(StorageFault) -> Bool {
        try await holds(
            """
            EXISTS (SELECT 1 FROM "customer") OR EXISTS (SELECT 1 FROM "idempotency")
                OR EXISTS (SELECT 1 FROM "bank_account") OR EXISTS (SELECT 1 FROM "webhook_endpoint")
            """
        )
    }

    public func holdsEnrollments() async throws(StorageFault) -> Bool {
        try await holds(#"EXISTS (SELECT 1 FROM "enrollment")"#)
    }

    /// One customer for each key that wraps those of customers, of whatever organisation; never for a request.
    public func customerOfEachKey() async throws(StorageFault) -> [Customer] {
        var (found, last): ([Customer], String) = ([], "")
        // From key to key by the index, past all who have the same one.
        while let next: Customer = try await first(
            #"SELECT "body" FROM "customer" WHERE "key_id" > ?1 ORDER BY "key_id" LIMIT 1"#,
            [last.databaseValue]
        ) {
            found.append(next)
            guard let id = next.key?.keyID, id > last else { break }
            last = id
        }
        return found
    }

    /// Of all organisations; never for a request.
    public func oldestBankAccount() async throws(StorageFault) -> BankAccount? {
        try await first(#"SELECT \#(BankAccount.columnList) FROM "bank_account" ORDER BY "rowid" LIMIT 1"#, [])
    }

    /// Whether the oldest bank account is from before whose it is was sealed.
    public func holdsUnsealedBankAccounts() async throws(StorageFault) -> Bool {
        try await holds(
            """
            EXISTS (SELECT 1 FROM (SELECT "body" FROM "bank_account" ORDER BY "rowid" LIMIT 1) AS "oldest"
                WHERE json_extract("body", '$.particulars') IS NULL)
            """
        )
    }

    private func holds(_ condition: String) async throws(StorageFault) -> Bool {
        do {
            return try await writer.read { try Bool.fetchOne($0, sql: "SELECT \(condition)") ?? false }
        } catch {
            throw translateRead(error)
        }
    }
}
