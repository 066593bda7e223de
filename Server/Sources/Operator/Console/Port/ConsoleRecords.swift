public import ChaveBase
public import ChavePixModel

/// All that the console shows and does, whoever keeps it.
///
/// Across organisations: this is the operator's. No name, CPF, account or device is in it: ids, statuses, times and
/// amounts, and beside them what a merchant wrote as `external_id` and the words about an end, which the API shows too.
public protocol ConsoleRecords: Sendable {
    /// Newest first, at most `filter.limit`.
    func enrollments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [EnrollmentRow]
    func payments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [PaymentRow]
    func deliveries(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [DeliveryRow]

    /// `nil` when there is none.
    func enrollment(_ id: EnrollmentID) async throws(ConsoleFailure) -> EnrollmentView?
    func payment(_ id: PaymentIntentID) async throws(ConsoleFailure) -> PaymentView?
    func delivery(_ id: WebhookDeliveryID) async throws(ConsoleFailure) -> DeliveryView?
    /// What an id, an end-to-end id, an external id or a bank's id belongs to, newest first, at most ten.
    func objects(named name: TypedText) async throws(ConsoleFailure) -> [ConsoleObject]

    /// Ends it here at once; the bank hears of it as often as it takes. What has ended already stays as it is.
    func revoke(_ id: EnrollmentID) async throws(ConsoleFailure)
    /// Before it is authorised; later it is a ``ConsoleFailure/conflict``.
    func cancel(_ id: PaymentIntentID) async throws(ConsoleFailure)
    /// From the start of its schedule; one that is pending is tried now.
    func resend(_ id: WebhookDeliveryID) async throws(ConsoleFailure)

    /// Payments by the time they were made, in steps of `stepSeconds` from `start` on, `count` of them; those without a
    /// payment too.
    func outcomes(
        from start: Timestamp,
        stepSeconds: Int64,
        count: Int
    ) async throws(ConsoleFailure) -> [OutcomeStep]
    /// From the moment a payer approved to the end of the payment, of payments that ended since `start`; `nil` when none did.
    func settlement(since start: Timestamp) async throws(ConsoleFailure) -> LatencyFigure?
    /// How long requests took since the server started, by route, the most called first, at most twelve.
    func routeLatencies() async -> [LatencyFigure]

    /// Ends a session for every copy of its cookie; `end` is when it would have ended by itself.
    func endSession(_ id: String, until end: Timestamp) async throws(ConsoleFailure)
    func hasEnded(session id: String) async throws(ConsoleFailure) -> Bool

    /// Rises whenever something may have changed.
    var mark: Int { get }
    /// Waits until ``mark`` is another than `seen`, and says what ended the wait.
    func change(after seen: Int, withinMilliseconds: Int64) async -> ConsoleWait
}

/// What ended a wait.
public enum ConsoleWait: Hashable, Sendable {
    case changed
    case timeIsUp
    /// Nobody waits any more: the server is about to stop, or whoever waited has gone.
    case over
}

/// Which rows of a list.
public struct ConsoleFilter: Hashable, Sendable {
    /// As the API calls it, such as `FAILED`, and of deliveries `pending`, `delivered` or `parked`.
    ///
    /// `nil` is any.
    public var status: String?
    public var limit: Int

    public init(status: String? = nil, limit: Int = 50) {
        self.status = status
        self.limit = limit
    }
}

/// Why the console cannot show or do something.
public enum ConsoleFailure: Error, Hashable, Sendable {
    case notFound
    /// It is not in a state for that; the sentence says why, in English, as the API says it.
    case conflict(String)
    /// Nothing can be read or written at the moment.
    case unavailable
}

/// Something with a page of its own.
public enum ConsoleObject: Hashable, Sendable {
    case enrollment(EnrollmentID)
    case payment(PaymentIntentID)
    case delivery(WebhookDeliveryID)
}
