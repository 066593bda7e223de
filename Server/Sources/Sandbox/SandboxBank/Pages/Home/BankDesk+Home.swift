import ChaveBase
import ChavePixModel
import Foundation
import Hashing
import InstitutionPort
import SQLPort

/// The outcome of a holder's request to end an enrollment.
enum DeviceEnding: Hashable, Sendable {
    /// The enrollment has ended, now or before.
    case ended
    /// The holder has no enrollment with that id at this bank.
    case unknown
    case notSignedIn
}

extension BankDesk {
    /// The holder who signed in to their own pages; `nil` without a sign-in at this bank in the last fifteen minutes.
    func holder(session: String) throws -> SandboxHolder? {
        let sql = #"SELECT "cpf" FROM "holder_session" WHERE "digest" = ?1 AND "ispb" = ?2 AND "expires_at" > ?3"#
        let arguments: SQLArguments = [Digest(ofText: session).bytes.blob, ispb, now.microseconds]
        guard let row = try database.row(sql, arguments) else { return nil }
        var columns = ColumnReader(row, table: "holder_session")
        return SandboxHolder.with(cpf: try columns.text())
    }

    /// Makes a new session for each sign-in; the previous session in the same browser ends.
    func enter(_ holder: SandboxHolder, endingSession old: String?) throws -> String {
        if let old { try leave(session: old) }
        let session = Base64URL.encode(randomBytes(32))
        try database.run(
            #"INSERT INTO "holder_session" ("digest", "ispb", "cpf", "expires_at") VALUES (?1, ?2, ?3, ?4)"#,
            [
                Digest(ofText: session).bytes.blob, ispb, holder.cpf,
                now.adding(seconds: Self.sessionLifeSeconds).microseconds,
            ]
        )
        return session
    }

    func leave(session: String) throws {
        try database.run(
            #"DELETE FROM "holder_session" WHERE "digest" = ?1 AND "ispb" = ?2"#,
            [Digest(ofText: session).bytes.blob, ispb]
        )
    }

    /// Ends one of the holder's enrollments: revokes an authorised one, rejects a pending one.
    func endDevice(_ id: String, session: String) throws -> DeviceEnding {
        guard let holder = try holder(session: session) else { return .notSignedIn }
        guard var record = try device(id, of: holder).map(expired) else { return .unknown }
        guard let event = record.state.endingByHolder else { return .ended }
        record.cancelledBy = holder.cpf
        try advance(&record, event, from: .holder, isToldToPlatform: true)
        return .ended
    }

    /// Lets the day of a scheduled payment come; `false` when the holder has no payment with that id at this bank.
    func letDayCome(_ id: String, of holder: SandboxHolder) throws -> Bool {
        guard let payment = try storedPayment(id).map(settled),
            try ledger.accounts(of: holder.cpf, at: ispb).contains(where: { $0.id == payment.debtor })
        else { return false }
        if case .scheduled = payment.state { try letDayCome(of: payment) }
        return true
    }

    /// The stored enrollment; `nil` when it is another person's or another bank's.
    func device(_ id: String, of holder: SandboxHolder) throws -> EnrollmentRecord? {
        guard let record = try storedEnrollment(id), record.cpf.utf8.elementsEqual(holder.cpf.utf8) else { return nil }
        return record
    }
}
