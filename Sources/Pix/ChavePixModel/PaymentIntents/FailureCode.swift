/// The reason why a payment failed or was cancelled.
public struct FailureCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person did not approve in time.
    public static let consentExpired = FailureCode(rawValue: "consent_expired")
    /// The bank rejected the person's consent.
    public static let consentRejected = FailureCode(rawValue: "consent_rejected")
    /// The enrollment was revoked before the payment.
    public static let enrollmentRevoked = FailureCode(rawValue: "enrollment_revoked")
    /// The signature or its signed data is not valid.
    public static let biometricValidationError = FailureCode(rawValue: "biometric_validation_error")
    /// The bank found the payment too risky.
    public static let riskRefused = FailureCode(rawValue: "risk_refused")
    /// The account had too little money.
    public static let insufficientFunds = FailureCode(rawValue: "insufficient_funds")
    /// The amount exceeds one of the bank's limits.
    public static let amountOverLimit = FailureCode(rawValue: "amount_over_limit")
    /// The receiving account cannot accept the payment.
    public static let beneficiaryAccountInvalid = FailureCode(rawValue: "beneficiary_account_invalid")
    /// The server could not reach the bank in time, and no money has moved.
    public static let institutionUnavailable = FailureCode(rawValue: "institution_unavailable")
    /// The bank could not settle the payment, and no money has moved.
    public static let chargeSettlementFailed = FailureCode(rawValue: "charge_settlement_failed")
    /// The bank did not settle the payment in time.
    public static let chargeSettlementTimeout = FailureCode(rawValue: "charge_settlement_timeout")
    /// The payment was cancelled before the person approved it.
    public static let canceled = FailureCode(rawValue: "canceled")
    /// A reason without a code of its own; the message says more.
    public static let other = FailureCode(rawValue: "other")

    public static let all: [FailureCode] = [
        .consentExpired, .consentRejected, .enrollmentRevoked, .biometricValidationError, .riskRefused,
        .insufficientFunds, .amountOverLimit, .beneficiaryAccountInvalid, .institutionUnavailable,
        .chargeSettlementFailed, .chargeSettlementTimeout, .canceled, .other,
    ]
}
