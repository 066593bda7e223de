import ChaveBase
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

    /// The bank's word for where it stands.
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

    /// Whether the end of its validity has passed, as far as the bank has told; the bank is being asked.
    func hasRunOut(at now: Timestamp) -> Bool {
        guard case .authorised = state, let end = bank?.expiresAt else { return false }
        return now >= end
    }

    /// Why it ended, once it has.
    public var end: EnrollmentEnd? {
        guard case .ended(let end, _) = state else { return nil }
        return end
    }
}
