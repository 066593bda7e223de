/// Something that the client has begun, done or failed to do; without personal data.
public struct PixEvent: Hashable, Sendable {
    /// The client's calls.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }

        /// The banks are listed.
        public static let institutions = Step("institutions")
        /// The person is asked for the place.
        public static let requestPermission = Step("request_permission")
        /// The signals are read; no network.
        public static let collectRiskSignals = Step("collect_risk_signals")
        /// An enrollment is made at the server.
        public static let createEnrollment = Step("create_enrollment")
        /// What the bank's callback brought is handed on.
        public static let completeRedirection = Step("complete_redirection")
        /// The bank's options are waited for.
        public static let registrationOptions = Step("registration_options")
        /// The authenticator makes a credential and asks the person.
        public static let makeCredential = Step("make_credential")
        /// The credential is sent, and the bank's verdict waited for.
        public static let confirmEnrollment = Step("confirm_enrollment")
        /// One enrollment is read.
        public static let readEnrollment = Step("read_enrollment")
        /// The enrollments of a device are listed.
        public static let listEnrollments = Step("list_enrollments")
        /// An enrollment is given up.
        public static let cancelEnrollment = Step("cancel_enrollment")
        /// A payment is prepared.
        public static let createPaymentIntent = Step("create_payment_intent")
        /// One payment is read.
        public static let readPaymentIntent = Step("read_payment_intent")
        /// The authenticator signs and asks the person.
        public static let sign = Step("sign")
        /// The signature is sent, and the end waited for.
        public static let authorizePaymentIntent = Step("authorize_payment_intent")
        /// A payment is given up.
        public static let cancelPaymentIntent = Step("cancel_payment_intent")
        /// What an earlier run left without a final answer goes on.
        public static let resumePending = Step("resume_pending")
        /// The token provider is asked for another token.
        public static let renewToken = Step("renew_token")
    }

    /// Whether a step began or how it ended.
    public enum Kind: Hashable, Sendable {
        /// It began.
        case started
        /// It was done, after so long.
        case ended(milliseconds: Int64)
        /// With the error's code and, where there was an answer, its status.
        case failed(PixError.Code, status: Int?, milliseconds: Int64)
    }

    /// Which call.
    public var step: Step
    /// Its start or its end.
    public var kind: Kind

    /// For a test of an observer.
    public init(step: Step, kind: Kind) {
        self.step = step
        self.kind = kind
    }
}
