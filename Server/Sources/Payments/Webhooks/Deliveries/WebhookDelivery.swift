public import ChaveBase
public import ChavePixModel
import Hashing
public import PaymentsCore

/// One event on its way to one endpoint.
public struct WebhookDelivery: Hashable, Sendable {
    public let id: WebhookDeliveryID
    public let organisation: OrganisationID
    public let endpoint: WebhookID
    public let event: Event
    public let createdAt: Timestamp
    public var status: Status
    /// All attempts there were, over every sending.
    public var attempts: Int
    /// Failed attempts since it was last (re)sent: where it stands in the schedule.
    public var failures: Int
    /// The next attempt; `nil` at the end.
    public var nextAt: Timestamp?
    public var endedAt: Timestamp?

    /// What a delivery repeats of its event.
    public struct Event: Hashable, Sendable {
        /// The `webhook_id`, the same in every attempt and at every endpoint.
        public let id: EventID
        /// Such as `payment_intent.succeeded`.
        public let type: String
        /// The object that the event tells of.
        public let objectID: AnyID

        public init(id: EventID, type: String, objectID: AnyID) {
            self.id = id
            self.type = type
            self.objectID = objectID
        }
    }

    /// The raw values are stored and shown.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case pending
        case delivered
        /// Given up, kept for 30 days, and sent again when somebody asks.
        case parked
    }

    public init(
        id: WebhookDeliveryID,
        organisation: OrganisationID,
        endpoint: WebhookID,
        event: Event,
        createdAt: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.endpoint = endpoint
        self.event = event
        self.createdAt = createdAt
        status = .pending
        attempts = 0
        failures = 0
        nextAt = createdAt
        endedAt = nil
    }

    /// The delivery of an event to an endpoint: the same for the same two, in the order of events.
    ///
    /// Made from them alone, so that the transaction of the event needs no chance of its own.
    public static func id(of event: EventID, at time: Timestamp, to endpoint: WebhookID) -> WebhookDeliveryID {
        .version7(at: time, random: Digest(ofParts: [event.bytes, endpoint.bytes]).bytes)
    }

    /// The same, sent again from the start of the schedule; one that is pending is only brought forward.
    public func resent(at now: Timestamp) -> WebhookDelivery {
        var delivery = self
        let isPending = status == .pending
        if !isPending { delivery.failures = 0 }
        delivery.nextAt = isPending ? min(nextAt ?? now, now) : now
        delivery.status = .pending
        delivery.endedAt = nil
        return delivery
    }

    /// How long a delivery is kept after its end, and its event with it.
    public static let keptForSeconds: Int64 = 30 * 24 * 60 * 60
}

/// One try.
///
/// Never the body of an answer, nor its headers: they are the receiver's.
public struct WebhookAttempt: Hashable, Sendable {
    /// From 1, over every sending.
    public let number: Int
    public let at: Timestamp
    public let milliseconds: Int64
    /// The answer's status, when there was an answer.
    public let status: Int?
    public let failure: AttemptFailure?

    public init(number: Int, at: Timestamp, milliseconds: Int64, status: Int?, failure: AttemptFailure?) {
        self.number = number
        self.at = at
        self.milliseconds = milliseconds
        self.status = status
        self.failure = failure
    }
}
