/// The reason for a refusal below `/app2app`; the raw values go over the wire.
package enum ProblemCode: String, Hashable, Sendable, CaseIterable {
    // Faults of the request itself.
    case invalidParameter = "invalid_parameter"
    case invalidPayload = "invalid_payload"
    case idempotencyKeyMissing = "idempotency_key_missing"
    case idempotencyKeyInvalid = "idempotency_key_invalid"
    case cardNumberRefused = "card_number_refused"
    case idempotencyKeyReused = "idempotency_key_reused"
    case tokenReferenceMissing = "token_reference_missing"
    // The caller.
    case invalidToken = "invalid_token"
    case insufficientUserAuthentication = "insufficient_user_authentication"
    case clientNotAllowed = "client_not_allowed"
    case walletNotAllowed = "wallet_not_allowed"
    // The card, the token or the activation.
    case cardNotFound = "card_not_found"
    case tokenNotFound = "token_not_found"
    case activationNotFound = "activation_not_found"
    case cardBlocked = "card_blocked"
    case activationsLocked = "activations_locked"
    case deviceMismatch = "device_mismatch"
    case tokenSuspended = "token_suspended"
    case tokenDeactivated = "token_deactivated"
    case stepUpClosed = "step_up_closed"
    case stepUpExpired = "step_up_expired"
    case tokenNotActive = "token_not_active"
    case refusedByNetwork = "refused_by_network"
    case activationInProgress = "activation_in_progress"
    case tooManyRequests = "too_many_requests"
    case networkUnavailable = "network_unavailable"
    case outcomeUnknown = "outcome_unknown"
    // HTTP itself.
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case notAcceptable = "not_acceptable"
    case requestOverdue = "request_overdue"
    case requestTooLarge = "request_too_large"
    case addressTooLong = "address_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case headersTooLarge = "headers_too_large"
    case temporarilyUnavailable = "temporarily_unavailable"
    case serverError = "server_error"

    package var status: Int {
        switch self {
        case .invalidParameter, .invalidPayload, .idempotencyKeyMissing, .idempotencyKeyInvalid: 400
        case .invalidToken, .insufficientUserAuthentication: 401
        case .clientNotAllowed, .walletNotAllowed, .cardBlocked, .activationsLocked: 403
        case .cardNotFound, .tokenNotFound, .activationNotFound, .notFound: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .requestOverdue: 408
        case .deviceMismatch, .tokenSuspended, .tokenDeactivated, .stepUpClosed, .stepUpExpired, .tokenNotActive,
            .refusedByNetwork, .activationInProgress:
            409
        case .requestTooLarge: 413
        case .addressTooLong: 414
        case .unsupportedMediaType: 415
        case .cardNumberRefused, .idempotencyKeyReused, .tokenReferenceMissing: 422
        case .tooManyRequests: 429
        case .headersTooLarge: 431
        case .serverError: 500
        case .networkUnavailable, .outcomeUnknown, .temporarilyUnavailable: 503
        }
    }

    /// Whether the caller may retry the same request after the delay that the response names.
    var tellsWhenAgain: Bool {
        switch self {
        case .activationInProgress, .tooManyRequests, .networkUnavailable, .outcomeUnknown, .temporarilyUnavailable:
            true
        default: false
        }
    }
}
