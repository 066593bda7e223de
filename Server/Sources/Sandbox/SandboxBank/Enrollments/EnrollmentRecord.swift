import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import Foundation
import InstitutionPort
import SQLPort

/// One stored enrollment.
struct EnrollmentRecord: ClientOwned {
    let id: String
    let ispb: String
    let client: String
    /// The CPF of the person whom the request named.
    let cpf: String
    let name: String?
    let permissions: String
    var state: EnrollmentState
    var additionalInformation: String?
    var cancelledFrom: OFBParty?
    var cancelledBy: String?
    let createdAt: Timestamp
    var changedAt: Timestamp
    var validUntil: Timestamp?
    var account: Int64?
    var limits: PaymentLimits
    /// The UTC day of `spent`.
    var spentDay: String?
    var spent: Money
    var optionsReadyAt: Timestamp?
    var refreshDigest: [UInt8]?
    var refreshClient: String?
    /// The only challenge of the registration.
    var challenge: [UInt8]?
    var platform: DevicePlatform?
    var credential: StoredCredential?

    static let columns = ColumnNames(
        """
        id, ispb, client, cpf, name, permissions, status, deadline, reason, additional_information, cancelled_from,
        cancelled_by, created_at, changed_at, valid_until, account, transaction_limit, daily_limit, spent_day, spent,
        options_ready_at, refresh_digest, refresh_client, challenge, platform, user_handle, credential_id, public_key,
        sign_count, backup_eligible, backup_state
        """
    )
}

extension EnrollmentRecord {
    init(_ row: SQLRow) throws { try self.init(ColumnReader(row, table: "enrollment")) }

    init(_ reader: ColumnReader) throws {
        var columns = reader
        id = try columns.text()
        ispb = try columns.text()
        client = try columns.text()
        cpf = try columns.text()
        name = try columns.optionalText()
        permissions = try columns.text()
        let status = try columns.text()
        let deadline = try columns.optionalTime()
        let reason = try columns.optionalText()
        guard let state = EnrollmentState(status: status, deadline: deadline, reason: reason) else {
            throw columns.fault("status")
        }
        self.state = state
        additionalInformation = try columns.optionalText()
        cancelledFrom = try columns.optionalText().flatMap(OFBParty.init(rawValue:))
        cancelledBy = try columns.optionalText()
        createdAt = try columns.time()
        changedAt = try columns.time()
        validUntil = try columns.optionalTime()
        account = try columns.optionalInteger()
        limits = PaymentLimits(transaction: try columns.optionalMoney(), daily: try columns.optionalMoney())
        spentDay = try columns.optionalText()
        spent = try columns.money()
        optionsReadyAt = try columns.optionalTime()
        refreshDigest = try columns.optionalBytes()
        refreshClient = try columns.optionalText()
        challenge = try columns.optionalBytes()
        platform = try columns.optionalText().flatMap(DevicePlatform.init(rawValue:))
        credential = try Self.credential(&columns)
    }

    private static func credential(_ columns: inout ColumnReader) throws -> StoredCredential? {
        let userHandle = try columns.optionalBytes()
        let id = try columns.optionalBytes()
        let publicKey = try columns.optionalBytes()
        let signCount = UInt32(clamping: try columns.integer())
        let isBackupEligible = try columns.integer() == 1
        let isBackedUp = try columns.integer() == 1
        guard let id, let publicKey else { return nil }
        return StoredCredential(
            id: id,
            publicKey: publicKey,
            signCount: signCount,
            backupEligible: isBackupEligible,
            backupState: isBackedUp,
            userHandle: userHandle
        )
    }

    func permits(_ permission: String) -> Bool {
        permissions.split(separator: " ").contains { $0.utf8.elementsEqual(permission.utf8) }
    }

    /// The amount paid today that counts towards the daily limit.
    func spentToday(at now: Timestamp) -> Money { spentDay == now.isoDate ? spent : .zero }

    /// The bank's answer about the enrollment.
    func message(account: OFBAccount?) -> OFBEnrollment {
        OFBEnrollment(
            enrollmentID: id,
            creation: createdAt,
            status: state.status,
            statusUpdate: changedAt,
            expiration: validUntil,
            cpf: cpf,
            debtorAccount: account,
            name: name,
            cancellation: cancellation,
            transactionLimit: limits.transaction,
            dailyLimit: limits.daily,
            permissions: permissions.split(separator: " ").map(String.init)
        )
    }

    private var cancellation: OFBCancellation? {
        guard let reason = state.endReason else { return nil }
        return OFBCancellation(
            reason: reason,
            additionalInformation: additionalInformation,
            cancelledFrom: cancelledFrom ?? .holder,
            cpf: cancelledBy
        )
    }
}

extension EnrollmentState {
    /// Reads the stored state; `nil` for an impossible combination.
    init?(status: String, deadline: Timestamp?, reason: String?) {
        guard let status = OFBEnrollmentStatus(rawValue: status) else { return nil }
        switch (status, deadline) {
        case (.awaitingRiskSignals, let deadline?): self = .awaitingRiskSignals(until: deadline)
        case (.awaitingAccountHolderValidation, let deadline?): self = .awaitingHolder(until: deadline)
        case (.awaitingEnrollment, let deadline?): self = .awaitingCredential(until: deadline)
        case (.authorised, let end): self = .authorised(until: end)
        case (.rejected, _):
            guard let reason = reason.flatMap(OFBRejectionReason.init(rawValue:)) else { return nil }
            self = .rejected(reason)
        case (.revoked, _):
            guard let reason = reason.flatMap(OFBRevocationReason.init(rawValue:)) else { return nil }
            self = .revoked(reason)
        case (.awaitingRiskSignals, nil), (.awaitingAccountHolderValidation, nil), (.awaitingEnrollment, nil):
            return nil
        }
    }
}
