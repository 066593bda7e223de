import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension Enrollment {
    func insertion(_ schedule: NodeSchedule) throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."enrollment" (
                "organisation", "id", "version", "status", "customer", "institution", "device", "device_id",
                "external_id", "state_digest", "bank_enrollment_id", "token_grant", "wake_at", "held_until", "held_by",
                "body"
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """,
            [
                organisation.bound, id.bound, version.bound, status.rawValue.bound, customer.bound,
                institution.bound, createdBy.device.bound, deviceID.bound, externalID.bound, stateDigest.bound,
                (bank?.enrollmentID).bound, createdBy.grant.bound,
            ] + schedule.values + [try RecordText.encode(self)]
        )
    }

    private static let updating = PostgresStatement.guarding(
        """
        UPDATE "payments"."enrollment" SET
            "version" = $4, "status" = $5, "state_digest" = $6, "bank_enrollment_id" = $7, "wake_at" = $8,
            "held_until" = $9, "held_by" = $10, "body" = $11
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3
        """
    )

    /// Sets only what can move.
    func update(expected: Int64, _ schedule: NodeSchedule) throws -> PostgresStatement {
        PostgresStatement(
            Self.updating,
            [
                organisation.bound, id.bound, expected.bound, version.bound, status.rawValue.bound,
                stateDigest.bound, (bank?.enrollmentID).bound,
            ] + schedule.values + [try RecordText.encode(self)]
        )
    }

    private static let erasing = PostgresStatement.guarding(
        """
        UPDATE "payments"."enrollment" SET "version" = $4, "external_id" = $5, "device_id" = $6, "body" = $7
        WHERE "organisation" = $1 AND "id" = $2 AND "version" = $3 AND "wake_at" IS NULL
        """
    )

    func erasure(expected: Int64) throws -> [PostgresStatement] {
        [
            PostgresStatement(
                Self.erasing,
                [
                    organisation.bound, id.bound, expected.bound, version.bound, externalID.bound, deviceID.bound,
                    try RecordText.encode(self),
                ]
            ),
            PostgresStatement(
                #"DELETE FROM "payments"."credential" WHERE "organisation" = $1 AND "enrollment" = $2"#,
                [organisation.bound, id.bound]
            ),
        ]
    }
}

extension EnrolledCredential {
    func insertion() throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."credential" ("organisation", "enrollment", "credential_id", "sign_count", "body")
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                organisation.bound, enrollment.bound, credentialID.bound, Int64(signCount).bound,
                try RecordText.encode(self),
            ]
        )
    }

    private static let advancing = PostgresStatement.guarding(
        """
        UPDATE "payments"."credential" SET "sign_count" = $4
        WHERE "organisation" = $1 AND "credential_id" = $2 AND "sign_count" = $3
        """
    )

    static func counterAdvance(
        _ credentialID: Octets,
        of organisation: OrganisationID,
        from old: UInt32,
        to new: UInt32
    ) -> PostgresStatement {
        PostgresStatement(
            advancing,
            [organisation.bound, credentialID.bound, Int64(old).bound, Int64(new).bound]
        )
    }
}
