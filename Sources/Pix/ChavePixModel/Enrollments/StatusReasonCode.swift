/// Why an enrollment failed or was cancelled.
public struct StatusReasonCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bank did not take the device's signals.
    public static let riskSignalsRejected = StatusReasonCode(rawValue: "risk_signals_rejected")
    /// What came back from the bank's page could not be used.
    public static let redirectionFailed = StatusReasonCode(rawValue: "redirection_failed")
    /// The person said no.
    public static let rejectedByUser = StatusReasonCode(rawValue: "rejected_by_user")
    /// A step was not done in time.
    public static let expired = StatusReasonCode(rawValue: "expired")
    /// Options were asked for too often.
    public static let tooManyChallenges = StatusReasonCode(rawValue: "too_many_challenges")
    /// The device can do none of what the bank asks for.
    public static let deviceIncompatible = StatusReasonCode(rawValue: "device_incompatible")
    /// The bank did not answer in time.
    public static let institutionUnavailable = StatusReasonCode(rawValue: "institution_unavailable")
    /// The bank's own rules are against it.
    public static let institutionPolicy = StatusReasonCode(rawValue: "institution_policy")
    /// The bank did not take the credential.
    public static let fidoFailed = StatusReasonCode(rawValue: "fido_failed")
    /// Somebody else than the customer agreed at the bank.
    public static let holderMismatch = StatusReasonCode(rawValue: "holder_mismatch")
    /// The person took it back.
    public static let revokedByUser = StatusReasonCode(rawValue: "revoked_by_user")
    /// The bank took it back.
    public static let revokedByInstitution = StatusReasonCode(rawValue: "revoked_by_institution")
    /// Its time at the bank has run out.
    public static let validityExpired = StatusReasonCode(rawValue: "validity_expired")
    /// The account had too little money.
    public static let insufficientFunds = StatusReasonCode(rawValue: "insufficient_funds")
    /// Something for which there is no word; the message says more.
    public static let other = StatusReasonCode(rawValue: "other")

    public static let all: [StatusReasonCode] = [
        .riskSignalsRejected, .redirectionFailed, .rejectedByUser, .expired, .tooManyChallenges, .deviceIncompatible,
        .institutionUnavailable, .institutionPolicy, .fidoFailed, .holderMismatch, .revokedByUser,
        .revokedByInstitution, .validityExpired, .insufficientFunds, .other,
    ]
}
