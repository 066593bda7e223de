/// The start, end or failure of a client's step, without personal data.
public struct PixEvent: Hashable, Sendable {
    /// The client's calls.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }

        /// Lists the banks.
        public static let institutions = Step("institutions")
        /// Asks the person for the place.
        public static let requestPermission = Step("request_permission")
        /// Reads the signals, without network.
        public static let collectRiskSignals = Step("collect_risk_signals")
        /// Creates an enrollment at the server.
        public static let createEnrollment = Step("create_enrollment")
        /// Sends the parameters of the bank's callback.
        public static let completeRedirection = Step("complete_redirection")
        /// Waits for the bank's options.
        public static let registrationOptions = Step("registration_options")
        /// Asks the person and makes a credential with the authenticator.
        public static let makeCredential = Step("make_credential")
        /// Sends the credential, and waits for the bank's verdict.
        public static let confirmEnrollment = Step("confirm_enrollment")
        /// Reads one enrollment.
        public static let readEnrollment = Step("read_enrollment")
        /// Lists the enrollments of a device.
        public static let listEnrollments = Step("list_enrollments")
        /// Cancels an enrollment.
        public static let cancelEnrollment = Step("cancel_enrollment")
        /// Creates a payment intent.
        public static let createPaymentIntent = Step("create_payment_intent")
        /// Reads one payment.
        public static let readPaymentIntent = Step("read_payment_intent")
        /// Asks the person and signs with the authenticator.
        public static let sign = Step("sign")
        /// Sends the signature, and waits for the end of the payment.
        public static let authorizePaymentIntent = Step("authorize_payment_intent")
        /// Cancels a payment.
        public static let cancelPaymentIntent = Step("cancel_payment_intent")
        /// Resumes the requests that have no final response yet.
        public static let resumePending = Step("resume_pending")
        /// Asks the token provider for another token.
        public static let renewToken = Step("renew_token")
    }

    /// The start of a step, or the way in which it ended.
    public enum Kind: Hashable, Sendable {
        /// The step began.
        case started
        /// The step succeeded after this time.
        case ended(milliseconds: Int64)
        /// The step failed, with the error's code and, when there was a response, its status.
        case failed(PixError.Code, status: Int?, milliseconds: Int64)
    }

    /// The step.
    public var step: Step
    /// The start or the end of the step.
    public var kind: Kind

    /// An event for a test of an observer.
    public init(step: Step, kind: Kind) {
        self.step = step
        self.kind = kind
    }
}
