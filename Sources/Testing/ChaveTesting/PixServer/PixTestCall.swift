import ChaveTransport

/// A route of the Payments API, for ordering failures and counting calls.
///
/// It may gain cases in any minor release; switch with a default.
public enum PixTestCall: String, Hashable, Sendable, CaseIterable {
    /// `GET /institutions/`.
    case listInstitutions = "GET institutions"
    /// `GET /institutions/{id}/`.
    case readInstitution = "GET institution"
    /// `POST /enrollments/`.
    case createEnrollment = "POST enrollments"
    /// `GET /enrollments/`.
    case listEnrollments = "GET enrollments"
    /// `POST /enrollments/complete-redirection/`.
    case completeRedirection = "POST complete-redirection"
    /// `GET /enrollments/{id}/`.
    case readEnrollment = "GET enrollment"
    /// `GET /enrollments/{id}/fido-registration-options/`.
    case registrationOptions = "GET fido-registration-options"
    /// `POST /enrollments/{id}/confirm/`.
    case confirmEnrollment = "POST confirm"
    /// `POST /enrollments/{id}/cancel/`.
    case cancelEnrollment = "POST cancel enrollment"
    /// `POST /payment-intents/`.
    case createPaymentIntent = "POST payment-intents"
    /// `GET /payment-intents/`.
    case listPaymentIntents = "GET payment-intents"
    /// `GET /payment-intents/{id}/`.
    case readPaymentIntent = "GET payment-intent"
    /// `POST /payment-intents/{id}/authorize/`.
    case authorizePaymentIntent = "POST authorize"
    /// `POST /payment-intents/{id}/cancel/`.
    case cancelPaymentIntent = "POST cancel payment-intent"

    /// Finds the route; `path` has the parts after `/payments/br`.
    init?(_ method: HTTPMethod, _ path: [String]) {
        switch (method, path.first, path.count, path.last) {
        case (.get, "institutions", 1, _): self = .listInstitutions
        case (.get, "institutions", 2, _): self = .readInstitution
        case (.post, "enrollments", 1, _): self = .createEnrollment
        case (.get, "enrollments", 1, _): self = .listEnrollments
        case (.post, "enrollments", 2, "complete-redirection"): self = .completeRedirection
        case (.get, "enrollments", 2, _): self = .readEnrollment
        case (.get, "enrollments", 3, "fido-registration-options"): self = .registrationOptions
        case (.post, "enrollments", 3, "confirm"): self = .confirmEnrollment
        case (.post, "enrollments", 3, "cancel"): self = .cancelEnrollment
        case (.post, "payment-intents", 1, _): self = .createPaymentIntent
        case (.get, "payment-intents", 1, _): self = .listPaymentIntents
        case (.get, "payment-intents", 2, _): self = .readPaymentIntent
        case (.post, "payment-intents", 3, "authorize"): self = .authorizePaymentIntent
        case (.post, "payment-intents", 3, "cancel"): self = .cancelPaymentIntent
        default: return nil
        }
    }

    /// The query parameters that this server supports; it refuses all others, also some that the real server supports.
    var parameters: [String] {
        let paging = ["page_size", "cursor"]
        switch self {
        case .listInstitutions: return paging + ["name"]
        case .listEnrollments: return paging + ["device_id", "status", "institution"]
        case .listPaymentIntents: return paging + ["status", "external_id", "enrollment"]
        case .readInstitution, .createEnrollment, .completeRedirection, .readEnrollment, .registrationOptions,
            .confirmEnrollment, .cancelEnrollment, .createPaymentIntent, .readPaymentIntent, .authorizePaymentIntent,
            .cancelPaymentIntent:
            return []
        }
    }

    /// Whether `Prefer: wait` holds the response until the object changes (Payments API, section 3).
    var isWaiting: Bool { [.readEnrollment, .registrationOptions, .readPaymentIntent].contains(self) }
}
