import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort

extension BankDesk {
    /// POST /enrollments.
    func createEnrollment(_ call: InstitutionCall) throws -> BankOutcome {
        let message: OFBEnrollmentCreation = try decode(call.body)
        guard let person = TaxIdentifier(message.cpf), person.kind == .cpf else {
            throw BankRefusal(.parameterInvalid, "Send a CPF with right check digits.")
        }
        if let cnpj = message.businessCNPJ, TaxIdentifier(cnpj)?.kind != .cnpj {
            throw BankRefusal(.parameterInvalid, "Send a CNPJ with right check digits.")
        }
        guard let permissions = Permissions(message.permissions) else {
            throw BankRefusal(.permissionsInvalid, "Ask for permissions that there are, each once.")
        }
        var record = EnrollmentRecord(
            id: newURN("enrollment"),
            ispb: ispb,
            client: try caller.id,
            cpf: message.cpf,
            name: message.name,
            permissions: permissions.text,
            state: .awaitingRiskSignals(until: deadlineNow.adding(seconds: EnrollmentLife.riskSignalsSeconds)),
            createdAt: now,
            changedAt: now,
            limits: PaymentLimits(),
            spent: .zero
        )
        let named = try message.debtorAccount.map { try account($0, of: message.cpf) }
        record.account = named?.id
        try insert(record)
        if named != nil { try saveChoice(record) }
        return .answered(status: 201, body: record.message(account: named?.account).json(answeredAt: now).encoded())
    }

    /// The holder's account that the initiator names.
    private func account(_ named: OFBAccount, of cpf: String) throws -> AccountRecord {
        guard let account = try ledger.accounts(of: cpf, at: ispb).first(where: { $0.account == named }) else {
            throw BankRefusal(.accountInvalid, "Name an account of the holder at this institution, or none.")
        }
        return account
    }

    /// GET /enrollments/{enrollmentId}; `nil` when a passed deadline must be stored first.
    func readEnrollment(_ id: String) throws -> BankOutcome? {
        guard let record = try storedEnrollment(id) else {
            throw BankRefusal(.notFound, "There is no such enrollment.")
        }
        guard record.state.expiring(at: deadlineNow) == record.state else { return nil }
        return try answer(record)
    }

    /// The same, after storing a passed deadline.
    func readChangedEnrollment(_ id: String) throws -> BankOutcome { try answer(enrollment(id)) }

    /// POST /enrollments/{enrollmentId}/risk-signals.
    func takeRiskSignals(_ call: InstitutionCall) throws -> BankOutcome {
        var record = try enrollment(call.subject)
        guard case .awaitingRiskSignals = record.state else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for signals.")
        }
        let signals: OFBRiskSignals
        do {
            signals = try decode(call.body)
        } catch let refusal as BankRefusal {
            try reject(record, .internalSecurity, with: refusal)
        }
        let findings = RiskFindings(signals.signals)
        if !findings.isCompleteForItsPlatform(known: nil) {
            let refusal = BankRefusal(.platformSignalsMissing, "Send all signals that an app's platform has.")
            try reject(record, .internalSecurity, with: refusal)
        }
        if institution.temper == .rejectsByPolicy, findings.isSuspicious {
            let refusal = BankRefusal(.parameterInvalid, "The device does not meet this bank's policy.")
            try reject(record, .internalSecurity, with: refusal)
        }
        try advance(&record, .riskSignalsAccepted, from: .holder, isToldToPlatform: false)
        return .noContent
    }

    /// PATCH /enrollments/{enrollmentId}: the initiator rejects or revokes.
    func endEnrollment(_ call: InstitutionCall) throws -> BankOutcome {
        let end: OFBEnrollmentEnd = try decode(call.body)
        var record = try enrollment(call.subject)
        let event = try event(of: end, in: record.state)
        record.additionalInformation = end.additionalInformation
        record.cancelledBy = end.cpf
        try advance(&record, event, from: .initiator, isToldToPlatform: false)
        return .noContent
    }

    /// The end that fits the state (Open Finance Brasil, PATCH enrollments, 422 codes in their order).
    private func event(of end: OFBEnrollmentEnd, in state: EnrollmentState) throws -> EnrollmentEvent {
        let hasDetails = end.additionalInformation?.isEmpty == false
        switch (state, end.reason) {
        case (.rejected, _), (.revoked, _):
            throw BankRefusal(.statusInvalid, "The enrollment has ended.")
        case (.authorised, .rejection):
            throw BankRefusal(.revocationReasonNeeded, "An authorised enrollment takes a revocation reason.")
        case (.awaitingRiskSignals, .revocation), (.awaitingHolder, .revocation), (.awaitingCredential, .revocation):
            throw BankRefusal(.rejectionReasonNeeded, "An enrollment not yet authorised takes a rejection reason.")
        case (_, .rejection(.other)) where !hasDetails:
            throw BankRefusal(.rejectionNeedsDetails, "Send additionalInformation with REJEITADO_OUTRO.")
        case (_, .revocation(.other)) where !hasDetails:
            throw BankRefusal(.revocationNeedsDetails, "Send additionalInformation with REVOGADO_OUTRO.")
        case (_, .rejection(let reason)): return .rejection(reason)
        case (_, .revocation(let reason)): return .revocation(reason)
        }
    }

    private func answer(_ record: EnrollmentRecord) throws -> BankOutcome {
        let account = try record.account.flatMap { try ledger.account($0)?.account }
        return .answered(status: 200, body: record.message(account: account).json(answeredAt: now).encoded())
    }
}

/// The permissions of an enrollment: at least one, only known ones, each once.
struct Permissions: Hashable, Sendable {
    static let payments = "PAYMENTS_INITIATE"
    static let recurringPayments = "RECURRING_PAYMENTS_INITIATE"
    private static let known: Set<String> = [payments, recurringPayments]

    let text: String

    init?(_ names: [String]) {
        guard !names.isEmpty, Set(names).count == names.count, names.allSatisfy(Self.known.contains) else {
            return nil
        }
        text = names.joined(separator: " ")
    }
}

/// The bank's findings in risk signals.
struct RiskFindings {
    private let signals: JSONValue

    init(_ signals: RiskSignals) { self.signals = signals.json }

    /// Whether the signals are complete for the platform: apps must send three signals.
    ///
    /// When the platform is unknown, the screen brightness indicates an app: no browser and no terminal can read it.
    func isCompleteForItsPlatform(known platform: DevicePlatform?) -> Bool {
        let present = Self.ofApps.filter { !(signals[$0]?.isNull ?? true) }.count
        let isApp = platform.map { $0.isNative } ?? !(signals["screenBrightness"]?.isNull ?? true)
        return !isApp || present == Self.ofApps.count
    }

    /// Whether the device may be under another person's control.
    var isSuspicious: Bool {
        ["isRootedDevice", "isEmulated", "isMonkeyRunner", "isMockGPS"].contains { signals[$0]?.bool == true }
    }

    private static let ofApps = ["isRootedDevice", "screenBrightness", "elapsedTimeSinceBoot"]
}
