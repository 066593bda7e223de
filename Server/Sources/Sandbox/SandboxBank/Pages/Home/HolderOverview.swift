import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import SQLPort

/// What a holder sees of themself at one bank, as of one moment.
struct HolderOverview {
    /// What the address asks for.
    struct Place: Hashable, Sendable {
        /// Only devices that were enrolled before this one.
        var older: String?
        /// The device that has just ended.
        var ended: String?
    }

    static let deviceCount = 20
    static let endedDeviceCount = 10
    static let paymentCount = 50
    static let refusalCount = 10

    let holder: SandboxHolder
    let now: Timestamp
    /// The same moment by the clock that deadlines read.
    let deadlineNow: Timestamp
    let accounts: [AccountRecord]
    /// Those that may pay or may yet come to, the newest first.
    let devices: [EnrollmentRecord]
    let hasOlderDevices: Bool
    /// The last few that ended, the latest first.
    let endedDevices: [EnrollmentRecord]
    /// The last payments from all accounts, the newest first.
    let payments: [StatementLine]
    /// The last payments that the bank refused before there was one, the latest first.
    let refusals: [RefusedPayment]
    /// What the holder is told has ended, because it has.
    let justEnded: EnrollmentRecord?

    /// The real moment at which a deadline counts, unless its clock is put forward again.
    func realTime(of deadline: Timestamp) -> Timestamp {
        deadline.adding(microseconds: now.microseconds(since: deadlineNow))
    }

    /// Whether time has done nothing to it that is not stored yet.
    var isSettled: Bool {
        devices.allSatisfy { $0.state.expiring(at: deadlineNow) == $0.state }
            && payments.allSatisfy { !$0.payment.state.isDue(at: now) }
    }
}

/// One payment with what its terms name.
struct StatementLine {
    let payment: PaymentRecord
    let receiver: String
}

/// A payment that was asked for and refused, with whom its terms name.
struct RefusedPayment {
    let consent: ConsentRecord
    let receiver: String
}

extension BankDesk {
    /// What the holder's page shows; `nil` when time must be stored first.
    func overview(of holder: SandboxHolder, _ place: HolderOverview.Place) throws -> HolderOverview? {
        let overview = try storedOverview(of: holder, place)
        return overview.isSettled ? overview : nil
    }

    /// The same after what time has done was stored.
    func changedOverview(of holder: SandboxHolder, _ place: HolderOverview.Place) throws -> HolderOverview {
        let overview = try storedOverview(of: holder, place)
        for device in overview.devices { _ = try expired(device) }
        for line in overview.payments { _ = try settled(line.payment) }
        return try storedOverview(of: holder, place)
    }

    private func storedOverview(of holder: SandboxHolder, _ place: HolderOverview.Place) throws -> HolderOverview {
        let accounts = try ledger.accounts(of: holder.cpf, at: ispb)
        let devices = try openDevices(of: holder, before: place.older, limit: HolderOverview.deviceCount + 1)
        let named = try place.ended.flatMap { try device($0, of: holder) }
        return HolderOverview(
            holder: holder,
            now: now,
            deadlineNow: deadlineNow,
            accounts: accounts,
            devices: Array(devices.prefix(HolderOverview.deviceCount)),
            hasOlderDevices: devices.count > HolderOverview.deviceCount,
            endedDevices: try endedDevices(of: holder, limit: HolderOverview.endedDeviceCount),
            payments: try payments(from: accounts, limit: HolderOverview.paymentCount),
            refusals: try refusals(of: holder, limit: HolderOverview.refusalCount),
            justEnded: named?.state.endReason == nil ? nil : named
        )
    }

    private func openDevices(
        of holder: SandboxHolder,
        before older: String?,
        limit: Int
    ) throws -> [EnrollmentRecord] {
        try database.rows(HolderLists.openDevices, [ispb, holder.cpf, older, limit]).map(EnrollmentRecord.init)
    }

    private func endedDevices(of holder: SandboxHolder, limit: Int) throws -> [EnrollmentRecord] {
        try database.rows(HolderLists.endedDevices, [ispb, holder.cpf, limit]).map(EnrollmentRecord.init)
    }

    /// Account by account, so that each reads its last few only.
    private func payments(from accounts: [AccountRecord], limit: Int) throws -> [StatementLine] {
        let payments = try accounts.flatMap { account in
            try database.rows(HolderLists.payments, [account.id, limit]).map(PaymentRecord.init)
        }
        return try payments.sorted { $0.createdAt > $1.createdAt }.prefix(limit).map { payment in
            let terms = try OFBPaymentTerms(json: JSONValue(parsing: payment.terms))
            return StatementLine(payment: payment, receiver: terms.creditorName)
        }
    }
}

extension BankDesk {
    private func refusals(of holder: SandboxHolder, limit: Int) throws -> [RefusedPayment] {
        let consents = try database.rows(HolderLists.refusals, [ispb, holder.cpf, limit]).map(ConsentRecord.init)
        return try consents.map { consent in
            let terms = try OFBPaymentTerms(json: JSONValue(parsing: consent.terms))
            return RefusedPayment(consent: consent, receiver: terms.creditorName)
        }
    }
}

/// The queries behind a holder's page, each in the order of one index.
///
/// The conditions on the status are those of the indexes, word by word: SQLite takes a partial index for no other.
enum HolderLists {
    /// In the order in which they were asked for, which is that of their rows.
    static let openDevices = """
        SELECT \(EnrollmentRecord.columns) FROM "enrollment"
        WHERE "ispb" = ?1 AND "cpf" = ?2 AND "status" NOT IN ('REJECTED', 'REVOKED')
            AND (CAST(?3 AS TEXT) IS NULL
                OR "position" < (SELECT "position" FROM "enrollment" WHERE "id" = ?3 AND "ispb" = ?1))
        ORDER BY "position" DESC LIMIT ?4
        """

    /// In the order in which they ended.
    static let endedDevices = """
        SELECT \(EnrollmentRecord.columns) FROM "enrollment"
        WHERE "ispb" = ?1 AND "cpf" = ?2 AND "status" IN ('REJECTED', 'REVOKED')
        ORDER BY "changed_at" DESC, "position" DESC LIMIT ?3
        """

    /// In the order in which they were refused; the condition is that of the index.
    static let refusals = """
        SELECT \(ConsentRecord.columns) FROM "consent"
        WHERE "ispb" = ?1 AND "cpf" = ?2
            AND ("reason" <> 'TEMPO_EXPIRADO_AUTORIZACAO' OR "payment_refusal" IS NOT NULL)
        ORDER BY "changed_at" DESC LIMIT ?3
        """

    /// In the order in which they came.
    static let payments = """
        SELECT \(PaymentRecord.columns) FROM "payment" WHERE "debtor" = ?1 ORDER BY "position" DESC LIMIT ?2
        """
}
