import ChaveBase
import ChavePixModel
import Synchronization

/// What this process is sending now, and how much more it may.
///
/// Four at a time to an endpoint, one to an endpoint whose last attempt failed, none to one that asked for a rest: a
/// slow one never takes the places of the others, and one that is down is only felt for.
final class DeliveryPlaces: Sendable {
    static let most = 512
    static let perEndpoint = 4
    static let perFailingEndpoint = 1

    /// It was asked for by whoever answers at `url`; another address has asked for none.
    fileprivate struct Rest {
        var until: Timestamp
        let url: String
    }

    fileprivate struct State {
        var inFlight: [WebhookDeliveryID: WebhookID] = [:]
        var counts: [WebhookID: Int] = [:]
        var failing: Set<WebhookID> = []
        /// Kept in memory alone: after a start an endpoint says again that it wants a rest.
        var resting: [WebhookID: Rest] = [:]
        var lastServed: String = ""
        /// Whether the last look found more than it took.
        var hasMore = false
        /// How many attempts have ended.
        var ended = 0
    }
    private let state = Mutex(State())

    var inFlight: Set<WebhookDeliveryID> { state.withLock { Set($0.inFlight.keys) } }

    /// The places to claim, handed out one by one in turns, so that nobody's four come before another's first.
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

    /// Whether its last attempt failed.
    func isFailing(_ endpoint: WebhookID) -> Bool { state.withLock { $0.failing.contains(endpoint) } }

    /// How many attempts have ended so far: asked before each look at what is due.
    var ended: Int { state.withLock { $0.ended } }

    /// After each look, with the endpoint of each delivery that it took and how many attempts had ended before it.
    ///
    /// A delivery that is left waits for a free place, or for another one of its object.
    ///
    /// - Returns: whether that may have come meanwhile, so that another look is due at once.
    func note(_ due: [DueEndpoint], takenOf endpoints: [WebhookID], endedBefore: Int) -> Bool {
        let taken = Dictionary(endpoints.map { ($0, 1) }, uniquingKeysWith: +)
        return state.withLock { state in
            state.hasMore = due.contains { endpoint in
                // A rest ends with time, and by nobody's end.
                state.resting[endpoint.id]?.url != endpoint.url && endpoint.count > taken[endpoint.id] ?? 0
            }
            return state.hasMore && state.ended != endedBefore
        }
    }

    /// A look that failed may have left anything.
    func noteFailure() { state.withLock { $0.hasMore = true } }

    /// `isSuccess` is `nil` when the attempt was not made.
    ///
    /// - Returns: whether something may be due now that was not before. Where nothing was left, a success makes nothing due; after
    ///   a failure a delivery that was resent meanwhile is.
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

    /// Sends nothing more to `url` of an endpoint until then; what is under way goes on.
    func rest(_ endpoint: WebhookID, at url: String, until time: Timestamp) {
        state.withLock { state in
            let earlier = state.resting[endpoint].flatMap { $0.url == url ? $0.until : nil }
            state.resting[endpoint] = Rest(until: max(time, earlier ?? time), url: url)
        }
    }

    /// An endpoint that is disabled is not asked for any more, so nothing is remembered of it.
    func forget(_ endpoint: WebhookID) {
        state.withLock { state in
            state.failing.remove(endpoint)
            state.resting[endpoint] = nil
        }
    }
}

extension DeliveryPlaces.State {
    /// Ends the rests that are over, and those that a clock that was set back would make longer than any may be.
    ///
    /// A minute more than that is none: who asks may have read the clock before the rest began.
    fileprivate mutating func wake(at now: Timestamp) {
        let latest = now.adding(seconds: DeliverySchedule.longestRestSeconds + 60)
        resting = resting.filter { $0.value.until > now && $0.value.until <= latest }
    }
}
