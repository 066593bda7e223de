import ChaveBase
import InstitutionPort

/// An operation of the port as it is on the wire: method, address, body and answers (facts of Open Finance Brasil's OpenAPI).
struct WireOperation: Sendable {
    let method: String
    /// The whole address.
    let address: String
    let hasBody: Bool
    /// The status of success.
    let status: Int
    /// Whether a success has a signed message.
    let hasAnswer: Bool

    /// `nil` for an operation of the authorization server.
    init?(_ operation: InstitutionOperation, _ id: String, by route: BankRoute) {
        // One part of a path, whatever marks the id has; colons stand in each URN, and every server takes them.
        let subject = PercentEncoding.encode(id).replacing("%3A", with: ":")
        func make(_ method: String, _ address: String, _ status: Int, body: Bool, answer: Bool) -> WireOperation {
            WireOperation(method: method, address: address, hasBody: body, status: status, hasAnswer: answer)
        }
        let enrollment = "\(route.enrollments)/\(subject)"
        let consent = "\(route.consents)/\(subject)"
        switch operation {
        case .createEnrollment: self = make("POST", route.enrollments, 201, body: true, answer: true)
        case .readEnrollment: self = make("GET", enrollment, 200, body: false, answer: true)
        case .endEnrollment: self = make("PATCH", enrollment, 204, body: true, answer: false)
        case .sendRiskSignals: self = make("POST", "\(enrollment)/risk-signals", 204, body: true, answer: false)
        case .registrationOptions:
            self = make("POST", "\(enrollment)/fido-registration-options", 201, body: true, answer: true)
        case .register: self = make("POST", "\(enrollment)/fido-registration", 204, body: true, answer: false)
        case .signOptions: self = make("POST", "\(enrollment)/fido-sign-options", 201, body: true, answer: true)
        case .authoriseConsent:
            // A path of the enrollments' interface, beside its main resource.
            let base = route.enrollments.dropLast("/enrollments".count)
            self = make("POST", "\(base)/consents/\(subject)/authorise", 204, body: true, answer: false)
        case .createConsent: self = make("POST", route.consents, 201, body: true, answer: true)
        case .readConsent: self = make("GET", consent, 200, body: false, answer: true)
        case .createPayment: self = make("POST", route.pix, 201, body: true, answer: true)
        case .readPayment: self = make("GET", "\(route.pix)/\(subject)", 200, body: false, answer: true)
        case .cancelPayment: self = make("PATCH", "\(route.pix)/\(subject)", 200, body: true, answer: true)
        case .listPayments: self = make("GET", "\(consent)/pix/payments", 200, body: false, answer: true)
        case .cancelPayments:
            self =
                route.payments.major >= 5
                ? make("PATCH", "\(consent)/pix/payments", 202, body: true, answer: false)
                : make("PATCH", "\(route.pix)/consents/\(subject)", 200, body: true, answer: true)
        case .pushAuthorization, .exchangeCode, .refreshToken: return nil
        }
    }

    private init(method: String, address: String, hasBody: Bool, status: Int, hasAnswer: Bool) {
        self.method = method
        self.address = address
        self.hasBody = hasBody
        self.status = status
        self.hasAnswer = hasAnswer
    }
}

extension InstitutionOperation {
    /// Whether the call needs the token of the enrollment, and no token of the client's own.
    var needsEnrollmentToken: Bool {
        switch self {
        case .registrationOptions, .register, .authoriseConsent, .createPayment: true
        case .createEnrollment, .readEnrollment, .endEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode,
            .refreshToken, .createConsent, .readConsent, .signOptions, .readPayment, .cancelPayment, .listPayments,
            .cancelPayments:
            false
        }
    }
}
