package import ChaveBase
package import ChavePixModel
import Synchronization
package import Waiting

/// Limits how often clients may send requests, and how many requests the server works on at once.
///
/// A request above a rate gets 429, and a full server answers 503; both carry `Retry-After`. Requests for health and
/// metrics are not counted. The counts live in this process and are bounded.
public final class Admission: Sendable {
    /// The class of a request that the limits distinguish.
    public enum Class: Hashable, Sendable, CaseIterable {
        /// A request whose holder has confirmed and is waiting: authorize and confirm.
        case approval
        case write
        case read
        /// The three GETs that the guides poll: one indexed read each.
        case polled
        /// One of those with `Prefer: wait`, or a page that the server holds until something changes.
        case waiting
    }

    private struct KeyFrom: Hashable {
        var address: IPAddress
        var key: String
    }

    /// A cardholder, and the app (client) that the cardholder uses.
    package struct CardApp: Hashable, Sendable {
        package var tenant: String
        package var user: String
        package var client: String

        package init(tenant: String, user: String, client: String) {
            self.tenant = tenant
            self.user = user
            self.client = client
        }
    }

    private struct State {
        var addresses: TokenBuckets<IPAddress>
        var writes: TokenBuckets<APIKeyID>
        var reads: TokenBuckets<APIKeyID>
        var grantWrites: TokenBuckets<String>
        var failures: TokenBuckets<IPAddress>
        var keyFailures: TokenBuckets<KeyFrom>
        var refusals: TokenBuckets<IPAddress>
        var openings: TokenBuckets<IPAddress>
        var polls: TokenBuckets<IPAddress>
        var tokenPolls: TokenBuckets<Digest>
        var activations: TokenBuckets<CardApp>
        var suspensions: TokenBuckets<CardApp>
        var places: Places
    }

    private let limits: AdmissionLimits
    private let state: Mutex<State>
    /// Receives the name of the limit at each refusal.
    private let onRefusal: @Sendable (String) -> Void
    /// The memory for request bodies, which the edge asks before any other check of a request.
    package let bodies: BodyRoom
    /// The memory for answers, until their sockets have them.
    package let answers: AnswerRoom
    /// The turns for reading a part of a list from storage.
    ///
    /// While a part is read it is in memory several times: as rows, as objects, and as JSON. The number of turns bounds
    /// this. A turn is short and never waits for a client.
    package let readings: Turns

    public init(
        _ limits: AdmissionLimits,
        capacity: Int = 50_000,
        onRefusal: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.limits = limits
        self.onRefusal = onRefusal
        bodies = BodyRoom(bytes: limits.bodyBytes) { onRefusal("bodies") }
        answers = AnswerRoom(bytes: limits.answerBytes) { onRefusal("answers") }
        readings = Turns(limits.readings)
        state = Mutex(
            State(
                addresses: TokenBuckets(limits.address, capacity: capacity),
                writes: TokenBuckets(limits.writes, capacity: capacity),
                reads: TokenBuckets(limits.reads, capacity: capacity),
                grantWrites: TokenBuckets(limits.grantWrites, capacity: capacity),
                failures: TokenBuckets(limits.failures, capacity: capacity),
                keyFailures: TokenBuckets(limits.keyFailures, capacity: capacity),
                refusals: TokenBuckets(limits.address, capacity: capacity),
                openings: TokenBuckets(limits.openings, capacity: capacity),
                polls: TokenBuckets(limits.polls, capacity: capacity),
                tokenPolls: TokenBuckets(limits.tokenPolls, capacity: capacity),
                activations: TokenBuckets(limits.activations, capacity: capacity),
                suspensions: TokenBuckets(limits.suspensions, capacity: capacity),
                places: Places(limits)
            )
        )
    }

    /// Counts a request against its address's rate, then takes a place among the working requests.
    ///
    /// The call comes before any lookup. The caller returns the place with ``leave(_:)``.
    package func enter(_ kind: Class, from address: IPAddress?, at now: Timestamp) throws(APIFailure) -> Places.Place {
        if kind != .polled && kind != .waiting { try count(address, at: now) }
        try answers.requireRoom(for: AnswerRoom.Client(address: address))
        return try takePlace(kind)
    }

    /// Counts a page against its address, whatever its class, then takes a place.
    ///
    /// A page needs no credentials to be held. `opens` marks a page that stores something for an unknown visitor; such
    /// pages also have a rate of their own.
    package func enterPage(
        _ kind: Class,
        opens: Bool = false,
        as waiter: Waiter,
        at now: Timestamp
    ) throws(APIFailure) -> Places.Place {
        try count(waiter.address, at: now)
        try answers.requireRoom(for: AnswerRoom.Client(address: waiter.address))
        if opens, let address = waiter.address {
            try refuse("openings", state.withLock { $0.openings.take(address, at: now) })
        }
        return try takePlace(kind, as: waiter)
    }

