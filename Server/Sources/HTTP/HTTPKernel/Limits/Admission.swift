package import ChaveBase
package import ChavePixModel
import Synchronization
package import Waiting

/// Who may come in, how often, and how many at once.
///
/// Rates are told by 429, fullness by 503, both with `Retry-After`. Health and metrics never come here. What is counted is
/// kept in this process and bounded.
public final class Admission: Sendable {
    /// What a request is to the limits.
    public enum Class: Hashable, Sendable, CaseIterable {
        /// A holder has confirmed, and waits: authorize and confirm.
        case approval
        case write
        case read
        /// The three GETs that the guides poll: one indexed read each.
        case polled
        /// One of those, with `Prefer: wait`; or a page that is held until something changes.
        case waiting
    }

    private struct KeyFrom: Hashable {
        var address: IPAddress
        var key: String
    }

    /// A holder of cards, and the app they use.
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
    /// Told of each refusal by the name of the limit.
    private let onRefusal: @Sendable (String) -> Void
    /// What is in memory of requests' bodies; their edge asks before anything is known of a request.
    package let bodies: BodyRoom
    /// What is in memory of answers, until their sockets have them.
    package let answers: AnswerRoom
    /// Who reads a part of a list from storage now.
    ///
    /// A part is in memory several times while it is read, as rows, as objects, as JSON: the number of turns bounds that. A turn
    /// is short, and never waits for a client.
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

    /// Before anything is looked up: the address's rate, then a place among those that are worked on.
    ///
    /// Whoever gets a place gives it back with ``leave(_:)``.
    package func enter(_ kind: Class, from address: IPAddress?, at now: Timestamp) throws(APIFailure) -> Places.Place {
        if kind != .polled && kind != .waiting { try count(address, at: now) }
        try answers.requireRoom(for: AnswerRoom.Client(address: address))
        return try takePlace(kind)
    }

    /// A page counts by its address whatever its kind: nobody must prove who they are to be held.
    ///
    /// `opens` is a page that keeps something for whoever comes, of which there is a rate of its own.
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

    /// Sign-in has no API keys: what its devices ask again and again has rates and parts by address and by token.
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

    /// Whether somebody who has failed so often may try again; nothing is counted yet.
    package func mayAuthenticate(key: String, from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        let wait = state.withLock { state in
            state.failures.wait(address, at: now)
                ?? state.keyFailures.wait(KeyFrom(address: address, key: key), at: now)
        }
        try refuse("authentication", wait)
    }

    /// Wrong keys; an expired token is none of them, since every device has one four times an hour.
    package func noteFailure(key: String, from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in
            _ = state.failures.take(address, at: now)
            _ = state.keyFailures.take(KeyFrom(address: address, key: key), at: now)
        }
    }

    /// Whether credentials from there are looked up at all, whatever their kind and route: also what the guides poll has a
    /// rate where its credentials do not hold.
    package func mayBeHeard(from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        try refuse("address", state.withLock { $0.refusals.wait(address, at: now) })
    }

    /// Credentials that did not hold: a key, a token, or none.
    package func noteRefusal(from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in _ = state.refusals.take(address, at: now) }
    }

    /// Once it is known who calls: the share of their API key in the places, and its rate.
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
            // First, so that one device's haste takes nothing from the others of its merchant; who has confirmed waits for
            // nobody's rate but theirs.
            if let grant, kind == .write {
                try refuse("grant_writes", state.withLock { $0.grantWrites.take(grant, at: now) })
            }
            try refuse("writes", state.withLock { $0.writes.take(key, at: now) })
        case .read: try refuse("reads", state.withLock { $0.reads.take(key, at: now) })
        case .polled, .waiting: break
        }
    }

    /// What an attempt with a card's token is to the limits.
    package enum CardAttempt: Hashable, Sendable {
        case activation
        /// An app that asks for activations without end must not keep its holder from this.
        case suspension
    }

    /// Once it is known whose cards it is about.
    package func admit(_ attempt: CardAttempt, of app: CardApp, at now: Timestamp) throws(APIFailure) {
        switch attempt {
        case .activation: try refuse("activations", state.withLock { $0.activations.take(app, at: now) })
        case .suspension: try refuse("suspensions", state.withLock { $0.suspensions.take(app, at: now) })
        }
    }

    /// How many requests have a place now.
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
