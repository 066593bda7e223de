public import ChaveBase
public import ChavePixModel

/// The port for all data and actions of the console.
///
/// The data is that of all organisations, for the operator. It has ids, statuses, times and amounts, and no name, CPF,
/// account or device. It also has a merchant's `external_id` and the messages about an end, which the API shows too.
public protocol ConsoleRecords: Sendable {
    /// The enrollments, newest first, at most `filter.limit`; the next two lists are alike.
    func enrollments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [EnrollmentRow]
    /// One page of the payments of a choice, newest first, at most `limit`.
    func payments(
        _ filter: PaymentFilter,
        before cursor: PaymentIntentID?,
        limit: Int
    ) async throws(ConsoleFailure) -> PaymentList
    /// The totals of a choice.
    func totals(_ filter: PaymentFilter) async throws(ConsoleFailure) -> PaymentTally
    /// The totals of all payments made in a span of time.
    func totals(from start: Timestamp, to end: Timestamp) async throws(ConsoleFailure) -> PaymentTally
    /// The numbers of objects that need an operator.
    func openProblems() async throws(ConsoleFailure) -> OpenProblems
    /// The merchants in the order in which they were made, at most a hundred.
    func merchants() async throws(ConsoleFailure) -> [MerchantName]
    func deliveries(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [DeliveryRow]

    /// One enrollment; `nil` when there is none. The next two reads are alike.
    func enrollment(_ id: EnrollmentID) async throws(ConsoleFailure) -> EnrollmentView?
    func payment(_ id: PaymentIntentID) async throws(ConsoleFailure) -> PaymentView?
    func delivery(_ id: WebhookDeliveryID) async throws(ConsoleFailure) -> DeliveryView?
    /// The objects with an id, an end-to-end id, an external id or a bank's id, newest first, at most ten.
    ///
    /// Without any, the newest payments count that have the text as a part of such a name.
    func objects(named name: TypedText) async throws(ConsoleFailure) -> [ConsoleObject]

    /// Ends an enrollment here at once, and tells the bank with as many retries as needed; an ended one stays as it is.
    func revoke(_ id: EnrollmentID) async throws(ConsoleFailure)
    /// Cancels a payment before it is authorised; later the call throws ``ConsoleFailure/conflict``.
    func cancel(_ id: PaymentIntentID) async throws(ConsoleFailure)
    /// Sends a delivery again from the start of its schedule; a pending one is tried now.
    func resend(_ id: WebhookDeliveryID) async throws(ConsoleFailure)

    /// The payments by the time they were made, in `count` steps of `stepSeconds` from `start`, empty steps included.
    func outcomes(
        from start: Timestamp,
        stepSeconds: Int64,
        count: Int
    ) async throws(ConsoleFailure) -> [OutcomeStep]
    /// The time from a payer's approval to the end, of payments that ended since `start`; `nil` when none did.
    func settlement(since start: Timestamp) async throws(ConsoleFailure) -> LatencyFigure?
    /// The durations of requests since the server started, by route, the most called first, at most twelve.
    func routeLatencies() async -> [LatencyFigure]

    /// Ends a session for every copy of its cookie; `end` is the time at which it expires by itself.
    func endSession(_ id: String, until end: Timestamp) async throws(ConsoleFailure)
    func hasEnded(session id: String) async throws(ConsoleFailure) -> Bool

    /// A mark that rises whenever something may have changed.
    var mark: Int { get }
    /// Waits until ``mark`` differs from `seen`, and returns the reason of the end.
    func change(after seen: Int, withinMilliseconds: Int64) async -> ConsoleWait
}

/// The reason why a wait ended.
public enum ConsoleWait: Hashable, Sendable {
    case changed
    case timeIsUp
    /// The wait is over: the server is about to stop, or the waiter has gone.
    case over
}

/// The filter of a list's rows.
public struct ConsoleFilter: Hashable, Sendable {
    /// The status as the API names it, such as `FAILED`; for deliveries `pending`, `delivered` or `parked`.
    ///
    /// `nil` allows any status.
    public var status: String?
    public var limit: Int

    public init(status: String? = nil, limit: Int = 50) {
        self.status = status
        self.limit = limit
    }
}

/// The reason why the console cannot show or do something.
public enum ConsoleFailure: Error, Hashable, Sendable {
    case notFound
    /// The object's state does not allow the action; the sentence is the API's reason, in English.
    case conflict(String)
    /// The data cannot be read or written now.
    case unavailable
}

/// An object that has its own page.
public enum ConsoleObject: Hashable, Sendable {
    case enrollment(EnrollmentID)
    case payment(PaymentIntentID)
    case delivery(WebhookDeliveryID)
}
