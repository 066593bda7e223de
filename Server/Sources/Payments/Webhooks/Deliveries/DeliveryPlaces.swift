import ChaveBase
import ChavePixModel
import Synchronization

/// The deliveries that this process is sending now, and the number of places for more.
///
/// An endpoint gets four places at a time, one after a failed attempt, and none while it has asked for a rest.
/// Therefore a slow endpoint never takes the places of others, and a dead one gets only single attempts.
final class DeliveryPlaces: Sendable {
    static let most = 512
    static let perEndpoint = 4
    static let perFailingEndpoint = 1

    /// A rest that the server at `url` asked for; another address has asked for none.
    fileprivate struct Rest {
        var until: Timestamp
        let url: String
    }

    fileprivate struct State {
        var inFlight: [WebhookDeliveryID: WebhookID] = [:]
        var counts: [WebhookID: Int] = [:]
        var failing: Set<WebhookID> = []
        /// The resting endpoints, in memory only: after a start an endpoint must ask again.
        var resting: [WebhookID: Rest] = [:]
        var lastServed: String = ""
        /// Whether the last look found more than it took.
        var hasMore = false
        /// How many attempts have ended.
        var ended = 0
    }
    private let state = Mutex(State())

    var inFlight: Set<WebhookDeliveryID> { state.withLock { Set($0.inFlight.keys) } }

    /// The places to claim, handed out one by one in turns, so that all endpoints get a first place before others get
    /// four.
    func free(for endpoints: [DueEndpoint], at now: Timestamp) -> (places: [WebhookID: Int], limit: Int) {
        state.withLock { state in
            let limit = DeliveryPlaces.most - state.inFlight.count
            state.wake(at: now)
            let awake = endpoints.filter { state.resting[$0.id]?.url != $0.url }.map(\.id)
            let turn = awake.filter { $0.text > state.lastServed } + awake.filter { $0.text <= state.lastServed }
            var places: [WebhookID: Int] = [:]
            var given = 0
            for round in 1...DeliveryPlaces.perEndpoint {
                for endpoint in turn where given < limit {
                    let most =
                        state.failing.contains(endpoint)
                        ? DeliveryPlaces.perFailingEndpoint : DeliveryPlaces.perEndpoint
                    guard round + (state.counts[endpoint] ?? 0) <= most else { continue }
                    places[endpoint, default: 0] += 1
                    given += 1
                    state.lastServed = endpoint.text
                }
            }
            return (places, limit)
        }
    }

    func take(_ delivery: WebhookDeliveryID, of endpoint: WebhookID) {
        state.withLock { state in
            guard state.inFlight.updateValue(endpoint, forKey: delivery) == nil else { return }
            state.counts[endpoint, default: 0] += 1
        }
    }

    /// Whether the last look found more than it took.
    var hasMore: Bool { state.withLock { $0.hasMore } }

    /// Whether the endpoint's last attempt failed.
    func isFailing(_ endpoint: WebhookID) -> Bool { state.withLock { $0.failing.contains(endpoint) } }

    /// How many attempts have ended so far; the worker reads this before each look for due work.
    var ended: Int { state.withLock { $0.ended } }

    /// Notes the result of a look: the endpoint of each claimed delivery, and the count of ended attempts before the
    /// look.
    ///
    /// A delivery that is left waits for a free place, or for another delivery of its object.
    ///
    /// - Returns: whether that may have happened meanwhile, so that another look is due at once.
    func note(_ due: [DueEndpoint], takenOf endpoints: [WebhookID], endedBefore: Int) -> Bool {
        let taken = Dictionary(endpoints.map { ($0, 1) }, uniquingKeysWith: +)
        return state.withLock { state in
            state.hasMore = due.contains { endpoint in
                // Only time ends a rest, not the end of an attempt.
                state.resting[endpoint.id]?.url != endpoint.url && endpoint.count > taken[endpoint.id] ?? 0
            }
            return state.hasMore && state.ended != endedBefore
        }
    }

    /// Notes a failed look, which may have left any work.
    func noteFailure() { state.withLock { $0.hasMore = true } }

    /// Frees a delivery's place; `isSuccess` is `nil` when the attempt was not made.
    ///
    /// - Returns: whether something new may be due now. When no work was left, a success makes nothing due. After a
    ///   failure, a delivery that was resent meanwhile is due.
    func leave(_ delivery: WebhookDeliveryID, isSuccess: Bool?) -> Bool {
        state.withLock { state in
            state.ended += 1
            guard let endpoint = state.inFlight.removeValue(forKey: delivery) else { return true }
            let count = (state.counts[endpoint] ?? 1) - 1
            state.counts[endpoint] = count > 0 ? count : nil
            switch isSuccess {
            case true?: state.failing.remove(endpoint)
            case false?: state.failing.insert(endpoint)
            case nil: break
            }
            return state.hasMore || isSuccess != true
        }
    }

    /// Sends nothing more to `url` of an endpoint until `time`; attempts under way continue.
    func rest(_ endpoint: WebhookID, at url: String, until time: Timestamp) {
        state.withLock { state in
            let earlier = state.resting[endpoint].flatMap { $0.url == url ? $0.until : nil }
            state.resting[endpoint] = Rest(until: max(time, earlier ?? time), url: url)
        }
    }

    /// Forgets a disabled endpoint, which gets no more attempts.
    func forget(_ endpoint: WebhookID) {
        state.withLock { state in
            state.failing.remove(endpoint)
            state.resting[endpoint] = nil
        }
    }
}

extension DeliveryPlaces.State {
    /// Ends the rests that are over, and rests that are longer than any may be, because the clock was set back.
    ///
    /// One more minute is tolerated: a caller may have read the clock before the rest began.
    fileprivate mutating func wake(at now: Timestamp) {
        let latest = now.adding(seconds: DeliverySchedule.longestRestSeconds + 60)
        resting = resting.filter { $0.value.until > now && $0.value.until <= latest }
    }
}