    /// Counts a sign-in request by address and token, because sign-in has no API keys, then takes a place.
    ///
    /// Polled and waiting requests have rates of their own, and a share of the waiting places for each address and
    /// token.
    package func enterSignIn(_ kind: Class, as waiter: Waiter, at now: Timestamp) throws(APIFailure) -> Places.Place {
        switch kind {
        case .approval, .write, .read: try count(waiter.address, at: now)
        case .polled, .waiting: try countPoll(waiter, at: now)
        }
        try answers.requireRoom(for: AnswerRoom.Client(address: waiter.address))
        return try takePlace(kind, as: waiter)
    }

    private func countPoll(_ waiter: Waiter, at now: Timestamp) throws(APIFailure) {
        if let address = waiter.address {
            try refuse("polls", state.withLock { $0.polls.take(address, at: now) })
        }
        guard let token = waiter.token else { return }
        try refuse("token_polls", state.withLock { $0.tokenPolls.take(token, at: now) })
    }

    private func takePlace(_ kind: Class, as waiter: Waiter) throws(APIFailure) -> Places.Place {
        var place = try takePlace(kind)
        guard let crowd = state.withLock({ $0.places.count(&place, for: waiter) }) else { return place }
        leave(place)
        onRefusal("\(crowd.rawValue)_waiting")
        throw .rateLimited(retryAfter: 1)
    }

    private func count(_ address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        try refuse("address", state.withLock { $0.addresses.take(address, at: now) })
    }

    private func takePlace(_ kind: Class) throws(APIFailure) -> Places.Place {
        guard let place = state.withLock({ $0.places.take(for: kind) }) else {
            onRefusal(kind == .waiting ? "waiting" : "concurrency")
            throw .busy
        }
        return place
    }

    package func leave(_ place: Places.Place) { state.withLock { $0.places.giveBack(place) } }

    /// Refuses an attempt to authenticate after too many failures; the call itself counts nothing.
    package func mayAuthenticate(key: String, from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        let wait = state.withLock { state in
            state.failures.wait(address, at: now)
                ?? state.keyFailures.wait(KeyFrom(address: address, key: key), at: now)
        }
        try refuse("authentication", wait)
    }

    /// Counts a wrong key; an expired token does not count, since every device has one four times an hour.
    package func noteFailure(key: String, from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in
            _ = state.failures.take(address, at: now)
            _ = state.keyFailures.take(KeyFrom(address: address, key: key), at: now)
        }
    }

    /// Refuses to look up credentials from an address with too many invalid ones, whatever the class and route.
    ///
    /// This limit also covers the requests that the guides poll, when their credentials are invalid.
    package func mayBeHeard(from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        try refuse("address", state.withLock { $0.refusals.wait(address, at: now) })
    }

    /// Counts invalid credentials: a key, a token, or none.
    package func noteRefusal(from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in _ = state.refusals.take(address, at: now) }
    }

    /// Counts a request against its API key's share of the places and against the key's rate, once the caller is known.
    package func admit(
        _ kind: Class,
        of key: APIKeyID,
        grant: String? = nil,
        to place: inout Places.Place,
        at now: Timestamp
    ) throws(APIFailure) {
        let hasShare = state.withLock { $0.places.count(&place, for: key, as: kind) }
        if !hasShare { try refuse(kind == .waiting ? "key_waiting" : "key_concurrency", 1) }
        switch kind {
        case .approval, .write:
            // This check comes first: a device that is too fast must not use up the rate of its merchant's other
            // devices. An approval skips this check.
            if let grant, kind == .write {
                try refuse("grant_writes", state.withLock { $0.grantWrites.take(grant, at: now) })
            }
            try refuse("writes", state.withLock { $0.writes.take(key, at: now) })
        case .read: try refuse("reads", state.withLock { $0.reads.take(key, at: now) })
        case .polled, .waiting: break
        }
    }

    /// The kind of an attempt with a card's token.
    package enum CardAttempt: Hashable, Sendable {
        case activation
        /// Counts separately: an app that keeps asking for activations must not block its holder's suspensions.
        case suspension
    }

    /// Counts an attempt with a card's token against the rate of its cardholder and app, once both are known.
    package func admit(_ attempt: CardAttempt, of app: CardApp, at now: Timestamp) throws(APIFailure) {
        switch attempt {
        case .activation: try refuse("activations", state.withLock { $0.activations.take(app, at: now) })
        case .suspension: try refuse("suspensions", state.withLock { $0.suspensions.take(app, at: now) })
        }
    }

    /// The number of requests that have a place now.
    package var places: (working: Int, waiting: Int) { state.withLock { ($0.places.working, $0.places.waiting) } }

    private func refuse(_ policy: String, _ wait: Int?) throws(APIFailure) {
        guard let wait else { return }
        onRefusal(policy)
        throw .rateLimited(retryAfter: wait)
    }
}

extension APIFailure {
    package static func rateLimited(retryAfter seconds: Int) -> APIFailure {
        APIFailure(
            status: 429,
            items: [.init(code: .rateLimited, message: "Too many requests. Try again after Retry-After seconds.")],
            retryAfterSeconds: seconds
        )
    }

    package static let busy = APIFailure(
        status: 503,
        items: [.init(code: .rateLimited, message: "The server has as much work as it takes. Try again in a moment.")],
        retryAfterSeconds: 1
    )
}
