import ChaveBase
import ChavePixModel
package import TokenActivationCore

extension Problem {
    /// Maps a refusal of the rules to an HTTP problem.
    init(_ refusal: ActivationRefusal, freshSeconds: Int64) {
        let code = ProblemCode(refusal.code)
        self.init(
            code,
            refusal.until.map { "It stays so until \($0.rfc3339)." },
            // A header is not a member of the body: the code alone names it.
            field: refusal.field.flatMap { ActivationContext.isMember($0) ? $0 : nil },
            until: refusal.until,
            retryAfterSeconds: refusal.retryAfterSeconds,
            maximumAgeSeconds: code == .insufficientUserAuthentication ? freshSeconds : nil
        )
    }
}

extension ProblemCode {
    package init(_ code: ActivationRefusal.Code) {
        self =
            switch code {
            case .idempotencyKeyMissing: .idempotencyKeyMissing
            case .idempotencyKeyInvalid: .idempotencyKeyInvalid
            case .clientNotAllowed: .clientNotAllowed
            case .insufficientUserAuthentication: .insufficientUserAuthentication
            case .cardNumberRefused: .cardNumberRefused
            case .invalidPayload: .invalidPayload
            case .tokenReferenceMissing: .tokenReferenceMissing
            case .idempotencyKeyReused: .idempotencyKeyReused
            case .walletNotAllowed: .walletNotAllowed
            case .cardNotFound: .cardNotFound
            // No route accepts a mailed link: its activation counts as not found.
            case .activationNotFound, .linkInvalid: .activationNotFound
            case .cardBlocked: .cardBlocked
            case .activationsLocked: .activationsLocked
            case .tokenNotFound: .tokenNotFound
            case .deviceMismatch: .deviceMismatch
            case .tokenSuspended: .tokenSuspended
            case .tokenDeactivated: .tokenDeactivated
            case .activationInProgress: .activationInProgress
            case .stepUpClosed: .stepUpClosed
            case .stepUpExpired: .stepUpExpired
            case .tokenNotActive: .tokenNotActive
            case .refusedByNetwork: .refusedByNetwork
            case .networkUnavailable: .networkUnavailable
            case .outcomeUnknown: .outcomeUnknown
            }
    }
}
