/// Something that the client has begun, done or failed to do; without personal data.
public struct PixEvent: Hashable, Sendable {
    /// The client's calls.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }

        public static let institutions = Step("institutions")
        public static let requestPermission = Step("request_permission")
        public static let collectRiskSignals = Step("collect_risk_signals")
        public static let createEnrollment = Step("create_enrollment")
        public static let completeRedirection = Step("complete_redirection")
        public static let registrationOptions = Step("registration_options")
        public static let makeCredential = Step("make_credential")
        public static let confirmEnrollment = Step("confirm_enrollment")
        public static let readEnrollment = Step("read_enrollment")
        public static let listEnrollments = Step("list_enrollments")
        public static let cancelEnrollment = Step("cancel_enrollment")
        public static let createPaymentIntent = Step("create_payment_intent")
        public static let readPaymentIntent = Step("read_payment_intent")
        public static let sign = Step("sign")
        public static let authorizePaymentIntent = Step("authorize_payment_intent")
        public static let cancelPaymentIntent = Step("cancel_payment_intent")
        public static let resumePending = Step("resume_pending")
        public static let renewToken = Step("renew_token")
    }

    public enum Kind: Hashable, Sendable {
        case started
        case ended(milliseconds: Int64)
        /// With the error's code and, where there was an answer, its status.
        case failed(PixError.Code, status: Int?, milliseconds: Int64)
    }

    public var step: Step
    public var kind: Kind

    public init(step: Step, kind: Kind) {
        self.step = step
        self.kind = kind
    }
}
