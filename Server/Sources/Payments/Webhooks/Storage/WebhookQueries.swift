public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The filters of a list of deliveries.
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

/// The selection of deliveries to resend.
public enum ResendSelection: Hashable, Sendable {
    case one(WebhookDeliveryID)
    /// Deliveries made from `from` to `to`, both included, of one endpoint or of all, in that status.
    case range(from: Timestamp, to: Timestamp, endpoint: WebhookID?, status: WebhookDelivery.Status)
}

/// An endpoint that has due deliveries, and their URL.
public struct DueEndpoint: Hashable, Sendable {
    /// The largest count: one more than the places of an endpoint.
    public static let mostCounted = DeliveryPlaces.perEndpoint + 1

    public let id: WebhookID
    public let url: String
    /// The number of due deliveries whose hold, if any, is over; up to ``mostCounted``.
    public let count: Int

    public init(id: WebhookID, url: String, count: Int) {
        self.id = id
        self.url = url
        self.count = count
    }
}

/// A worker's request for deliveries.
public struct DeliveryClaim: Sendable {
    public var now: Timestamp
    public var lockedUntil: Timestamp
    public var limit: Int
    /// How many deliveries may be claimed for an endpoint.
    public var places: [WebhookID: Int]
    /// The deliveries that this process is sending: never claimed again, whatever the clock says about their lease.
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
    /// The fence, which rises with each claim: the store refuses a result with an older fence.
    public let fence: Int64

    public init(delivery: WebhookDelivery, endpoint: WebhookEndpoint, body: String, fence: Int64) {
        self.delivery = delivery
        self.endpoint = endpoint
        self.body = body
        self.fence = fence
    }
}

/// The result of a claim.
public struct ClaimedDeliveries: Hashable, Sendable {
    public var readable: [ClaimedDelivery]
    /// The stored ids of unreadable deliveries: they are parked now and block no others.
    public var parked: [String]
    /// Whether anything was due right after the claim; `nil` without a check, because no other process sends.
    public var isMoreDue: Bool?

    public init(readable: [ClaimedDelivery], parked: [String] = [], isMoreDue: Bool? = nil) {
        self.readable = readable
        self.parked = parked
        self.isMoreDue = isMoreDue
    }
}

/// An attempt whose end is stored.
public struct FinishedAttempt: Hashable, Sendable {
    /// The endpoint's standing after the attempt.
    public var standing: WebhookEndpoint.Standing
    /// Whether anything was due right after the attempt's end; `nil` without a check, as after a claim.
    public var isMoreDue: Bool?

    public init(standing: WebhookEndpoint.Standing, isMoreDue: Bool? = nil) {
        self.standing = standing
        self.isMoreDue = isMoreDue
    }
}

/// The result that a worker stores after an attempt.
public struct AttemptOutcome: Hashable, Sendable {
    public var delivery: WebhookDeliveryID
    public var organisation: OrganisationID
    public var endpoint: WebhookID
    public var fence: Int64
    public var attempt: WebhookAttempt
    public var step: DeliveryStep
    public var now: Timestamp
    /// Whether the result is stored at once.
    ///
    /// It is, when a delivery may wait for the freed place, or when the endpoint was failing and its limits change.
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

    /// The status of the delivery's row afterwards.
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

    /// The endpoint's health after this attempt; this server's own failure does not count.
    public func health(after old: EndpointHealth) -> EndpointHealth {
        attempt.failure?.isOurs == true ? old : old.after(isSuccess: isSuccess, at: now)
    }

    /// The endpoint's standing after this attempt.
    public func standing(after old: WebhookEndpoint.Standing, health: EndpointHealth) -> WebhookEndpoint.Standing {
        guard old == .enabled, attempt.failure?.isOurs != true else { return old }
        if step == .endpointGone { return .disabled(.gone, at: now) }
        return health.isGivenUp(at: now) ? .disabled(.failing, at: now) : .enabled
    }
}
