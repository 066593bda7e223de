import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import SQLPort

/// A holder's own data at one bank, as of one moment.
struct HolderOverview {
    /// The parts of the overview that the address requests.
    struct Place: Hashable, Sendable {
        /// The overview lists only devices enrolled before this one.
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
    /// The same moment by the clock of deadlines.
    let deadlineNow: Timestamp
    let accounts: [AccountRecord]
    /// The usable and pending devices, newest first.
    let devices: [EnrollmentRecord]
    let hasOlderDevices: Bool
    /// The last ended devices, newest first.
    let endedDevices: [EnrollmentRecord]
    /// The last payments from all accounts, newest first.
    let payments: [StatementLine]
    /// The last payment requests that the bank refused before a payment existed, newest first.
    let refusals: [RefusedPayment]
    /// The device that the page reports as ended, because it has ended.
    let justEnded: EnrollmentRecord?

    /// The real time of a deadline, unless a tester moves the deadlines' clock forward again.
    func realTime(of deadline: Timestamp) -> Timestamp {
        deadline.adding(microseconds: now.microseconds(since: deadlineNow))
    }

    /// Whether all passed deadlines and due settlements are stored.
    var isSettled: Bool {
        devices.allSatisfy { $0.state.expiring(at: deadlineNow) == $0.state }
            && payments.allSatisfy { !$0.payment.state.isDue(at: now) }
    }
}

/// One payment with the receiver from its terms.
struct StatementLine {
    let payment: PaymentRecord
    let receiver: String
}

/// A refused payment request with the receiver from its terms.
struct RefusedPayment {
    let consent: ConsentRecord
    let receiver: String
}

extension BankDesk {
    /// The data of the holder's page; `nil` when a passed deadline must be stored first.
    func overview(of holder: SandboxHolder, _ place: HolderOverview.Place) throws -> HolderOverview? {
        let overview = try storedOverview(of: holder, place)
        return overview.isSettled ? overview : nil
    }

    /// The same, after storing passed deadlines.
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

    /// Reads the payments account by account, so that each query reads only its last few.
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
/// The conditions on the status equal those of the indexes, word by word: otherwise SQLite does not use a partial
/// index.
enum HolderLists {
    /// The devices in the order of their creation, which is the order of their rows.
    static let openDevices = """
        SELECT \(EnrollmentRecord.columns) FROM "enrollment"
        WHERE "ispb" = ?1 AND "cpf" = ?2 AND "status" NOT IN ('REJECTED', 'REVOKED')
            AND (CAST(?3 AS TEXT) IS NULL
                OR "position" < (SELECT "position" FROM "enrollment" WHERE "id" = ?3 AND "ispb" = ?1))
        ORDER BY "position" DESC LIMIT ?4
        """

    /// The devices in the order of their end.
    static let endedDevices = """
        SELECT \(EnrollmentRecord.columns) FROM "enrollment"
        WHERE "ispb" = ?1 AND "cpf" = ?2 AND "status" IN ('REJECTED', 'REVOKED')
        ORDER BY "changed_at" DESC, "position" DESC LIMIT ?3
        """

    /// The refusals in their order; the condition is that of the index.
    static let refusals = """
        SELECT \(ConsentRecord.columns) FROM "consent"
        WHERE "ispb" = ?1 AND "cpf" = ?2
            AND ("reason" <> 'TEMPO_EXPIRADO_AUTORIZACAO' OR "payment_refusal" IS NOT NULL)
        ORDER BY "changed_at" DESC LIMIT ?3
        """

    /// The payments in their order of arrival.
    static let payments = """
        SELECT \(PaymentRecord.columns) FROM "payment" WHERE "debtor" = ?1 ORDER BY "position" DESC LIMIT ?2
        """
}
