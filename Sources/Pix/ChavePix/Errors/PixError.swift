public import ChaveBase
public import ChavePixModel

/// What an app developer sees when a call of `PixClient` does not succeed.
///
/// It never holds a token, a tax identifier, a challenge or a signature, so it is fit for a log.
public struct PixError: Error, Sendable {
    /// What kind of failure it is.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        private init(_ description: String) { self.description = description }

        /// The person closed the authenticator's prompt.
        public static let userCancelled = Code("user_cancelled")
        /// The calling task was cancelled, and the call has had no effect.
        public static let cancelled = Code("cancelled")
        /// `close()` was called.
        public static let closed = Code("closed")
        /// There is no access token, or the server took none that was given.
        public static let authentication = Code("authentication")
        /// The base URL is missing or refused, or the device's store cannot be opened.
        public static let configuration = Code("configuration")
        /// A value was refused, here or by the server; `items` name the fields.
        public static let invalidParameters = Code("invalid_parameters")
        /// There is no such thing for this device.
        public static let notFound = Code("not_found")
        /// The object's state does not allow the call.
        public static let conflict = Code("conflict")
        /// The enrollment has ended while it was waited for.
        public static let enrollmentEnded = Code("enrollment_ended")
        /// The server refused for another reason, without effect.
        public static let refused = Code("refused")
        /// No connection; nothing was sent.
        public static let notConnected = Code("not_connected")
        /// The wait is over; start again.
        public static let timedOut = Code("timed_out")
        /// The server could not work on the call, without effect.
        public static let serverUnavailable = Code("server_unavailable")
        /// Too many calls.
        public static let rateLimited = Code("rate_limited")
        /// The call may or may not have had its effect: see `unknownOutcome`.
        public static let outcomeUnknown = Code("outcome_unknown")
        /// The server's answer is not what the contract says.
        public static let unreadableAnswer = Code("unreadable_answer")
        /// The authenticator refused or cannot do what was asked.
        public static let authenticator = Code("authenticator")
    }

    /// What went wrong; switch over it with a default.
    public var code: Code
    /// What happened and what the caller can do about it.
    public var message: String
    /// What the server said, one item a fault.
    public var items: [APIErrorItem]
    /// The HTTP status, where there was an answer.
    public var status: Int?
    /// How to find out, when `code` is `.outcomeUnknown`.
    public var unknownOutcome: UnknownOutcome?
    /// What lay below, for a debugger; it may hold what `message` leaves out.
    public var cause: (any Error)?
    /// When the server wants to be asked again, in milliseconds from its answer.
    public internal(set) var retryAfterMilliseconds: Int64?

    /// For a part of the configuration of the app's own, and for tests of how an app shows errors.
    public init(
        _ code: Code,
        _ message: String,
        items: [APIErrorItem] = [],
        status: Int? = nil,
        unknownOutcome: UnknownOutcome? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.items = items
        self.status = status
        self.unknownOutcome = unknownOutcome
        self.cause = cause
    }

    /// True when the same call may succeed later, with the same content.
    ///
    /// Also where the outcome is not known: then the call may have had its effect already. Only the client repeats it without
    /// harm, under the same key; an app that makes a new order instead, or shows "try again" after a payment, may pay twice.
    /// Look at ``code`` for `.outcomeUnknown` first, and read what ``unknownOutcome`` names.
    public var isRetryable: Bool {
        [.notConnected, .timedOut, .serverUnavailable, .rateLimited, .outcomeUnknown].contains(code)
    }
}

/// A call of which it is not known whether it had its effect.
public struct UnknownOutcome: Hashable, Sendable {
    /// Which call it was.
    public var operation: PendingRequest.Operation
    /// The key under which the server knows the call; the client repeats it with the same bytes.
    public var idempotencyKey: String
    /// The object to read, where there is one already: its state tells.
    public var read: Resource?
    /// True when the server has taken the call and only its end is not known: it must not be started again.
    public var isAccepted: Bool

    /// What can be read.
    public enum Resource: Hashable, Sendable {
        /// Read this enrollment.
        case enrollment(EnrollmentID)
        /// Read this payment intent.
        case paymentIntent(PaymentIntentID)
    }

    /// For tests of how an app shows an unknown outcome.
    public init(
        operation: PendingRequest.Operation,
        idempotencyKey: String,
        read: Resource?,
        isAccepted: Bool = false
    ) {
        self.operation = operation
        self.idempotencyKey = idempotencyKey
        self.read = read
        self.isAccepted = isAccepted
    }
}

extension PixError: CustomStringConvertible {
    public var description: String { "\(code): \(message)" }
}
