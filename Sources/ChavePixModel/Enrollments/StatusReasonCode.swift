/// Why an enrollment failed or was cancelled.
public struct StatusReasonCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let riskSignalsRejected = StatusReasonCode(rawValue: "risk_signals_rejected")
    public static let redirectionFailed = StatusReasonCode(rawValue: "redirection_failed")
    public static let rejectedByUser = StatusReasonCode(rawValue: "rejected_by_user")
    public static let expired = StatusReasonCode(rawValue: "expired")
    public static let tooManyChallenges = StatusReasonCode(rawValue: "too_many_challenges")
    public static let deviceIncompatible = StatusReasonCode(rawValue: "device_incompatible")
    public static let institutionUnavailable = StatusReasonCode(rawValue: "institution_unavailable")
    public static let institutionPolicy = StatusReasonCode(rawValue: "institution_policy")
    public static let fidoFailed = StatusReasonCode(rawValue: "fido_failed")
    public static let holderMismatch = StatusReasonCode(rawValue: "holder_mismatch")
    public static let revokedByUser = StatusReasonCode(rawValue: "revoked_by_user")
    public static let revokedByInstitution = StatusReasonCode(rawValue: "revoked_by_institution")
    public static let validityExpired = StatusReasonCode(rawValue: "validity_expired")
    public static let insufficientFunds = StatusReasonCode(rawValue: "insufficient_funds")
    public static let other = StatusReasonCode(rawValue: "other")

    public static let all: [StatusReasonCode] = [
        .riskSignalsRejected, .redirectionFailed, .rejectedByUser, .expired, .tooManyChallenges, .deviceIncompatible,
        .institutionUnavailable, .institutionPolicy, .fidoFailed, .holderMismatch, .revokedByUser,
        .revokedByInstitution, .validityExpired, .insufficientFunds, .other,
    ]
}
