import ChaveBase
import ChavePixModel
import PaymentsCore

/// One request as a device made it: the same bytes and the same key at every try, however late.
enum ModelAction: Sendable {
    case createEnrollment(key: String)
    case completeRedirection(RedirectionParameters)
    case confirm(EnrollmentID, RegistrationCredential)
    case cancelEnrollment(EnrollmentID, key: String)
    case createIntent(CreatePaymentIntentRequest, key: String)
    case authorize(PaymentIntentID, AssertionCredential, key: String)
    case cancelIntent(PaymentIntentID, key: String)

    var name: String {
        switch self {
        case .createEnrollment: "create-enrollment"
        case .completeRedirection: "complete-redirection"
        case .confirm: "confirm"
        case .cancelEnrollment: "cancel-enrollment"
        case .createIntent: "create-intent"
        case .authorize: "authorize"
        case .cancelIntent: "cancel-intent"
        }
    }
}

/// A request that is on its way, for anything up to ten minutes.
struct DelayedAction: Sendable {
    var device: Int
    var action: ModelAction
    var due: Timestamp
}

/// A phone of the model: the device, its tokens, and what it knows.
struct ModelPhone: Sendable {
    let device: SimulatedDevice
    var tokens: TokenPair
    /// The refresh token whose answer was lost, and when.
    var lostRefresh: (token: String, at: Timestamp)?
    var enrollments: [EnrollmentID] = []
    var intents: [PaymentIntentID] = []
}
