public import ChaveBase
public import ChavePixModel

/// An enrollment as a line of a list.
public struct EnrollmentRow: Hashable, Sendable {
    public var id: EnrollmentID
    /// The merchant's name.
    public var organisation: String
    public var institution: InstitutionID
    /// The status as the API names it, such as `PENDING`.
    ///
    /// ``detailedStatus`` is such as `awaiting_user_approval`; ``reason`` is set at the end.
    public var status: String
    public var detailedStatus: String
    public var reason: String?
    public var createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: EnrollmentID,
        organisation: String,
        institution: InstitutionID,
        status: String,
        detailedStatus: String,
        reason: String?,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.institution = institution
        self.status = status
        self.detailedStatus = detailedStatus
        self.reason = reason
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A payment intent as a line of a list.
public struct PaymentRow: Hashable, Sendable {
    public var id: PaymentIntentID
    public var organisation: String
    public var institution: InstitutionID
    public var amount: Money
    public var status: String
    /// The failure code of a failed or canceled payment.
    public var reason: String?
    public var endToEndID: String
    public var externalID: String?
    public var createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: PaymentIntentID,
        organisation: String,
        institution: InstitutionID,
        amount: Money,
        status: String,
        reason: String?,
        endToEndID: String = "",
        externalID: String? = nil,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.institution = institution
        self.amount = amount
        self.status = status
        self.reason = reason
        self.endToEndID = endToEndID
        self.externalID = externalID
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A webhook delivery as a line of a list.
public struct DeliveryRow: Hashable, Sendable {
    public var id: WebhookDeliveryID
    public var organisation: String
    /// The event's name, such as `payment_intent.succeeded`.
    public var event: String
    /// The event's object, if it has a page.
    public var object: ConsoleObject?
    /// Host and port of the endpoint, without path and query, which may hold secrets.
    public var host: String
    /// `pending`, `delivered` or `parked`.
    public var status: String
    public var attempts: Int
    public var nextAt: Timestamp?
    public var createdAt: Timestamp

    public init(
        id: WebhookDeliveryID,
        organisation: String,
        event: String,
        object: ConsoleObject?,
        host: String,
        status: String,
        attempts: Int,
        nextAt: Timestamp?,
        createdAt: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.event = event
        self.object = object
        self.host = host
        self.status = status
        self.attempts = attempts
        self.nextAt = nextAt
        self.createdAt = createdAt
    }
}
