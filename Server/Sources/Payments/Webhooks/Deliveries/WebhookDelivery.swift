public import ChaveBase
public import ChavePixModel
import Hashing
public import PaymentsModel

/// One event on its way to one endpoint.
public struct WebhookDelivery: Hashable, Sendable {
    public let id: WebhookDeliveryID
    public let organisation: OrganisationID
    public let endpoint: WebhookID
    public let event: Event
    public let createdAt: Timestamp
    public var status: Status
    /// The number of all attempts, over every sending.
    public var attempts: Int
    /// The number of failed attempts since the last (re)sending: the position in the schedule.
    public var failures: Int
    /// The time of the next attempt; `nil` at the end.
    public var nextAt: Timestamp?
    public var endedAt: Timestamp?

    /// The parts of the event that a delivery repeats.
    public struct Event: Hashable, Sendable {
        /// The `webhook_id`, the same in every attempt and at every endpoint.
        public let id: EventID
        /// The event type, such as `payment_intent.succeeded`.
        public let type: String
        /// The object that the event describes.
        public let objectID: AnyID

        public init(id: EventID, type: String, objectID: AnyID) {
            self.id = id
            self.type = type
            self.objectID = objectID
        }
    }

    /// The status of a delivery; the raw values are stored and shown.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case pending
        case delivered
        /// Given up; stored for 30 days, and sent again on request.
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

    /// The id of an event's delivery to an endpoint: the same for the same two, in the order of events.
    ///
    /// The id is made only from the event, its time and the endpoint, so that the event's transaction needs no random
    /// bytes.
    public static func id(of event: EventID, at time: Timestamp, to endpoint: WebhookID) -> WebhookDeliveryID {
        .version7(at: time, random: Digest(ofParts: [event.bytes, endpoint.bytes]).bytes)
    }

    /// The delivery, sent again from the start of the schedule; a pending one is only brought forward.
    public func resent(at now: Timestamp) -> WebhookDelivery {
        var delivery = self
        let isPending = status == .pending
        if !isPending { delivery.failures = 0 }
        delivery.nextAt = isPending ? min(nextAt ?? now, now) : now
        delivery.status = .pending
        delivery.endedAt = nil
        return delivery
    }

    /// How long a delivery and its event are stored after the delivery's end.
    public static let keptForSeconds: Int64 = 30 * 24 * 60 * 60
}

/// One attempt.
///
/// It never contains the body or the headers of a response: they are the receiver's.
public struct WebhookAttempt: Hashable, Sendable {
    /// The attempt's number, from 1, over every sending.
    public let number: Int
    public let at: Timestamp
    public let milliseconds: Int64
    /// The response's status, when there was a response.
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
