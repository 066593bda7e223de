import InstitutionPort

/// The wire's rules for an operation of a bank: its token and its body.
struct WireOperation: Hashable, Sendable {
    let operation: InstitutionOperation
    /// Whether the token is one of an enrollment, or of the client's own credentials.
    let takesEnrollmentToken: Bool
    /// Whether the request has a signed body, and so an idempotency key.
    let hasBody: Bool
    /// The most errors of a 422.
    let mostErrors: Int

    init(_ operation: InstitutionOperation, hasBody: Bool = true, byEnrollment: Bool = false, mostErrors: Int = 13) {
        self.operation = operation
        takesEnrollmentToken = byEnrollment
        self.hasBody = hasBody
        self.mostErrors = mostErrors
    }
}

/// The interface whose version an answer names.
enum WireVersion: Hashable, Sendable {
    case enrollments, payments4, payments5

    /// The path below which the operations are.
    var base: String {
        switch self {
        case .enrollments: "/open-banking/enrollments/v2"
        case .payments4: "/open-banking/payments/v4"
        case .payments5: "/open-banking/payments/v5"
        }
    }

    /// `x-v`, which payments have since version 5.
    var header: String? { self == .payments5 ? "5.0.0" : nil }
}
