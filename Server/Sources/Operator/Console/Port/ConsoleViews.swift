public import ChaveBase
public import ChavePixModel

/// An enrollment with its whole history.
public struct EnrollmentView: Hashable, Sendable {
    public var row: EnrollmentRow
    /// The platform, such as `BROWSER`.
    public var platform: String
    public var externalID: String?
    /// The bank's id of the enrollment, once there is one.
    public var bankID: String?
    /// The bank's message about the end, or ours.
    public var message: String?
    /// The deadline of the awaited event, by the clock that deadlines read; `nil` when it waits for nothing.
    public var deadline: Timestamp?
    /// The time of the next retry of a failed call to the bank, by the same clock; `tries` counts the failures.
    public var nextTry: Timestamp?
    public var tries: Int
    public var timeline: [TimelineEntry]
    public var payments: [PaymentRow]
    public var deliveries: [DeliveryRow]
    public var canBeRevoked: Bool
    /// Whether its merchant may send callbacks without naming the enrollment (`unbound_callbacks`).
    public var takesUnboundCallbacks: Bool
    /// Whether its callback came without naming the enrollment.
    public var isCallbackUnbound: Bool

    public init(
        row: EnrollmentRow,
        platform: String,
        externalID: String?,
        bankID: String?,
        message: String?,
        deadline: Timestamp?,
        nextTry: Timestamp?,
        tries: Int,
        timeline: [TimelineEntry],
        payments: [PaymentRow],
        deliveries: [DeliveryRow],
        canBeRevoked: Bool,
        takesUnboundCallbacks: Bool,
        isCallbackUnbound: Bool
    ) {
        self.row = row
        self.platform = platform
        self.externalID = externalID
        self.bankID = bankID
        self.message = message
        self.deadline = deadline
        self.nextTry = nextTry
        self.tries = tries
        self.timeline = timeline
        self.payments = payments
        self.deliveries = deliveries
        self.canBeRevoked = canBeRevoked
        self.takesUnboundCallbacks = takesUnboundCallbacks
        self.isCallbackUnbound = isCallbackUnbound
    }
}

/// A payment intent with its whole history.
public struct PaymentView: Hashable, Sendable {
    public var row: PaymentRow
    public var enrollment: EnrollmentID
    public var endToEndID: String
    public var externalID: String?
    public var consentID: String?
    public var bankPaymentID: String?
    public var message: String?
    public var deadline: Timestamp?
    public var nextTry: Timestamp?
    public var tries: Int
    public var timeline: [TimelineEntry]
    public var deliveries: [DeliveryRow]
    /// The charges of a schedule; empty for one payment at once.
    public var charges: [Charge]
    public var canBeCanceled: Bool

    /// One charge of a schedule.
    public struct Charge: Hashable, Sendable {
        public var id: ChargeID
        public var day: CalendarDate
        public var status: String
        public var reason: String?
        public var endToEndID: String
        public var bankPaymentID: String?

        public init(
            id: ChargeID,
            day: CalendarDate,
            status: String,
            reason: String?,
            endToEndID: String,
            bankPaymentID: String?
        ) {
            self.id = id
            self.day = day
            self.status = status
            self.reason = reason
            self.endToEndID = endToEndID
            self.bankPaymentID = bankPaymentID
        }
    }

    public init(
        row: PaymentRow,
        enrollment: EnrollmentID,
        endToEndID: String,
        externalID: String?,
        consentID: String?,
        bankPaymentID: String?,
        message: String?,
        deadline: Timestamp?,
        nextTry: Timestamp?,
        tries: Int,
        timeline: [TimelineEntry],
        deliveries: [DeliveryRow],
        charges: [Charge] = [],
        canBeCanceled: Bool
    ) {
        self.row = row
        self.enrollment = enrollment
        self.endToEndID = endToEndID
        self.externalID = externalID
        self.consentID = consentID
        self.bankPaymentID = bankPaymentID
        self.message = message
        self.deadline = deadline
        self.nextTry = nextTry
        self.tries = tries
        self.timeline = timeline
        self.deliveries = deliveries
        self.charges = charges
        self.canBeCanceled = canBeCanceled
    }
}

/// A webhook delivery with each of its attempts.
public struct DeliveryView: Hashable, Sendable {
    public var row: DeliveryRow
    public var attempts: [Attempt]
    /// Whether its endpoint accepts deliveries.
    public var canBeResent: Bool

    public struct Attempt: Hashable, Sendable {
        public var number: Int
        public var at: Timestamp
        public var milliseconds: Int64
        /// The endpoint's HTTP status; `nil` when no response came.
        public var status: Int?
        /// Our name for the reason of a missing response, such as `timeout`.
        public var failure: String?

        public init(number: Int, at: Timestamp, milliseconds: Int64, status: Int?, failure: String?) {
            self.number = number
            self.at = at
            self.milliseconds = milliseconds
            self.status = status
            self.failure = failure
        }
    }

    public init(row: DeliveryRow, attempts: [Attempt], canBeResent: Bool) {
        self.row = row
        self.attempts = attempts
        self.canBeResent = canBeResent
    }
}

/// One step of an object's history, from its audit chain.
public struct TimelineEntry: Hashable, Sendable {
    public var version: Int64
    public var at: Timestamp
    /// The key or the part that acted, such as `api-key/<id>` or `platform`.
    public var actor: String
    /// The event's name, such as `callback` or `expired`.
    public var action: String
    /// The status in the notice to the merchant at this step; `nil` when there was no notice.
    public var status: String?
    /// The reason or failure code in the same notice.
    public var reason: String?

    public init(version: Int64, at: Timestamp, actor: String, action: String, status: String?, reason: String?) {
        self.version = version
        self.at = at
        self.actor = actor
        self.action = action
        self.status = status
        self.reason = reason
    }
}
