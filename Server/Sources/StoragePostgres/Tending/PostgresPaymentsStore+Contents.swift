package import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore: InventoriedStore {
    package func holdsSealedFields() async throws(StorageFault) -> Bool {
        try await holds(ContentStatement.sealedFields)
    }

    package func holdsEnrollments() async throws(StorageFault) -> Bool { try await holds(ContentStatement.enrollments) }

    package func customerOfEachKey() async throws(StorageFault) -> [Customer] {
        var (found, last): ([Customer], String) = ([], "")
        // From key to key by the index, past all who have the same one.
        while let next: Customer = try await first(ContentStatement.customerAfterKey, [last.bound]) {
            found.append(next)
            guard let id = next.key?.keyID, id > last else { break }
            last = id
        }
        return found
    }

    /// By its id, which tells when it was made.
    package func oldestBankAccount() async throws(StorageFault) -> BankAccount? {
        try await first(ContentStatement.oldestBankAccount, [])
    }

    /// Never: there was no release without sealed ones that wrote to PostgreSQL.
    package func holdsUnsealedBankAccounts() async throws(StorageFault) -> Bool { false }

    private func holds(_ sql: String) async throws(StorageFault) -> Bool {
        let found = try await rows(sql)
        return try read { try found.first?[...].at(0).integer == 1 }
    }
}

/// What is asked of the contents before a server starts, in full.
enum ContentStatement {
    static let sealedFields = """
        SELECT (EXISTS (SELECT 1 FROM "payments"."customer") OR EXISTS (SELECT 1 FROM "payments"."idempotency")
            OR EXISTS (SELECT 1 FROM "payments"."bank_account")
            OR EXISTS (SELECT 1 FROM "payments"."webhook_endpoint"))::integer
        """

    static let enrollments = #"SELECT EXISTS (SELECT 1 FROM "payments"."enrollment")::integer"#

    static let customerAfterKey = """
        SELECT "body" FROM "payments"."customer" WHERE "key_id" > $1 ORDER BY "key_id" LIMIT 1
        """

    static let oldestBankAccount = """
        SELECT \(BankAccount.columnList) FROM "payments"."bank_account" ORDER BY "id" LIMIT 1
        """
}
