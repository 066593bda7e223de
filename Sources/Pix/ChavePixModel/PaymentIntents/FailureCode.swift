/// Why a payment failed or was cancelled.
public struct FailureCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person did not approve in time.
    public static let consentExpired = FailureCode(rawValue: "consent_expired")
    /// The bank did not take the person's consent.
    public static let consentRejected = FailureCode(rawValue: "consent_rejected")
    /// The enrollment was taken back meanwhile.
    public static let enrollmentRevoked = FailureCode(rawValue: "enrollment_revoked")
    /// The signature or what it covers does not hold.
    public static let biometricValidationError = FailureCode(rawValue: "biometric_validation_error")
    /// The bank found the payment too risky.
    public static let riskRefused = FailureCode(rawValue: "risk_refused")
    /// The account had too little money.
    public static let insufficientFunds = FailureCode(rawValue: "insufficient_funds")
    /// The amount is over one of the bank's limits.
    public static let amountOverLimit = FailureCode(rawValue: "amount_over_limit")
    /// The receiving account cannot take it.
    public static let beneficiaryAccountInvalid = FailureCode(rawValue: "beneficiary_account_invalid")
    /// The bank could not be reached in time, and nothing was moved.
    public static let institutionUnavailable = FailureCode(rawValue: "institution_unavailable")
    /// The bank could not settle it, and nothing was moved.
    public static let chargeSettlementFailed = FailureCode(rawValue: "charge_settlement_failed")
    /// The bank did not settle it in time.
    public static let chargeSettlementTimeout = FailureCode(rawValue: "charge_settlement_timeout")
    /// It was given up before it was approved.
    public static let canceled = FailureCode(rawValue: "canceled")
    /// Something for which there is no word; the message says more.
    public static let other = FailureCode(rawValue: "other")

    public static let all: [FailureCode] = [
        .consentExpired, .consentRejected, .enrollmentRevoked, .biometricValidationError, .riskRefused,
        .insufficientFunds, .amountOverLimit, .beneficiaryAccountInvalid, .institutionUnavailable,
        .chargeSettlementFailed, .chargeSettlementTimeout, .canceled, .other,
    ]
}
