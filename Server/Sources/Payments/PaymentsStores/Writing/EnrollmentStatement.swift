import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that write enrollments and their credentials, in full.
enum EnrollmentStatement {
    static let insert = SQLText.payments(
        """
        INSERT INTO "enrollment" (
            "organisation", "id", "version", "status", "customer", "institution", "device", "device_id",
            "external_id", "state_digest", "bank_enrollment_id", "token_grant", "wake_at", "held_until", "held_by",
            "body"
        ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """
    )

    /// Sets only the values that can change, so that the other indexes are not touched.
    static let update = SQLText.payments(
        """
        UPDATE "enrollment" SET
            "version" = ?4, "status" = ?5, "state_digest" = ?6, "bank_enrollment_id" = ?7, "wake_at" = ?8,
            "held_until" = ?9, "held_by" = ?10, "body" = ?11
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
        """,
        .changesRow
    )

    static let erase = SQLText.payments(
        """
        UPDATE "enrollment" SET "version" = ?4, "external_id" = ?5, "device_id" = ?6, "body" = ?7
        WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3 AND "wake_at" IS NULL
        """,
        .changesRow
    )

    static let insertCredential = SQLText.payments(
        """
        INSERT INTO "credential" ("organisation", "enrollment", "credential_id", "sign_count", "body")
        VALUES (?1, ?2, ?3, ?4, ?5)
        """
    )

    static let advanceCounter = SQLText.payments(
        """
        UPDATE "credential" SET "sign_count" = ?4
        WHERE "organisation" = ?1 AND "credential_id" = ?2 AND "sign_count" = ?3
        """,
        .changesRow
    )

    static let forgetCredential = SQLText.payments(
        #"DELETE FROM "credential" WHERE "organisation" = ?1 AND "enrollment" = ?2"#
    )
}

extension Enrollment {
    func insertion(_ schedule: NodeSchedule) throws -> SQLStatement {
        SQLStatement(
            EnrollmentStatement.insert,
            [
                organisation, id, version, status.rawValue, customer, institution, createdBy.device, deviceID,
                externalID, stateDigest, bank?.enrollmentID, createdBy.grant, schedule.wakeAt, schedule.heldUntil,
                schedule.heldBy, try RecordText.encode(self),
            ]
        )
    }

    func update(expected: Int64, _ schedule: NodeSchedule) throws -> SQLStatement {
        SQLStatement(
            EnrollmentStatement.update,
            [
                organisation, id, expected, version, status.rawValue, stateDigest, bank?.enrollmentID,
                schedule.wakeAt, schedule.heldUntil, schedule.heldBy, try RecordText.encode(self),
            ]
        )
    }

    func erasure(expected: Int64) throws -> [SQLStatement] {
        [
            SQLStatement(
                EnrollmentStatement.erase,
                [organisation, id, expected, version, externalID, deviceID, try RecordText.encode(self)]
            ),
            SQLStatement(EnrollmentStatement.forgetCredential, [organisation, id]),
        ]
    }
}

extension EnrolledCredential {
    func insertion() throws -> SQLStatement {
        SQLStatement(
            EnrollmentStatement.insertCredential,
            [organisation, enrollment, credentialID, Int64(signCount), try RecordText.encode(self)]
        )
    }

    static func counterAdvance(
        _ credentialID: Octets,
        of organisation: OrganisationID,
        from old: UInt32,
        to new: UInt32
    ) -> SQLStatement {
        SQLStatement(EnrollmentStatement.advanceCounter, [organisation, credentialID, Int64(old), Int64(new)])
    }
}
