import ChavePixModel
import InstitutionPort

/// Open Finance's reasons and ours, both ways (Payments API, section 5).
extension StatusReasonCode {
    init(_ reason: OFBCancellationReason) {
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

    /// From the code of a refused call.
    init(refusal code: String) {
        switch code {
        case "MAXIMO_CHALLENGES_ATINGIDO": self = .tooManyChallenges
        case "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA": self = .riskSignalsRejected
        case "RP_INVALIDA", "ORIGEM_FIDO_INVALIDA", "RP_ID_HASH_INVALIDO", "CHALLENGE_INVALIDO", "PUBLIC_KEY_INVALIDA",
            "EXTENSION_INVALIDA":
            self = .fidoFailed
        default: self = .institutionPolicy
        }
    }

    /// The word with which the platform ends an enrollment at its bank.
    func bankReason(whenUsable isUsable: Bool) -> OFBCancellationReason {
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
    /// How the bank says that it ended; `nil` while it has not.
    init?(bank: OFBEnrollment) {
        guard bank.status == .rejected || bank.status == .revoked else { return nil }
        let reason = bank.cancellation.map { StatusReasonCode($0.reason) } ?? .other
        self.init(bank.status == .rejected ? .failed : .canceled, reason)
    }
}
