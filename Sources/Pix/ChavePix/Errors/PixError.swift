public import ChaveBase
public import ChavePixModel

/// The error that a failed call of `PixClient` throws, for the app's developer.
///
/// It never holds a token, a tax identifier, a challenge or a signature, so it is fit for a log.
public struct PixError: Error, Sendable {
    /// The kind of failure.
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
        /// There is no access token, or the server accepted none that was given.
        public static let authentication = Code("authentication")
        /// The base URL is missing or refused, or the device's store cannot be opened.
        public static let configuration = Code("configuration")
        /// The client or the server refused a value; `items` name the fields.
        public static let invalidParameters = Code("invalid_parameters")
        /// This device has no such object.
        public static let notFound = Code("not_found")
        /// The object's state does not allow the call.
        public static let conflict = Code("conflict")
        /// The enrollment ended while the client waited for it.
        public static let enrollmentEnded = Code("enrollment_ended")
        /// The server refused for another reason, without effect.
        public static let refused = Code("refused")
        /// No connection; nothing was sent.
        public static let notConnected = Code("not_connected")
        /// The wait is over; start again.
        public static let timedOut = Code("timed_out")
        /// The server could not process the call, which had no effect.
        public static let serverUnavailable = Code("server_unavailable")
        /// The client makes too many calls.
        public static let rateLimited = Code("rate_limited")
        /// The call may or may not have had its effect: see `unknownOutcome`.
        public static let outcomeUnknown = Code("outcome_unknown")
        /// The server's response does not match the contract.
        public static let unreadableAnswer = Code("unreadable_answer")
        /// The authenticator refused the request or does not support it.
        public static let authenticator = Code("authenticator")
    }

    /// The kind of failure; switch over it with a default.
    public var code: Code
    /// A description of the failure, and advice for the caller.
    public var message: String
    /// The server's error items, one for each fault.
    public var items: [APIErrorItem]
    /// The HTTP status, when there was a response.
    public var status: Int?
    /// The way to find out the outcome, when `code` is `.outcomeUnknown`.
    public var unknownOutcome: UnknownOutcome?
    /// The underlying error, for a debugger; it may hold details that `message` leaves out.
    public var cause: (any Error)?
    /// The milliseconds from the response after which the server allows a retry.
    public internal(set) var retryAfterMilliseconds: Int64?

    /// An error made by an app's own part of the configuration, or by tests of how an app shows errors.
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

    /// Whether the same call may succeed later, with the same content.
    ///
    /// This is also true when the outcome is unknown: then the call may have had its effect already. Only the client
    /// can repeat it safely, under the same key. An app that makes a new order instead, or shows "try again" after a
    /// payment, may pay twice. Check ``code`` for `.outcomeUnknown` first, and read the object that ``unknownOutcome``
    /// names.
    public var isRetryable: Bool {
        [.notConnected, .timedOut, .serverUnavailable, .rateLimited, .outcomeUnknown].contains(code)
    }
}

/// A call whose effect is unknown.
public struct UnknownOutcome: Hashable, Sendable {
    /// The operation of the call.
    public var operation: PendingRequest.Operation
    /// The key under which the server knows the call; the client repeats the call with the same bytes.
    public var idempotencyKey: String
    /// The object to read, when it exists already: its state tells the outcome.
    public var read: Resource?
    /// Whether the server has accepted the call and only its end is unknown: the app must not start it again.
    public var isAccepted: Bool

    /// An object that the app can read.
    public enum Resource: Hashable, Sendable {
        /// Read this enrollment.
        case enrollment(EnrollmentID)
        /// Read this payment intent.
        case paymentIntent(PaymentIntentID)
    }

    /// An unknown outcome for tests of how an app shows one.
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
