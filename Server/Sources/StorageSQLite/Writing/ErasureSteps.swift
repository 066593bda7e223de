import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension Customer {
    /// The row, then the words of the name, which are fewer or the same.
    func update(expected: Int64, _ schedule: Change.Schedule) throws -> [Step] {
        let row = Step(
            sql: """
                UPDATE "customer" SET
                    "version" = ?4, "identifier_index" = ?5, "external_id" = ?6, "erasure_at" = ?7, "wake_at" = ?8,
                    "held_until" = ?9, "key_id" = ?10, "body" = ?11
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, expected.databaseValue, version.databaseValue,
                identifierIndex.databaseValue, bound(externalID?.databaseValue),
                bound(erasure?.requestedAt.databaseValue), bound(schedule.wakeAt?.databaseValue),
                bound(schedule.heldUntil?.databaseValue), bound(key?.keyID.databaseValue), try RecordText.encode(self),
            ],
            isGuarded: true
        )
        let forgetting = Step(
            sql: #"DELETE FROM "customer_name" WHERE "organisation" = ?1 AND "customer" = ?2"#,
            arguments: [organisation.databaseValue, id.databaseValue]
        )
        return [row, forgetting] + nameInsertions()
    }

    static func isKnown(_ id: CustomerID, of organisation: OrganisationID) -> Step {
        Step(
            sql: """
                SELECT 1 FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2 AND "erasure_at" IS NULL
                """,
            arguments: [organisation.databaseValue, id.databaseValue],
            isQuestion: true
        )
    }

    static func hasNothingOpen(_ id: CustomerID, of organisation: OrganisationID) -> Step {
        Step(
            sql: """
                SELECT 1 WHERE NOT EXISTS (
                    SELECT 1 FROM "enrollment"
                    WHERE "organisation" = ?1 AND "customer" = ?2 AND "wake_at" IS NOT NULL
                ) AND NOT EXISTS (
                    SELECT 1 FROM "payment_intent"
                    WHERE "organisation" = ?1 AND "customer" = ?2 AND "status" IN ('PENDING', 'PROCESSING'))
                """,
            arguments: [organisation.databaseValue, id.databaseValue],
            isQuestion: true
        )
    }
}

extension Enrollment {
    func erasure(expected: Int64) throws -> [Step] {
        [
            Step(
                sql: """
                    UPDATE "enrollment" SET "version" = ?4, "external_id" = ?5, "device_id" = ?6, "body" = ?7
                    WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3 AND "wake_at" IS NULL
                    """,
                arguments: [
                    organisation.databaseValue, id.databaseValue, expected.databaseValue, version.databaseValue,
                    bound(externalID?.databaseValue), deviceID.databaseValue, try RecordText.encode(self),
                ],
                isGuarded: true
            ),
            Step(
                sql: #"DELETE FROM "credential" WHERE "organisation" = ?1 AND "enrollment" = ?2"#,
                arguments: [organisation.databaseValue, id.databaseValue]
            ),
        ]
    }
}

extension PaymentIntent {
    func erasure(expected: Int64) throws -> Step {
        Step(
            sql: """
                UPDATE "payment_intent" SET "version" = ?4, "body" = ?5
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
                    AND "status" NOT IN ('PENDING', 'PROCESSING')
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, expected.databaseValue, version.databaseValue,
                try RecordText.encode(self),
            ],
            isGuarded: true
        )
    }
}
