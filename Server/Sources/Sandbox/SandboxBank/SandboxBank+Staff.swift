public import ChaveBase
public import ChavePixModel
import ChaveWire
public import InstitutionPort

/// The operations of people and machines inside the bank, for testers.
///
/// Each returns whether it succeeded; the platform receives its notification at the next ``SandboxBank/tick()``.
extension SandboxBank {
    /// Ends an enrollment from the bank's side: rejects a pending one, revokes an authorised one.
    @discardableResult
    public func end(
        _ enrollmentID: String,
        at institution: InstitutionID,
        _ reason: OFBCancellationReason,
        additionalInformation: String? = nil
    ) async throws -> Bool {
        try await staff(institution) { desk in
            var record = try desk.enrollment(enrollmentID)
            record.additionalInformation = additionalInformation
            let event: EnrollmentEvent =
                switch reason {
                case .rejection(let reason): .rejection(reason)
                case .revocation(let reason): .revocation(reason)
                }
            try desk.advance(&record, event, from: .holder, isToldToPlatform: true)
        }
    }

    /// Changes the limits of an authorised enrollment, as the holder does in the bank's app.
    ///
    /// A limit above the bank's own is refused and changes nothing.
    @discardableResult
    public func changeLimits(
        of enrollmentID: String,
        at institution: InstitutionID,
        transaction: Money?,
        daily: Money?
    ) async throws -> Bool {
        try await staff(institution) { desk in
            var record = try desk.enrollment(enrollmentID)
            guard case .authorised = record.state else {
                throw BankRefusal(.enrollmentStatusInvalid, "Only an authorised enrollment has limits to change.")
            }
            let limits = PaymentLimits(transaction: transaction, daily: daily)
            guard limits.isWithin(desk.institution.limits) else {
                throw BankRefusal(.amountOverLimit, "A limit is above the bank's own.")
            }
            record.limits = limits
            try desk.saveChoice(record)
            try desk.notify(.enrollment, record)
        }
    }

    /// Approves a waiting consent as the other holder of a joint account.
    @discardableResult
    public func approveAsOtherHolder(_ consentID: String, at institution: InstitutionID) async throws -> Bool {
        try await staff(institution) { desk in
            guard var consent = try desk.consent(consentID) else {
                throw BankRefusal(.notFound, "There is no such consent.")
            }
            do {
                consent.state = try consent.state.receiving(.otherHolderApproved, at: desk.deadlineNow)
            } catch {
                throw BankRefusal(.consentStatusInvalid, "The consent does not wait for another holder.")
            }
            try desk.save(&consent)
            try desk.notify(.consent, consent)
        }
    }

    /// Holds an unsettled payment for a check.
    @discardableResult
    public func hold(_ paymentID: String, at institution: InstitutionID) async throws -> Bool {
        try await staff(institution) { try $0.change(paymentID, .hold) }
    }

    /// Releases a held payment, which settles at its next read or tick.
    @discardableResult
    public func release(_ paymentID: String, at institution: InstitutionID) async throws -> Bool {
        try await staff(institution) { try $0.change(paymentID, .release) }
    }

    /// Lets the day of a scheduled payment come now: the ledger decides about it as on its day.
    ///
    /// Its end-to-end id still names the day that was agreed.
    @discardableResult
    public func letDayCome(of paymentID: String, at institution: InstitutionID) async throws -> Bool {
        try await staff(institution) { desk in try desk.letDayCome(of: desk.payment(paymentID)) }
    }

    private func staff(
        _ institution: InstitutionID,
        _ work: @escaping @Sendable (BankDesk) throws -> Void
    ) async throws -> Bool {
        guard let branch = branches[institution] else { return false }
        return try await atDesk(of: branch) { desk in
            do {
                try work(desk)
                return true
            } catch is BankRefusal {
                return false
            }
        }
    }
}

extension BankDesk {
    /// Settles a scheduled payment before its day.
    func letDayCome(of payment: PaymentRecord) throws {
        var record = payment
        do {
            record.state = try record.state.receiving(.dayCame, at: now)
        } catch {
            throw BankRefusal(.statusInvalid, "The payment is \(record.state.status.rawValue).")
        }
        _ = try settled(record)
    }

    fileprivate func change(_ paymentID: String, _ event: PaymentEvent) throws {
        var record = try payment(paymentID)
        do {
            record.state = try record.state.receiving(event, at: now)
        } catch {
            throw BankRefusal(.statusInvalid, "The payment is \(record.state.status.rawValue).")
        }
        try save(&record)
        try notify(.payment, record)
    }
}
