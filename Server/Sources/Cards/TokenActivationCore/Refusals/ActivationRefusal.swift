public import ChaveBase

/// The server's refusal of a request about a token.
///
/// A refusal names the fault, never a value from the request.
public struct ActivationRefusal: Error, Hashable, Sendable {
    /// The reason, in order of precedence: the earlier of two faults is reported.
    ///
    /// The raw values are stored and go over the wire.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case idempotencyKeyMissing = "idempotency_key_missing"
        case idempotencyKeyInvalid = "idempotency_key_invalid"
        // The caller.
        case clientNotAllowed = "client_not_allowed"
        case insufficientUserAuthentication = "insufficient_user_authentication"
        // The request by itself.
        case cardNumberRefused = "card_number_refused"
        case invalidPayload = "invalid_payload"
        case tokenReferenceMissing = "token_reference_missing"
        case walletNotAllowed = "wallet_not_allowed"
        case idempotencyKeyReused = "idempotency_key_reused"
        // The owner: a card, token or activation of another holder counts as not found.
        case cardNotFound = "card_not_found"
        case activationNotFound = "activation_not_found"
        /// A mailed link that is unknown, used or too old: one answer for all.
        case linkInvalid = "link_invalid"
        // The state of the card and of the token.
        case cardBlocked = "card_blocked"
        case activationsLocked = "activations_locked"
        /// The network does not give the token's state: nothing was done, and no recorded yes will be carried out
        /// later.
        case networkUnavailable = "network_unavailable"
        case tokenNotFound = "token_not_found"
        case deviceMismatch = "device_mismatch"
        case tokenSuspended = "token_suspended"
        case tokenDeactivated = "token_deactivated"
        case activationInProgress = "activation_in_progress"
        case stepUpClosed = "step_up_closed"
        case stepUpExpired = "step_up_expired"
        /// Only an active token can be suspended.
        case tokenNotActive = "token_not_active"
        // The network's answer to an order.
        case refusedByNetwork = "refused_by_network"
        /// The order was done, or may still be done.
        case outcomeUnknown = "outcome_unknown"
    }

    public var code: Code
    /// The wrong field of the payload, or the wrong header.
    public var field: String?
    /// The time at which a lock ends.
    public var until: Timestamp?
    public var retryAfterSeconds: Int64?
    /// The activation that stores this refusal, if there is one.
    public var activationID: String?

    public init(
        _ code: Code,
        field: String? = nil,
        until: Timestamp? = nil,
        retryAfterSeconds: Int64? = nil,
        activationID: String? = nil
    ) {
        self.code = code
        self.field = field ?? code.field
        self.until = until
        self.retryAfterSeconds = retryAfterSeconds
        self.activationID = activationID
    }
}

extension ActivationRefusal.Code {
    /// The field that the code always refers to, if there is one.
    fileprivate var field: String? {
        switch self {
        case .idempotencyKeyMissing, .idempotencyKeyInvalid, .idempotencyKeyReused: "Idempotency-Key"
        case .tokenReferenceMissing, .tokenNotFound, .tokenSuspended, .tokenDeactivated, .tokenNotActive:
            "tokenReferenceID"
        case .walletNotAllowed: "tokenRequestorID"
        case .cardNotFound, .cardBlocked, .activationsLocked: "panReferenceID"
        case .deviceMismatch: "deviceID"
        case .clientNotAllowed, .insufficientUserAuthentication, .cardNumberRefused, .invalidPayload,
            .activationNotFound, .linkInvalid, .activationInProgress, .stepUpClosed, .stepUpExpired,
            .refusedByNetwork, .networkUnavailable, .outcomeUnknown:
            nil
        }
    }
}
