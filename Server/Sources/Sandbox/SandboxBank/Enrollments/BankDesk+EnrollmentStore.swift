import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import Foundation
import InstitutionPort
import SQLPort

extension BankDesk {
    /// The stored enrollment, possibly past its deadline; `nil` when the caller has none with that id here.
    func storedEnrollment(_ id: String) throws -> EnrollmentRecord? {
        let sql = #"SELECT \#(EnrollmentRecord.columns) FROM "enrollment" WHERE "id" = ?1 AND "ispb" = ?2"#
        return try visible(database.row(sql, [id, ispb]).map(EnrollmentRecord.init))
    }

    /// The enrollment in its present state: a passed deadline is stored first.
    func enrollment(_ id: String) throws -> EnrollmentRecord { try currentEnrollment(storedEnrollment(id)) }

    /// The same for an enrollment that was read before.
    func currentEnrollment(_ stored: EnrollmentRecord?) throws -> EnrollmentRecord {
        guard let stored else { throw BankRefusal(.notFound, "There is no such enrollment.") }
        return try expired(stored)
    }

    /// Returns the record in its present state, and stores the change of a passed deadline.
    func expired(_ record: EnrollmentRecord) throws -> EnrollmentRecord {
        let state = record.state.expiring(at: deadlineNow)
        guard state != record.state else { return record }
        var changed = record
        changed.state = state
        changed.cancelledFrom = .holder
        try save(&changed)
        try notify(.enrollment, record)
        return changed
    }

    func insert(_ record: EnrollmentRecord) throws {
        try database.run(
            """
            INSERT INTO "enrollment"
                ("id", "ispb", "client", "cpf", "name", "permissions", "status", "deadline", "created_at", "changed_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            [
                record.id, record.ispb, record.client, record.cpf, record.name, record.permissions,
                record.state.status.rawValue, record.state.deadline?.microseconds, record.createdAt.microseconds,
                record.changedAt.microseconds,
            ]
        )
    }

    /// Stores the state, its end, and the time of the change.
    func save(_ record: inout EnrollmentRecord) throws {
        record.changedAt = now
        try database.run(
            """
            UPDATE "enrollment" SET "status" = ?2, "deadline" = ?3, "reason" = ?4, "additional_information" = ?5,
                "cancelled_from" = ?6, "cancelled_by" = ?7, "changed_at" = ?8
            WHERE "id" = ?1
            """,
            [
                record.id, record.state.status.rawValue, record.state.deadline?.microseconds,
                record.state.endReason?.code, record.additionalInformation, record.cancelledFrom?.rawValue,
                record.cancelledBy, now.microseconds,
            ]
        )
    }

    /// Stores the holder's choice.
    func saveChoice(_ record: EnrollmentRecord) throws {
        try database.run(
            """
            UPDATE "enrollment" SET "account" = ?2, "transaction_limit" = ?3, "daily_limit" = ?4, "valid_until" = ?5,
                "options_ready_at" = ?6
            WHERE "id" = ?1
            """,
            [
                record.id, record.account, record.limits.transaction?.centavos, record.limits.daily?.centavos,
                record.validUntil?.microseconds, record.optionsReadyAt?.microseconds,
            ]
        )
    }

    /// Stores the refresh token's digest and its client.
    func saveRefresh(_ record: EnrollmentRecord) throws {
        try database.run(
            #"UPDATE "enrollment" SET "refresh_digest" = ?2, "refresh_client" = ?3 WHERE "id" = ?1"#,
            [record.id, record.refreshDigest?.blob, record.refreshClient]
        )
    }

    /// Stores the registration's challenge, platform and user handle.
    func saveChallenge(_ record: EnrollmentRecord, userHandle: [UInt8]) throws {
        try database.run(
            #"UPDATE "enrollment" SET "challenge" = ?2, "platform" = ?3, "user_handle" = ?4 WHERE "id" = ?1"#,
            [record.id, record.challenge?.blob, record.platform?.rawValue, userHandle.blob]
        )
    }

    func saveCredential(_ credential: StoredCredential, of record: EnrollmentRecord) throws {
        try database.run(
            """
            UPDATE "enrollment" SET "credential_id" = ?2, "public_key" = ?3, "sign_count" = ?4,
                "backup_eligible" = ?5, "backup_state" = ?6
            WHERE "id" = ?1
            """,
            [
                record.id, credential.id.blob, credential.publicKey.blob, Int64(credential.signCount),
                credential.backupEligible, credential.backupState,
            ]
        )
    }

    /// Stores a newer counter or backup state; it never lowers the counter.
    func saveUse(_ use: VerifiedAuthentication, of record: EnrollmentRecord) throws {
        guard let known = record.credential,
            use.signCount > known.signCount || use.backupState != known.backupState
        else { return }
        try database.run(
            """
            UPDATE "enrollment" SET "sign_count" = CASE WHEN "sign_count" < ?2 THEN ?2 ELSE "sign_count" END,
                "backup_state" = ?3
            WHERE "id" = ?1
            """,
            [record.id, Int64(use.signCount), use.backupState]
        )
    }

    func saveSpent(_ record: EnrollmentRecord) throws {
        try database.run(
            #"UPDATE "enrollment" SET "spent_day" = ?2, "spent" = ?3 WHERE "id" = ?1"#,
            [record.id, record.spentDay, record.spent.centavos]
        )
    }

    /// Applies an event to an enrollment, stores it, and notifies the platform unless the platform itself caused it.
    func advance(
        _ record: inout EnrollmentRecord,
        _ event: EnrollmentEvent,
        from party: OFBParty,
        isToldToPlatform: Bool
    ) throws {
        do {
            record.state = try record.state.receiving(event, at: deadlineNow)
        } catch {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment is \(record.state.status.rawValue).")
        }
        if record.state.endReason != nil { record.cancelledFrom = party }
        try save(&record)
        if isToldToPlatform { try notify(.enrollment, record) }
    }

    /// Rejects an enrollment for a reason of the bank, and refuses the call that led to it.
    func reject(_ record: EnrollmentRecord, _ reason: OFBRejectionReason, with refusal: BankRefusal) throws -> Never {
        var record = record
        try advance(&record, .rejection(reason), from: .holder, isToldToPlatform: false)
        throw refusal
    }
}
