import ChaveTransport

/// What one payment did, and when; moments are nanoseconds after the start of the run.
public struct PaymentTrace: Hashable, Sendable {
    /// When it was to begin.
    public var due: Int64
    /// When its device took it.
    public var began: Int64
    /// When `POST /payment-intents/` was answered with what the device signs.
    public var created: Int64?
    /// When the signed authorisation went out.
    public var signed: Int64?
    /// When `POST …/authorize/` was answered.
    public var authorized: Int64?
    /// When it was known what became of it.
    public var ended: Int64
    /// Why it did not come to SUCCEEDED; `nil` when it did.
    public var failure: PaymentFailure?
    /// How many requests it took.
    public var requests = 0

    /// A payment that begins.
    public init(due: Int64, began: Int64) {
        self.due = due
        self.began = began
        ended = began
    }
}

/// Why a payment did not come to SUCCEEDED.
public struct PaymentFailure: Error, Hashable, Sendable {
    /// Where it stopped.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        case create
        case sign
        case authorize
        case settle
        /// No device had begun it, or it was under way, when the run was over.
        case unfinished
    }

    /// Where it stopped.
    public var stage: Stage
    /// The server's code, the bank's reason, or why there was no answer; free of personal data.
    public var code: String
    /// The HTTP status, where an answer refused.
    public var status: Int?

    /// Whether nobody said how it ended while somebody waited for that.
    public var isOutOfTime: Bool {
        stage == .unfinished || code == PaymentFailure.noEnd || code == TransportError.Kind.timedOut.rawValue
    }

    /// The code of a payment that did not end while its device had patience.
    static let noEnd = "no_end_in_time"

    /// A reason to count.
    public init(_ stage: Stage, _ code: String, status: Int? = nil) {
        self.stage = stage
        self.code = code
        self.status = status
    }
}
