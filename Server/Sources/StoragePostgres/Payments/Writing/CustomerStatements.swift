import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension Customer {
    func insertions() throws -> [PostgresStatement] {
        let row = PostgresStatement(
            """
            INSERT INTO "payments"."customer" (
                "organisation", "id", "identifier_index", "external_id", "version", "key_id", "body"
            ) VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                organisation.bound, id.bound, identifierIndex.bound, externalID.bound, version.bound,
                (key?.keyID).bound, try RecordText.encode(self),
            ]
        )
        return [row] + nameInsertions()
    }

    /// One row for each different word of the name, in one order for all, so that no two commits wait for each other.
    private func nameInsertions() -> [PostgresStatement] {
        Set(nameIndexes).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { index in
            PostgresStatement(
                """
                INSERT INTO "payments"."customer_name" ("organisation", "name_index", "customer") VALUES ($1, $2, $3)
                """,
                [organisation.bound, index.bound, id.bound]
            )
        }
    }

    private static let updating = PostgresStatement.guarding(
        """
        UPDATE "payments"."customer" SET
            "version" = $4, "identifier_index" = $5, "external_id" = $6, "erasure_at" = $7, "wake_at" = $8,
            "held_until" = $9, "held_by" = $10, "key_id" = $11, "body" = $12
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3
        """
    )

    /// The row, then the words of the name, which are fewer or the same.
    func update(expected: Int64, _ schedule: NodeSchedule) throws -> [PostgresStatement] {
        let row = PostgresStatement(
            Self.updating,
            [organisation.bound, id.bound, expected.bound, version.bound, identifierIndex.bound, externalID.bound]
                + [(erasure?.requestedAt).bound] + schedule.values + [(key?.keyID).bound, try RecordText.encode(self)]
        )
        let forgetting = PostgresStatement(
            #"DELETE FROM "payments"."customer_name" WHERE "organisation" = $1 AND "customer" = $2"#,
            [organisation.bound, id.bound]
        )
        return [row, forgetting] + nameInsertions()
    }

    private static let knowing = PostgresStatement.holding(
        """
        SELECT 1 FROM "payments"."customer" WHERE "organisation" = $1 AND "id" = $2 AND "erasure_at" IS NULL
        """
    )

    static func isKnown(_ id: CustomerID, of organisation: OrganisationID) -> PostgresStatement {
        PostgresStatement(knowing, [organisation.bound, id.bound])
    }

    /// Whoever makes something for this customer holds the row by its key, so the lock waits for them, and the question
    /// that comes after it sees what they made.
    static func hasNothingOpen(_ id: CustomerID, of organisation: OrganisationID) -> [PostgresStatement] {
        let values = [organisation.bound, id.bound]
        return [
            PostgresStatement(
                #"SELECT 1 FROM "payments"."customer" WHERE "organisation" = $1 AND "id" = $2 FOR UPDATE"#,
                values
            ),
            PostgresStatement(
                """
                SELECT 1 / (CASE WHEN EXISTS (
                    SELECT 1 FROM "payments"."enrollment"
                    WHERE "organisation" = $1 AND "customer" = $2 AND "wake_at" IS NOT NULL
                ) OR EXISTS (
                    SELECT 1 FROM "payments"."payment_intent"
                    WHERE "organisation" = $1 AND "customer" = $2 AND "status" IN ('PENDING', 'PROCESSING')
                ) THEN 0 ELSE 1 END)
                """,
                values
            ),
        ]
    }
}

extension BankAccount {
    func insertion() throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."bank_account" ("organisation", "id", "is_active", "updated_at", "body")
            VALUES ($1, $2, $3, $4, $5)
            """,
            [organisation.bound, id.bound, isActive.bound, updatedAt.bound, try RecordText.encode(self)]
        )
    }

    private static let updating = PostgresStatement.guarding(
        """
        UPDATE "payments"."bank_account" SET "is_active" = $3, "updated_at" = $4
        WHERE "organisation" = $1 AND "id" = $2
        """
    )

    func update() -> PostgresStatement {
        PostgresStatement(Self.updating, [organisation.bound, id.bound, isActive.bound, updatedAt.bound])
    }
}
