import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import SQLPort

extension BankDesk {
    /// The stored consent, possibly past its deadline; `nil` when this institution has none with that id of the caller.
    func storedConsent(_ id: String) throws -> ConsentRecord? {
        let sql = #"SELECT \#(ConsentRecord.columns) FROM "consent" WHERE "id" = ?1 AND "ispb" = ?2"#
        return try visible(database.row(sql, [id, ispb]).map(ConsentRecord.init))
    }

    /// The consent in its present state; `nil` when there is none.
    ///
    /// A passed deadline is stored first.
    func consent(_ id: String) throws -> ConsentRecord? {
        guard let record = try storedConsent(id) else { return nil }
        return try expired(record)
    }

    /// Returns the record in its present state, and stores the change of a passed deadline.
    func expired(_ record: ConsentRecord) throws -> ConsentRecord {
        let state = record.state.expiring(at: deadlineNow)
        guard state != record.state else { return record }
        var changed = record
        changed.state = state
        try save(&changed)
        try notify(.consent, record)
        return changed
    }

    func insert(_ record: ConsentRecord) throws {
        try database.run(
            """
            INSERT INTO "consent" ("id", "ispb", "client", "cpf", "terms", "amount", "date", "debtor_account", "status",
                "deadline", "created_at", "changed_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """,
            [
                record.id, ispb, record.client, record.cpf, record.terms.blob, record.amount.centavos, record.date,
                record.debtorAccount?.blob, record.state.status.rawValue, record.state.deadline?.microseconds,
                record.createdAt.microseconds, record.changedAt.microseconds,
            ]
        )
    }

    /// Stores the state, the authorising enrollment, the challenge, and the reason for refusing its payment.
    func save(_ record: inout ConsentRecord) throws {
        record.changedAt = now
        try database.run(
            """
            UPDATE "consent" SET "status" = ?2, "deadline" = ?3, "reason" = ?4, "changed_at" = ?5, "enrollment" = ?6,
                "challenge" = ?7, "challenge_enrollment" = ?8, "payment_refusal" = ?9, "debtor_account" = ?10
            WHERE "id" = ?1
            """,
            [
                record.id, record.state.status.rawValue, record.state.deadline?.microseconds,
                record.state.rejection?.rawValue, now.microseconds, record.enrollmentID, record.challenge?.blob,
                record.challengeEnrollmentID, record.paymentRefusal, record.debtorAccount?.blob,
            ]
        )
    }

    /// Stores a new challenge, which replaces the previous one.
    func saveChallenge(_ record: ConsentRecord) throws {
        try database.run(
            #"UPDATE "consent" SET "challenge" = ?2, "challenge_enrollment" = ?3 WHERE "id" = ?1"#,
            [record.id, record.challenge?.blob, record.challengeEnrollmentID]
        )
    }

    /// Rejects a consent for a reason of the bank, and refuses the call that led to it.
    func reject(_ record: ConsentRecord, _ reason: ConsentRejection, with refusal: BankRefusal) throws -> Never {
        var record = record
        do {
            record.state = try record.state.receiving(.rejection(reason), at: deadlineNow)
        } catch {
            throw BankRefusal(.consentStatusInvalid, "The consent is \(record.state.status.rawValue).")
        }
        record.challenge = nil
        try save(&record)
        try notifyOnWire(.consent, record)
        throw refusal
    }
}
