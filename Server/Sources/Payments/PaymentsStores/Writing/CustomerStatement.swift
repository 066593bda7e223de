import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that write customers and bank accounts, in full.
enum CustomerStatement {
    static let insert = SQLText.payments(
        """
        INSERT INTO "customer" ("organisation", "id", "identifier_index", "external_id", "version", "key_id", "body")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    )

    static let insertName = SQLText.payments(
        #"INSERT INTO "customer_name" ("organisation", "name_index", "customer") VALUES (?1, ?2, ?3)"#
    )

    static let update = SQLText.payments(
        """
        UPDATE "customer" SET
            "version" = ?4, "identifier_index" = ?5, "external_id" = ?6, "erasure_at" = ?7, "wake_at" = ?8,
            "held_until" = ?9, "held_by" = ?10, "key_id" = ?11, "body" = ?12
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
        """,
        .changesRow
    )

    static let forgetNames = SQLText.payments(
        #"DELETE FROM "customer_name" WHERE "organisation" = ?1 AND "customer" = ?2"#
    )

    static let requireKnown = SQLText.payments(
        #"SELECT 1 FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2 AND "erasure_at" IS NULL"#,
        .holdsRow(.shared)
    )

    /// Locks the customer completely.
    ///
    /// A transaction that makes an object for this customer holds the row by its key. The lock waits for such
    /// transactions, and the query after it sees their objects.
    static let holdWhole = SQLText.lock(
        #"SELECT 1 FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2 FOR UPDATE"#
    )

    static let requireNothingOpen = SQLText.payments(
        """
        SELECT 1 WHERE NOT EXISTS (
            SELECT 1 FROM "enrollment" WHERE "organisation" = ?1 AND "customer" = ?2 AND "wake_at" IS NOT NULL
        ) AND NOT EXISTS (
            SELECT 1 FROM "payment_intent"
            WHERE "organisation" = ?1 AND "customer" = ?2 AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED'))
        """,
        .findsRow
    )

    static let insertAccount = SQLText.payments(
        """
        INSERT INTO "bank_account" ("organisation", "id", "is_active", "updated_at", "body") VALUES (?1, ?2, ?3, ?4, ?5)
        """
    )

    static let updateAccount = SQLText.payments(
        #"UPDATE "bank_account" SET "is_active" = ?3, "updated_at" = ?4 WHERE "organisation" = ?1 AND "id" = ?2"#,
        .changesRow
    )
}

extension Customer {
    func insertions() throws -> [SQLStatement] {
        let row = SQLStatement(
            CustomerStatement.insert,
            [organisation, id, identifierIndex, externalID, version, key?.keyID, try RecordText.encode(self)]
        )
        return [row] + nameInsertions()
    }

    /// One row for each different word of the name, always in the same order, so that no two commits wait for each
    /// other.
    private func nameInsertions() -> [SQLStatement] {
        Set(nameIndexes).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { index in
            SQLStatement(CustomerStatement.insertName, [organisation, index, id])
        }
    }

    /// Updates the row, then the words of the name, which are fewer or the same.
    func update(expected: Int64, _ schedule: NodeSchedule) throws -> [SQLStatement] {
        let row = SQLStatement(
            CustomerStatement.update,
            [
                organisation, id, expected, version, identifierIndex, externalID, erasure?.requestedAt,
                schedule.wakeAt, schedule.heldUntil, schedule.heldBy, key?.keyID, try RecordText.encode(self),
            ]
        )
        return [row, SQLStatement(CustomerStatement.forgetNames, [organisation, id])] + nameInsertions()
    }

    static func isKnown(_ id: CustomerID, of organisation: OrganisationID) -> SQLStatement {
        SQLStatement(CustomerStatement.requireKnown, [organisation, id])
    }

    static func hasNothingOpen(_ id: CustomerID, of organisation: OrganisationID) -> [SQLStatement] {
        [CustomerStatement.holdWhole, CustomerStatement.requireNothingOpen].map {
            SQLStatement($0, [organisation, id])
        }
    }
}

extension BankAccount {
    func insertion() throws -> SQLStatement {
        SQLStatement(
            CustomerStatement.insertAccount,
            [organisation, id, isActive, updatedAt, try RecordText.encode(self)]
        )
    }

    func update() -> SQLStatement {
        SQLStatement(CustomerStatement.updateAccount, [organisation, id, isActive, updatedAt])
    }
}
