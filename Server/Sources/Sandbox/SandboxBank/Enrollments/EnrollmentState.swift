import ChaveBase
import ChavePixModel
import InstitutionPort

/// An enrollment's state, with the event that it waits for.
enum EnrollmentState: Hashable, Sendable {
    /// Waits for the device's signals, then for the holder.
    case awaitingRiskSignals(until: Timestamp)
    /// Waits for the holder in the bank's pages, then for the credential.
    case awaitingHolder(until: Timestamp)
    /// Waits for the device's credential, then it is usable.
    case awaitingCredential(until: Timestamp)
    /// Usable until it is revoked or its validity ends; `nil` for no end.
    case authorised(until: Timestamp?)
    case rejected(OFBRejectionReason)
    case revoked(OFBRevocationReason)
}

/// An event in an enrollment's life, apart from the passing of time.
enum EnrollmentEvent: Hashable, Sendable {
    case riskSignalsAccepted
    case holderApproved
    case credentialRegistered(validUntil: Timestamp?)
    /// The enrollment failed, or a party refused it.
    case rejection(OFBRejectionReason)
    case revocation(OFBRevocationReason)
}

/// An event that the state does not allow.
struct UnexpectedEnrollmentEvent: Error, Hashable {
    let state: EnrollmentState
    let event: EnrollmentEvent
}

/// The waiting time of each state (Open Finance Brasil, enrollments, state machine).
enum EnrollmentLife {
    static let riskSignalsSeconds = 300
    static let holderSeconds = 900
    static let credentialSeconds = 300
}

extension EnrollmentState {
    /// The state after passed deadlines alone.
    func expiring(at now: Timestamp) -> EnrollmentState {
        switch self {
        case .awaitingRiskSignals(let deadline) where now >= deadline: .rejected(.riskSignalsTimedOut)
        case .awaitingHolder(let deadline) where now >= deadline: .rejected(.holderValidationTimedOut)
        case .awaitingCredential(let deadline) where now >= deadline: .rejected(.enrollmentTimedOut)
        case .authorised(let end?) where now >= end: .revoked(.validityExpired)
        case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential, .authorised, .rejected, .revoked: self
        }
    }

    /// The whole life of an enrollment.
    ///
    /// Pure: no clock, no storage. A late event meets the state after the passed deadline.
    func receiving(
        _ event: EnrollmentEvent,
        at now: Timestamp
    ) throws(UnexpectedEnrollmentEvent) -> EnrollmentState {
        let state = expiring(at: now)
        switch (state, event) {
        case (.awaitingRiskSignals, .riskSignalsAccepted):
            return .awaitingHolder(until: now.adding(seconds: EnrollmentLife.holderSeconds))
        case (.awaitingHolder, .holderApproved):
            return .awaitingCredential(until: now.adding(seconds: EnrollmentLife.credentialSeconds))
        case (.awaitingCredential, .credentialRegistered(let validUntil)):
            return .authorised(until: validUntil)
        case (.awaitingRiskSignals, .rejection(let reason)), (.awaitingHolder, .rejection(let reason)),
            (.awaitingCredential, .rejection(let reason)):
            return .rejected(reason)
        case (.authorised, .revocation(let reason)):
            return .revoked(reason)
        case (.awaitingRiskSignals, .holderApproved), (.awaitingRiskSignals, .credentialRegistered),
            (.awaitingRiskSignals, .revocation), (.awaitingHolder, .riskSignalsAccepted),
            (.awaitingHolder, .credentialRegistered), (.awaitingHolder, .revocation),
            (.awaitingCredential, .riskSignalsAccepted), (.awaitingCredential, .holderApproved),
            (.awaitingCredential, .revocation), (.authorised, .riskSignalsAccepted), (.authorised, .holderApproved),
            (.authorised, .credentialRegistered), (.authorised, .rejection), (.rejected, _), (.revoked, _):
            throw UnexpectedEnrollmentEvent(state: state, event: event)
        }
    }

    /// The time when the state changes by itself; `nil` when it never does.
    var deadline: Timestamp? {
        switch self {
        case .awaitingRiskSignals(let deadline), .awaitingHolder(let deadline), .awaitingCredential(let deadline):
            deadline
        case .authorised(let end): end
        case .rejected, .revoked: nil
        }
    }

    var status: OFBEnrollmentStatus {
        switch self {
        case .awaitingRiskSignals: .awaitingRiskSignals
        case .awaitingHolder: .awaitingAccountHolderValidation
        case .awaitingCredential: .awaitingEnrollment
        case .authorised: .authorised
        case .rejected: .rejected
        case .revoked: .revoked
        }
    }

    /// The event by which the holder ends it at the bank; `nil` once it has ended.
    var endingByHolder: EnrollmentEvent? {
        switch self {
        case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential: .rejection(.manually)
        case .authorised: .revocation(.manually)
        case .rejected, .revoked: nil
        }
    }

    /// The reason of its end; `nil` while it has not ended.
    var endReason: OFBCancellationReason? {
        switch self {
        case .rejected(let reason): .rejection(reason)
        case .revoked(let reason): .revocation(reason)
        case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential, .authorised: nil
        }
    }
}
