import ChaveBase
import ChavePixModel
package import TokenActivationCore

extension Problem {
    /// What the rules refuse with, as HTTP says it.
    init(_ refusal: ActivationRefusal, freshSeconds: Int64) {
        let code = ProblemCode(refusal.code)
        self.init(
            code,
            refusal.until.map { "It stays so until \($0.rfc3339)." },
            // A header is no member of the body: the code alone says which.
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
            // No address takes a mailed link: what it leads to is not there.
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
