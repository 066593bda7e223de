/// Why a payment failed or was cancelled.
public struct FailureCode: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let consentExpired = FailureCode(rawValue: "consent_expired")
    public static let consentRejected = FailureCode(rawValue: "consent_rejected")
    public static let enrollmentRevoked = FailureCode(rawValue: "enrollment_revoked")
    public static let biometricValidationError = FailureCode(rawValue: "biometric_validation_error")
    public static let riskRefused = FailureCode(rawValue: "risk_refused")
    public static let insufficientFunds = FailureCode(rawValue: "insufficient_funds")
    public static let amountOverLimit = FailureCode(rawValue: "amount_over_limit")
    public static let beneficiaryAccountInvalid = FailureCode(rawValue: "beneficiary_account_invalid")
    public static let institutionUnavailable = FailureCode(rawValue: "institution_unavailable")
    public static let chargeSettlementFailed = FailureCode(rawValue: "charge_settlement_failed")
    public static let chargeSettlementTimeout = FailureCode(rawValue: "charge_settlement_timeout")
    public static let canceled = FailureCode(rawValue: "canceled")
    public static let other = FailureCode(rawValue: "other")

    public static let all: [FailureCode] = [
        .consentExpired, .consentRejected, .enrollmentRevoked, .biometricValidationError, .riskRefused,
        .insufficientFunds, .amountOverLimit, .beneficiaryAccountInvalid, .institutionUnavailable,
        .chargeSettlementFailed, .chargeSettlementTimeout, .canceled, .other,
    ]
}
