import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension Customer {
    func insertion() throws -> Step {
        Step(
            sql: """
                INSERT INTO "customer" (
                    "organisation", "id", "identifier_index", "external_id", "version", "key_id", "body"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, identifierIndex.databaseValue,
                bound(externalID?.databaseValue), version.databaseValue, bound(key?.keyID.databaseValue),
                try RecordText.encode(self),
            ]
        )
    }

    /// One row for each different word of the name.
    func nameInsertions() -> [Step] {
        Set(nameIndexes).map { index in
            Step(
                sql: """
                    INSERT INTO "customer_name" ("organisation", "name_index", "customer") VALUES (?1, ?2, ?3)
                    """,
                arguments: [organisation.databaseValue, index.databaseValue, id.databaseValue]
            )
        }
    }
}

extension BankAccount {
    func insertion() throws -> Step {
        Step(
            sql: """
                INSERT INTO "bank_account" ("organisation", "id", "is_active", "updated_at", "body")
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, isActive.databaseValue, updatedAt.databaseValue,
                try RecordText.encode(self),
            ]
        )
    }

    func update() -> Step {
        Step(
            sql: """
                UPDATE "bank_account" SET "is_active" = ?3, "updated_at" = ?4 WHERE "organisation" = ?1 AND "id" = ?2
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, isActive.databaseValue, updatedAt.databaseValue,
            ],
            isGuarded: true
        )
    }
}
