/// The reason why an enrollment failed or was cancelled.
public struct StatusReasonCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bank rejected the device's signals.
    public static let riskSignalsRejected = StatusReasonCode(rawValue: "risk_signals_rejected")
    /// The callback from the bank's page is not usable.
    public static let redirectionFailed = StatusReasonCode(rawValue: "redirection_failed")
    /// The person refused.
    public static let rejectedByUser = StatusReasonCode(rawValue: "rejected_by_user")
    /// A step missed its deadline.
    public static let expired = StatusReasonCode(rawValue: "expired")
    /// The device requested options too often.
    public static let tooManyChallenges = StatusReasonCode(rawValue: "too_many_challenges")
    /// The device supports none of the bank's options.
    public static let deviceIncompatible = StatusReasonCode(rawValue: "device_incompatible")
    /// The bank did not answer in time.
    public static let institutionUnavailable = StatusReasonCode(rawValue: "institution_unavailable")
    /// The bank's own rules forbid the enrollment.
    public static let institutionPolicy = StatusReasonCode(rawValue: "institution_policy")
    /// The bank rejected the credential.
    public static let fidoFailed = StatusReasonCode(rawValue: "fido_failed")
    /// Another person than the customer agreed at the bank.
    public static let holderMismatch = StatusReasonCode(rawValue: "holder_mismatch")
    /// The person revoked the enrollment.
    public static let revokedByUser = StatusReasonCode(rawValue: "revoked_by_user")
    /// The bank revoked the enrollment.
    public static let revokedByInstitution = StatusReasonCode(rawValue: "revoked_by_institution")
    /// The enrollment's validity at the bank has ended.
    public static let validityExpired = StatusReasonCode(rawValue: "validity_expired")
    /// The account had too little money.
    public static let insufficientFunds = StatusReasonCode(rawValue: "insufficient_funds")
    /// A reason without a code of its own; the message says more.
    public static let other = StatusReasonCode(rawValue: "other")

    public static let all: [StatusReasonCode] = [
        .riskSignalsRejected, .redirectionFailed, .rejectedByUser, .expired, .tooManyChallenges, .deviceIncompatible,
        .institutionUnavailable, .institutionPolicy, .fidoFailed, .holderMismatch, .revokedByUser,
        .revokedByInstitution, .validityExpired, .insufficientFunds, .other,
    ]
}
