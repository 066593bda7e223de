import ChavePixModel
package import InstitutionPort

/// The mapping between Open Finance's reasons and ours, in both directions (Payments API, section 5).
extension StatusReasonCode {
    package init(_ reason: OFBCancellationReason) {
        switch reason {
        case .rejection(let rejection): self = StatusReasonCode.of(rejection)
        case .revocation(let revocation): self = StatusReasonCode.of(revocation)
        }
    }

    private static func of(_ reason: OFBRejectionReason) -> StatusReasonCode {
        switch reason {
        case .holderMismatch: .holderMismatch
        case .riskSignalsTimedOut, .holderValidationTimedOut, .enrollmentTimedOut: .expired
        case .tooManyChallenges: .tooManyChallenges
        case .manually: .rejectedByUser
        case .deviceIncompatible: .deviceIncompatible
        case .infrastructureFailure: .institutionUnavailable
        case .hybridFlowFailure: .redirectionFailed
        case .fidoFailure: .fidoFailed
        case .internalSecurity: .institutionPolicy
        case .other: .other
        }
    }

    private static func of(_ reason: OFBRevocationReason) -> StatusReasonCode {
        switch reason {
        case .manually: .revokedByUser
        case .validityExpired: .validityExpired
        case .infrastructureFailure, .internalSecurity: .revokedByInstitution
        case .other: .other
        }
    }

    /// Creates the reason from the code of a refused call.
    package init(refusal code: String) {
        switch code {
        case "MAXIMO_CHALLENGES_ATINGIDO": self = .tooManyChallenges
        case "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA": self = .riskSignalsRejected
        case "RP_INVALIDA", "ORIGEM_FIDO_INVALIDA", "RP_ID_HASH_INVALIDO", "CHALLENGE_INVALIDO", "PUBLIC_KEY_INVALIDA",
            "EXTENSION_INVALIDA":
            self = .fidoFailed
        default: self = .institutionPolicy
        }
    }

    /// The reason that the platform sends when it ends an enrollment at its bank.
    package func bankReason(whenUsable isUsable: Bool) -> OFBCancellationReason {
        if isUsable {
            return .revocation(self == .validityExpired ? .validityExpired : .manually)
        }
        switch self {
        case .holderMismatch: return .rejection(.holderMismatch)
        case .redirectionFailed: return .rejection(.hybridFlowFailure)
        case .fidoFailed: return .rejection(.fidoFailure)
        case .institutionUnavailable: return .rejection(.infrastructureFailure)
        case .deviceIncompatible: return .rejection(.deviceIncompatible)
        case .tooManyChallenges: return .rejection(.tooManyChallenges)
        default: return .rejection(.manually)
        }
    }
}

extension EnrollmentEnd {
    /// The reason that the bank gives for the end; `nil` while the enrollment has not ended there.
    package init?(bank: OFBEnrollment) {
        guard bank.status == .rejected || bank.status == .revoked else { return nil }
        let reason = bank.cancellation.map { StatusReasonCode($0.reason) } ?? .other
        self.init(bank.status == .rejected ? .failed : .canceled, reason)
    }
}

extension StatusReasonCode {
    /// A sentence with the event and the next action, for an end without the bank's own message.
    package var sentence: String {
        switch self {
        case .riskSignalsRejected: "The institution did not accept the device. Try another institution."
        case .redirectionFailed: "The way back from the institution failed. Start again."
        case .rejectedByUser: "The enrollment was refused or given up. Start again when the payer wants to."
        case .expired: "Too much time passed. Start again."
        case .tooManyChallenges: "The institution allows no further try for this enrollment. Start again."
        case .deviceIncompatible: "The device cannot make the credential that the institution asks for."
        case .institutionUnavailable: "The institution did not answer in time. Try again later."
        case .institutionPolicy: "The institution does not allow this enrollment."
        case .fidoFailed: "The institution could not verify the credential. Start again."
        case .holderMismatch: "Somebody else approved at the institution. Start again with the payer's own account."
        case .revokedByUser: "The payer ended the enrollment."
        case .revokedByInstitution: "The institution ended the enrollment."
        case .validityExpired: "The enrollment was valid until its date. Enroll again."
        default: "The institution gave no reason."
        }
    }
}
