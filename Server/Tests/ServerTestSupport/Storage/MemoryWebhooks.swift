import ChaveBase
import ChavePixModel
import PaymentsModel
import Webhooks

/// Endpoints and deliveries as values.
struct MemoryWebhooks {
    /// A delivery with what only the store knows of it.
    struct Row {
        var delivery: WebhookDelivery
        var position: Int64
        var body: String
        var lockedUntil: Timestamp?
        var fence: Int64 = 0
        var resentAt: Timestamp?
        var attempts: [WebhookAttempt] = []

        func isFree(at now: Timestamp) -> Bool { lockedUntil.map { $0 <= now } ?? true }

        func isDue(at now: Timestamp) -> Bool {
            delivery.status == .pending && delivery.nextAt.map { $0 <= now } ?? false && isFree(at: now)
        }
    }

    var endpoints: [WebhookID: WebhookEndpoint] = [:]
    var deleted: Set<WebhookID> = []
    var rows: [WebhookDeliveryID: Row] = [:]

    /// The deliveries of an event, in the transaction that stored it.
    mutating func fanOut(_ event: OutboxEvent, position: Int64) {
        for endpoint in endpoints.values
        where endpoint.organisation == event.organisation && endpoint.isEnabled && stands(endpoint.id)
            && endpoint.wants(event.type)
        {
            insert(event, to: endpoint.id, position: position, nextAt: event.at)
        }
    }

    /// - Returns: `false` when the endpoint has a delivery of that event already.
    @discardableResult
    mutating func insert(
        _ event: OutboxEvent,
        to endpoint: WebhookID,
        position: Int64,
        nextAt: Timestamp
    ) -> Bool {
        var delivery = WebhookDelivery(
            id: WebhookDelivery.id(of: event.id, at: event.at, to: endpoint),
            organisation: event.organisation,
            endpoint: endpoint,
            event: .init(id: event.id, type: event.type, objectID: event.objectID),
            createdAt: event.at
        )
        guard rows[delivery.id] == nil else { return false }
        delivery.nextAt = nextAt
        rows[delivery.id] = Row(delivery: delivery, position: position, body: event.body)
        return true
    }

    func stands(_ id: WebhookID) -> Bool { !deleted.contains(id) }

    func endpoint(_ id: WebhookID, of organisation: OrganisationID) -> WebhookEndpoint? {
        guard let endpoint = endpoints[id], endpoint.organisation == organisation, stands(id) else { return nil }
        return endpoint
    }

    /// Whether another one of its object is being tried, or an earlier one was never tried.
    func isHeldBack(_ row: Row, at now: Timestamp) -> Bool {
        rows.values.contains { other in
            other.delivery.endpoint == row.delivery.endpoint
                && other.delivery.event.objectID == row.delivery.event.objectID
                && other.delivery.status == .pending && other.delivery.id != row.delivery.id
                && (!other.isFree(at: now) || other.position < row.position && other.delivery.attempts == 0)
        }
    }

    func isEnabled(_ id: WebhookID) -> Bool { endpoints[id]?.isEnabled == true && stands(id) }

    mutating func claim(_ claim: DeliveryClaim) -> [ClaimedDelivery] {
        var taken: [ClaimedDelivery] = []
        for (id, places) in claim.places.sorted(by: { $0.key.text < $1.key.text }) {
            guard let endpoint = endpoints[id], isEnabled(id) else { continue }
            // Looked for before the first of them is held, as one statement would; one of an object at a time.
            var objects: Set<AnyID> = []
            let due = rows.values
                .filter {
                    $0.delivery.endpoint == id && $0.isDue(at: claim.now) && !isHeldBack($0, at: claim.now)
                        && !claim.inFlight.contains($0.delivery.id)
                }
                .sorted {
                    ($0.delivery.nextAt ?? claim.now, $0.position) < ($1.delivery.nextAt ?? claim.now, $1.position)
                }
            let free = max(0, min(places, claim.limit - taken.count))
            for row in due.filter({ objects.insert($0.delivery.event.objectID).inserted }).prefix(free) {
                rows[row.delivery.id]?.lockedUntil = claim.lockedUntil
                rows[row.delivery.id]?.fence = row.fence + 1
                taken.append(
                    ClaimedDelivery(delivery: row.delivery, endpoint: endpoint, body: row.body, fence: row.fence + 1)
                )
            }
        }
        return taken
    }

    mutating func finish(_ outcome: AttemptOutcome) -> WebhookEndpoint.Standing? {
        guard var row = rows[outcome.delivery], row.fence == outcome.fence, row.lockedUntil != nil,
            row.delivery.organisation == outcome.organisation
        else { return nil }
        row.lockedUntil = nil
        let isResent = !outcome.isSuccess && row.resentAt.map { $0 > outcome.attempt.at } ?? false
        row.delivery.status = isResent ? .pending : outcome.status
        row.delivery.attempts = outcome.attempt.number
        row.delivery.failures += outcome.isSuccess ? 0 : 1
        if !isResent { row.delivery.nextAt = outcome.nextAt }
        row.delivery.endedAt = isResent ? nil : outcome.endedAt
        row.attempts.append(outcome.attempt)
        rows[outcome.delivery] = row
        guard var endpoint = endpoints[outcome.endpoint], stands(endpoint.id) else {
            return .disabled(.byMerchant, at: outcome.now)
        }
        guard endpoint.isEnabled else { return endpoint.standing }
        endpoint.health = outcome.health(after: endpoint.health)
        let standing = outcome.standing(after: endpoint.standing, health: endpoint.health)
        if standing != endpoint.standing { endpoint.version += 1 }
        endpoint.standing = standing
        endpoints[endpoint.id] = endpoint
        return standing
    }
}
