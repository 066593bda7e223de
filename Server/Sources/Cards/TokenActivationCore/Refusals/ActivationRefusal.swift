public import ChaveBase

/// The server's no to a request about a token.
///
/// It names what is wrong, never a value that was sent.
public struct ActivationRefusal: Error, Hashable, Sendable {
    /// Why, in order of precedence: of two faults the earlier is reported.
    ///
    /// Raw values are stored and go over the wire.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case idempotencyKeyMissing = "idempotency_key_missing"
        case idempotencyKeyInvalid = "idempotency_key_invalid"
        // Who asks.
        case clientNotAllowed = "client_not_allowed"
        case insufficientUserAuthentication = "insufficient_user_authentication"
        // What is asked, by itself.
        case cardNumberRefused = "card_number_refused"
        case invalidPayload = "invalid_payload"
        case tokenReferenceMissing = "token_reference_missing"
        case walletNotAllowed = "wallet_not_allowed"
        case idempotencyKeyReused = "idempotency_key_reused"
        // Whether it is one's own; what is another's does not exist.
        case cardNotFound = "card_not_found"
        case activationNotFound = "activation_not_found"
        /// A mailed link that is unknown, used or too old: one answer for all.
        case linkInvalid = "link_invalid"
        // The card and the token as they stand.
        case cardBlocked = "card_blocked"
        case activationsLocked = "activations_locked"
        /// The network does not say how the token stands: nothing was done, and nothing is on record that is done later.
        case networkUnavailable = "network_unavailable"
        case tokenNotFound = "token_not_found"
        case deviceMismatch = "device_mismatch"
        case tokenSuspended = "token_suspended"
        case tokenDeactivated = "token_deactivated"
        case activationInProgress = "activation_in_progress"
        case stepUpClosed = "step_up_closed"
        case stepUpExpired = "step_up_expired"
        /// Only what is active can be suspended.
        case tokenNotActive = "token_not_active"
        // What came of asking the network.
        case refusedByNetwork = "refused_by_network"
        /// It was done, or may be yet.
        case outcomeUnknown = "outcome_unknown"
    }

    public var code: Code
    /// The field of the payload, or the header, that is wrong.
    public var field: String?
    /// When a lock ends.
    public var until: Timestamp?
    public var retryAfterSeconds: Int64?
    /// The activation that keeps this refusal, where one does.
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
    /// What to look at, where that is the same whenever the code is given.
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
