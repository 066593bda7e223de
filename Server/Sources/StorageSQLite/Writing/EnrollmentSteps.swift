import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension Enrollment {
    func insertion(_ schedule: Change.Schedule) throws -> Step {
        Step(
            sql: """
                INSERT INTO "enrollment" (
                    "organisation", "id", "version", "status", "customer", "institution", "device", "device_id",
                    "external_id", "state_digest", "bank_enrollment_id", "wake_at", "held_until", "body", "token_grant"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, version.databaseValue, status.rawValue.databaseValue,
                customer.databaseValue, institution.databaseValue, bound(createdBy.device?.databaseValue),
                deviceID.databaseValue, bound(externalID?.databaseValue), bound(stateDigest?.databaseValue),
                bound(bank?.enrollmentID.databaseValue), bound(schedule.wakeAt?.databaseValue),
                bound(schedule.heldUntil?.databaseValue), try RecordText.encode(self),
                bound(createdBy.grant?.databaseValue),
            ]
        )
    }

    /// Sets only what can move, so that the other indexes are not touched.
    func update(expected: Int64, _ schedule: Change.Schedule) throws -> Step {
        Step(
            sql: """
                UPDATE "enrollment" SET
                    "version" = ?4, "status" = ?5, "state_digest" = ?6, "bank_enrollment_id" = ?7, "wake_at" = ?8,
                    "held_until" = ?9, "body" = ?10
                WHERE "organisation" = ?1 AND "id" = ?2 AND "version" = ?3
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, expected.databaseValue, version.databaseValue,
                status.rawValue.databaseValue, bound(stateDigest?.databaseValue),
                bound(bank?.enrollmentID.databaseValue), bound(schedule.wakeAt?.databaseValue),
                bound(schedule.heldUntil?.databaseValue), try RecordText.encode(self),
            ],
            isGuarded: true
        )
    }
}

extension EnrolledCredential {
    func insertion() throws -> Step {
        Step(
            sql: """
                INSERT INTO "credential" ("organisation", "enrollment", "credential_id", "sign_count", "body")
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
            arguments: [
                organisation.databaseValue, enrollment.databaseValue, credentialID.databaseValue,
                Int64(signCount).databaseValue, try RecordText.encode(self),
            ]
        )
    }

    static func counterAdvance(
        _ credentialID: Octets,
        of organisation: OrganisationID,
        from old: UInt32,
        to new: UInt32
    ) -> Step {
        Step(
            sql: """
                UPDATE "credential" SET "sign_count" = ?4
                WHERE "organisation" = ?1 AND "credential_id" = ?2 AND "sign_count" = ?3
                """,
            arguments: [
                organisation.databaseValue, credentialID.databaseValue, Int64(old).databaseValue,
                Int64(new).databaseValue,
            ],
            isGuarded: true
        )
    }
}
