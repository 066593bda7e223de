/// An operation of a bank; the raw value is Open Finance's method and path.
public enum InstitutionOperation: String, CaseIterable, Sendable, Codable {
    case createEnrollment = "POST /enrollments"
    case readEnrollment = "GET /enrollments/{enrollmentId}"
    /// Rejects an enrollment that is not yet authorised, revokes an authorised one.
    case endEnrollment = "PATCH /enrollments/{enrollmentId}"
    case sendRiskSignals = "POST /enrollments/{enrollmentId}/risk-signals"
    case pushAuthorization = "POST /par"
    case exchangeCode = "POST /token authorization_code"
    case refreshToken = "POST /token refresh_token"
    case registrationOptions = "POST /enrollments/{enrollmentId}/fido-registration-options"
    case register = "POST /enrollments/{enrollmentId}/fido-registration"
    case createConsent = "POST /consents"
    case readConsent = "GET /consents/{consentId}"
    case signOptions = "POST /enrollments/{enrollmentId}/fido-sign-options"
    case authoriseConsent = "POST /consents/{consentId}/authorise"
    case createPayment = "POST /pix/payments"
    case readPayment = "GET /pix/payments/{paymentId}"
    case cancelPayment = "PATCH /pix/payments/{paymentId}"
    case listPayments = "GET /consents/{consentId}/pix/payments"
    /// Cancels what is left of a consent's scheduled payments.
    case cancelPayments = "PATCH /consents/{consentId}/pix/payments"
}

extension InstitutionOperation {
    /// Whether the call only reads.
    public var isRead: Bool {
        switch self {
        case .readEnrollment, .readConsent, .readPayment, .listPayments: true
        case .createEnrollment, .endEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode, .refreshToken,
            .registrationOptions, .register, .createConsent, .signOptions, .authoriseConsent, .createPayment,
            .cancelPayment, .cancelPayments:
            false
        }
    }

    /// Whether a key makes the call idempotent in Open Finance.
    public var takesIdempotencyKey: Bool {
        switch self {
        case .createEnrollment, .endEnrollment, .sendRiskSignals, .registrationOptions, .register, .createConsent,
            .signOptions, .authoriseConsent, .createPayment, .cancelPayment, .cancelPayments:
            true
        case .readEnrollment, .pushAuthorization, .exchangeCode, .refreshToken, .readConsent, .readPayment,
            .listPayments:
            false
        }
    }
}
