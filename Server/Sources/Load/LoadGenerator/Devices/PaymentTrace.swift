import ChaveTransport

/// The steps of one payment with their times, in nanoseconds after the start of the run.
public struct PaymentTrace: Hashable, Sendable {
    /// The time at which the payment was due.
    public var due: Int64
    /// The time at which its device took it.
    public var began: Int64
    /// The time of the answer to `POST /payment-intents/` with the challenge for the device.
    public var created: Int64?
    /// The time at which the signed authorisation was sent.
    public var signed: Int64?
    /// The time of the answer to `POST …/authorize/`.
    public var authorized: Int64?
    /// The time at which the outcome was known.
    public var ended: Int64
    /// The reason why the payment did not reach SUCCEEDED; `nil` when it did.
    public var failure: PaymentFailure?
    /// The number of its requests.
    public var requests = 0

    /// Makes the trace of a payment that begins.
    public init(due: Int64, began: Int64) {
        self.due = due
        self.began = began
        ended = began
    }
}

/// The reason why a payment did not reach SUCCEEDED.
public struct PaymentFailure: Error, Hashable, Sendable {
    /// A step at which a payment can stop.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        case create
        case sign
        case authorize
        case settle
        /// No device had begun it, or it was in progress, when the run was over.
        case unfinished
    }

    /// The step at which the payment stopped.
    public var stage: Stage
    /// The server's code, the bank's reason, or the cause of a missing answer; free of personal data.
    public var code: String
    /// The HTTP status of a refusing answer.
    public var status: Int?

    /// Whether the outcome was unknown when the device's wait, a request's timeout or the run ended.
    public var isOutOfTime: Bool {
        stage == .unfinished || code == PaymentFailure.noEnd || code == TransportError.Kind.timedOut.rawValue
    }

    /// The code of a payment that did not end within its device's wait.
    static let noEnd = "no_end_in_time"

    /// Makes a reason for the counts.
    public init(_ stage: Stage, _ code: String, status: Int? = nil) {
        self.stage = stage
        self.code = code
        self.status = status
    }
}
