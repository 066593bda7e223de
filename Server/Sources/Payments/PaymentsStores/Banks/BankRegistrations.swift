package import ChaveBase
package import ChavePixModel
package import PaymentsModel
import SQLPort

/// The platform's registrations as a client of banks, for all nodes.
package protocol BankRegistrations: Sendable {
    /// The registration at a bank; `nil` before the first one.
    func bankRegistration(at institution: InstitutionID) async throws(StorageFault) -> StoredBankRegistration?

    /// All registrations and marks, the oldest first.
    func bankRegistrations() async throws(StorageFault) -> [ListedBankRegistration]

    /// Marks that a registration is about to be sent at a time.
    ///
    /// - Returns: `false` when there is a mark or a registration already.
    func markBankRegistration(at institution: InstitutionID, since: Timestamp) async throws(StorageFault) -> Bool

    /// Stores a registration in place of the mark or of an older one.
    ///
    /// - Returns: `false` when there is neither.
    @discardableResult
    func storeBankRegistration(_ secret: SealedSecret, at institution: InstitutionID) async throws(StorageFault) -> Bool

    func removeBankRegistration(at institution: InstitutionID) async throws(StorageFault)

    /// The objects of all organisations that need the registration at a bank.
    func objects(at institution: InstitutionID) async throws(StorageFault) -> CountedBankObjects
}

/// A registration with its bank.
package struct ListedBankRegistration: Hashable, Sendable {
    package let institution: InstitutionID
    /// The time of the mark.
    package let since: Timestamp
    package let registration: StoredBankRegistration
}

/// The objects at one bank, counted.
package struct CountedBankObjects: Hashable, Sendable {
    /// Enrollments that are pending or usable.
    package let enrollments: Int64
    /// Ended enrollments whose end the bank has not confirmed.
    package let unconfirmedEnds: Int64
    /// Payment intents that are pending, processing or scheduled.
    package let payments: Int64
}

/// A registration as it is stored.
package enum StoredBankRegistration: Hashable, Sendable {
    /// It was sent, and its answer is unknown.
    case sent
    case registered(SealedSecret)
}

private enum BankStatement {
    static let read = SQLText.payments(#"SELECT "body" FROM "bank_registration" WHERE "institution" = ?1"#)
    static let all = SQLText.payments(
        #"SELECT "institution", "since", "body" FROM "bank_registration" ORDER BY "since", "institution""#
    )
    static let mark = SQLText.payments(
        """
        INSERT INTO "bank_registration" ("institution", "since", "body") VALUES (?1, ?2, NULL)
        ON CONFLICT ("institution") DO NOTHING
        """
    )
    static let store = SQLText.payments(
        #"UPDATE "bank_registration" SET "body" = ?2 WHERE "institution" = ?1"#
    )
    static let remove = SQLText.payments(#"DELETE FROM "bank_registration" WHERE "institution" = ?1"#)

    /// An operator's question, read by status and by what is due; both are small beside the history.
    static let objects = SQLText.payments(
        """
        SELECT
            (SELECT COUNT(*) FROM "enrollment" WHERE "institution" = ?1 AND "status" IN ('PENDING', 'SUCCEEDED')),
            (SELECT COUNT(*) FROM "enrollment" WHERE "institution" = ?1 AND "wake_at" IS NOT NULL
                AND "status" IN ('FAILED', 'CANCELED')),
            (SELECT COUNT(*) FROM "payment_intent" WHERE "institution" = ?1
                AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED'))
        """
    )
}

extension SQLPaymentsStore: BankRegistrations {
    package func bankRegistration(at institution: InstitutionID) async throws(StorageFault) -> StoredBankRegistration? {
        guard let row = try await rows(BankStatement.read, [institution]).first else { return nil }
        return try read { try StoredBankRegistration(row[0]) }
    }

    package func bankRegistrations() async throws(StorageFault) -> [ListedBankRegistration] {
        let found = try await rows(BankStatement.all)
        return try read {
            try found.map { row in
                ListedBankRegistration(
                    institution: try row[...].at(0).id(),
                    since: Timestamp(microseconds: try row[...].at(1).integer),
                    registration: try StoredBankRegistration(row[2])
                )
            }
        }
    }

    package func markBankRegistration(
        at institution: InstitutionID,
        since: Timestamp
    ) async throws(StorageFault) -> Bool {
        try await write([SQLStatement(BankStatement.mark, [institution, since])]).first?.count == 1
    }

    package func storeBankRegistration(
        _ secret: SealedSecret,
        at institution: InstitutionID
    ) async throws(StorageFault) -> Bool {
        let text = try read { try RecordText.encode(secret) }
        return try await write([SQLStatement(BankStatement.store, [institution, text])]).first?.count == 1
    }

    package func removeBankRegistration(at institution: InstitutionID) async throws(StorageFault) {
        try await write([SQLStatement(BankStatement.remove, [institution])])
    }

    package func objects(at institution: InstitutionID) async throws(StorageFault) -> CountedBankObjects {
        let found = try await rows(BankStatement.objects, [institution])
        return try read {
            let row = found.first ?? []
            return CountedBankObjects(
                enrollments: try row[...].at(0).integer,
                unconfirmedEnds: try row[...].at(1).integer,
                payments: try row[...].at(2).integer
            )
        }
    }
}

extension StoredBankRegistration {
    fileprivate init(_ body: SQLValue) throws {
        self = body == .null ? .sent : .registered(try RecordText.decode(SealedSecret.self, from: body))
    }
}
