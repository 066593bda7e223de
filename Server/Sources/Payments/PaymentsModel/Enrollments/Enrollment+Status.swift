package import ChaveBase
public import ChavePixModel

extension Enrollment {
    /// PENDING, SUCCEEDED, FAILED or CANCELED (Payments API, section 5).
    public var status: EnrollmentStatus {
        switch state {
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .attested, .registering, .withdrawing:
            .pending
        case .authorised: .succeeded
        case .ended(let end, _): end.outcome == .failed ? .failed : .canceled
        }
    }

    /// The enrollment's state in the bank's terms.
    public var detailedStatus: EnrollmentDetailStatus {
        switch state {
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .withdrawing(_, hadOptions: false):
            .awaitingAccountHolderValidation
        case .awaitingCredential, .attested, .registering, .withdrawing(_, hadOptions: true): .awaitingEnrollment
        case .authorised: .authorised
        case .ended(let end, _): end.outcome == .failed ? .rejected : .revoked
        }
    }

    /// Whether the enrollment's validity has ended, according to the last `expiresAt` of the bank.
    ///
    /// The platform is then reading the enrollment's state at the bank.
    package func hasRunOut(at now: Timestamp) -> Bool {
        guard case .authorised = state, let end = bank?.expiresAt else { return false }
        return now >= end
    }

    /// The reason and the kind of the end; `nil` before the end.
    public var end: EnrollmentEnd? {
        guard case .ended(let end, _) = state else { return nil }
        return end
    }
}
