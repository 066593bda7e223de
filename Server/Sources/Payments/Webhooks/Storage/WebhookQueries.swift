public import ChaveBase
public import ChavePixModel
public import PaymentsCore

/// Which deliveries a list shows.
public struct WebhookDeliveryQuery: Hashable, Sendable {
    public var page = PageRequest()
    public var endpoint: WebhookID?
    public var status: WebhookDelivery.Status?
    public var objectID: AnyID?
    public var type: String?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?

    public init() {}
}

/// Which deliveries are sent again.
public enum ResendSelection: Hashable, Sendable {
    case one(WebhookDeliveryID)
    /// Made from `from` to `to`, both included, of one endpoint or of all, in that status.
    case range(from: Timestamp, to: Timestamp, endpoint: WebhookID?, status: WebhookDelivery.Status)
}

/// An endpoint that has something due, and where that goes to.
public struct DueEndpoint: Hashable, Sendable {
    /// Nobody counts further: one more than an endpoint gets at a time.
    public static let mostCounted = DeliveryPlaces.perEndpoint + 1

    public let id: WebhookID
    public let url: String
    /// How many deliveries are due whose hold, if they have one, is over; up to ``mostCounted``.
    public let count: Int

    public init(id: WebhookID, url: String, count: Int) {
        self.id = id
        self.url = url
        self.count = count
    }
}

/// What a worker asks for.
public struct DeliveryClaim: Sendable {
    public var now: Timestamp
    public var lockedUntil: Timestamp
    public var limit: Int
    /// How many may be taken for an endpoint.
    public var places: [WebhookID: Int]
    /// What this process is working on: never taken again, whatever the clock says of its lease.
    public var inFlight: Set<WebhookDeliveryID>

    public init(
        now: Timestamp,
        lockedUntil: Timestamp,
        limit: Int,
        places: [WebhookID: Int],
        inFlight: Set<WebhookDeliveryID>
    ) {
        self.now = now
        self.lockedUntil = lockedUntil
        self.limit = limit
        self.places = places
        self.inFlight = inFlight
    }
}

/// A delivery that a worker holds.
public struct ClaimedDelivery: Hashable, Sendable {
    public let delivery: WebhookDelivery
    public let endpoint: WebhookEndpoint
    /// The frozen body.
    public let body: String
    /// Rises with each claim: what is stored under an older one is refused.
    public let fence: Int64

    public init(delivery: WebhookDelivery, endpoint: WebhookEndpoint, body: String, fence: Int64) {
        self.delivery = delivery
        self.endpoint = endpoint
        self.body = body
        self.fence = fence
    }
}

/// What a claim took.
public struct ClaimedDeliveries: Hashable, Sendable {
    public var readable: [ClaimedDelivery]
    /// The ids of those that could not be read, as they are stored: they were parked, and nobody else holds them up.
    public var parked: [String]
    /// Whether anything was due right after it; `nil` where nobody looked, since no other process sends.
    public var isMoreDue: Bool?

    public init(readable: [ClaimedDelivery], parked: [String] = [], isMoreDue: Bool? = nil) {
        self.readable = readable
        self.parked = parked
        self.isMoreDue = isMoreDue
    }
}

/// An attempt whose end is stored.
public struct FinishedAttempt: Hashable, Sendable {
    /// How the endpoint stands since then.
    public var standing: WebhookEndpoint.Standing
    /// As after a claim.
    public var isMoreDue: Bool?

    public init(standing: WebhookEndpoint.Standing, isMoreDue: Bool? = nil) {
        self.standing = standing
        self.isMoreDue = isMoreDue
    }
}

/// What a worker stores after an attempt.
public struct AttemptOutcome: Hashable, Sendable {
    public var delivery: WebhookDeliveryID
    public var organisation: OrganisationID
    public var endpoint: WebhookID
    public var fence: Int64
    public var attempt: WebhookAttempt
    public var step: DeliveryStep
    public var now: Timestamp
    /// Whether it is stored at once: something may wait for the place that it leaves, or its endpoint was failing and moves with it.
    public var isUrgent: Bool

    public init(
        delivery: WebhookDeliveryID,
        organisation: OrganisationID,
        endpoint: WebhookID,
        fence: Int64,
        attempt: WebhookAttempt,
        step: DeliveryStep,
        now: Timestamp,
        isUrgent: Bool = false
    ) {
        self.delivery = delivery
        self.organisation = organisation
        self.endpoint = endpoint
        self.fence = fence
        self.attempt = attempt
        self.step = step
        self.now = now
        self.isUrgent = isUrgent
    }

    public var isSuccess: Bool { step == .delivered }

    /// The delivery's row afterwards.
    public var status: WebhookDelivery.Status {
        switch step {
        case .delivered: .delivered
        case .again: .pending
        case .parked, .endpointGone: .parked
        }
    }

    public var nextAt: Timestamp? {
        guard case .again(let at) = step else { return nil }
        return at
    }

    public var endedAt: Timestamp? { status == .pending ? nil : now }

    /// The endpoint's health after this attempt: a failure of this server's own is none of the endpoint's.
    public func health(after old: EndpointHealth) -> EndpointHealth {
        attempt.failure?.isOurs == true ? old : old.after(isSuccess: isSuccess, at: now)
    }

    /// How the endpoint stands after this attempt.
    public func standing(after old: WebhookEndpoint.Standing, health: EndpointHealth) -> WebhookEndpoint.Standing {
        guard old == .enabled, attempt.failure?.isOurs != true else { return old }
        if step == .endpointGone { return .disabled(.gone, at: now) }
        return health.isGivenUp(at: now) ? .disabled(.failing, at: now) : .enabled
    }
}
