import ChaveBase
package import ChavePixModel
package import PaymentsModel
import SQLPort

/// The platform's registrations as a client of banks, for all nodes.
package protocol BankRegistrations: Sendable {
    /// The registration at a bank; `nil` before the first one.
    func bankRegistration(at institution: InstitutionID) async throws(StorageFault) -> StoredBankRegistration?

    /// Marks that a registration is about to be sent.
    ///
    /// - Returns: `false` when there is a mark or a registration already.
    func markBankRegistration(at institution: InstitutionID) async throws(StorageFault) -> Bool

    /// Stores a registration in place of the mark or of an older one.
    func storeBankRegistration(_ secret: SealedSecret, at institution: InstitutionID) async throws(StorageFault)

    func removeBankRegistration(at institution: InstitutionID) async throws(StorageFault)
}

/// A registration as it is stored.
package enum StoredBankRegistration: Hashable, Sendable {
    /// It was sent, and its answer is unknown.
    case sent
    case registered(SealedSecret)
}

private enum BankStatement {
    static let read = SQLText.payments(#"SELECT "body" FROM "bank_registration" WHERE "institution" = ?1"#)
    static let mark = SQLText.payments(
        """
        INSERT INTO "bank_registration" ("institution", "body") VALUES (?1, NULL) ON CONFLICT ("institution") DO NOTHING
        """
    )
    static let store = SQLText.payments(
        """
        INSERT INTO "bank_registration" ("institution", "body") VALUES (?1, ?2)
        ON CONFLICT ("institution") DO UPDATE SET "body" = excluded."body"
        """
    )
    static let remove = SQLText.payments(#"DELETE FROM "bank_registration" WHERE "institution" = ?1"#)
}

extension SQLPaymentsStore: BankRegistrations {
    package func bankRegistration(at institution: InstitutionID) async throws(StorageFault) -> StoredBankRegistration? {
        guard let row = try await rows(BankStatement.read, [institution]).first else { return nil }
        return try read {
            row[0] == .null ? .sent : .registered(try RecordText.decode(SealedSecret.self, from: row[0]))
        }
    }

    package func markBankRegistration(at institution: InstitutionID) async throws(StorageFault) -> Bool {
        try await write([SQLStatement(BankStatement.mark, [institution])]).first?.count == 1
    }

    package func storeBankRegistration(
        _ secret: SealedSecret,
        at institution: InstitutionID
    ) async throws(StorageFault) {
        let text = try read { try RecordText.encode(secret) }
        try await write([SQLStatement(BankStatement.store, [institution, text])])
    }

    package func removeBankRegistration(at institution: InstitutionID) async throws(StorageFault) {
        try await write([SQLStatement(BankStatement.remove, [institution])])
    }
}
