import ChavePixModel
import PaymentsCore
import Synchronization

/// Who may come in, how often, and how many at once.
///
/// Rates are told by 429, fullness by 503, both with `Retry-After`. Health and metrics never come here. What is counted is
/// kept in this process and bounded.
public final class Admission: Sendable {
    /// What a request is to the limits.
    enum Class: Hashable, Sendable, CaseIterable {
        /// A holder has confirmed, and waits: authorize and confirm.
        case approval
        case write
        case read
        /// The three GETs that the guides poll: one indexed read each.
        case polled
        /// One of those, with `Prefer: wait`.
        case waiting
    }

    /// Which pool a request has a place in.
    enum Place: Hashable, Sendable {
        case working, waiting
    }

    private struct KeyFrom: Hashable {
        var address: IPAddress
        var key: String
    }

    private struct State {
        var addresses: TokenBuckets<IPAddress>
        var writes: TokenBuckets<APIKeyID>
        var reads: TokenBuckets<APIKeyID>
        var failures: TokenBuckets<IPAddress>
        var keyFailures: TokenBuckets<KeyFrom>
        var refusals: TokenBuckets<IPAddress>
        var working = 0
        var waiting = 0
    }

    private let limits: AdmissionLimits
    private let state: Mutex<State>
    /// Told of each refusal by the name of the limit.
    private let onRefusal: @Sendable (String) -> Void

    public init(
        _ limits: AdmissionLimits,
        capacity: Int = 50_000,
        onRefusal: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.limits = limits
        self.onRefusal = onRefusal
        state = Mutex(
            State(
                addresses: TokenBuckets(limits.address, capacity: capacity),
                writes: TokenBuckets(limits.writes, capacity: capacity),
                reads: TokenBuckets(limits.reads, capacity: capacity),
                failures: TokenBuckets(limits.failures, capacity: capacity),
                keyFailures: TokenBuckets(limits.keyFailures, capacity: capacity),
                refusals: TokenBuckets(limits.address, capacity: capacity)
            )
        )
    }

    /// Before anything is looked up: the address's rate, then a place among those that are worked on.
    ///
    /// Whoever gets a place gives it back with ``leave(_:)``.
    func enter(_ kind: Class, from address: IPAddress?, at now: Timestamp) throws(APIFailure) -> Place {
        if let address, kind != .polled && kind != .waiting {
            try refuse("address", state.withLock { $0.addresses.take(address.subscriber, at: now) })
        }
        let place = kind == .waiting ? Place.waiting : .working
        guard takesPlace(kind) else {
            onRefusal(place == .waiting ? "waiting" : "concurrency")
            throw .busy
        }
        return place
    }

    func leave(_ place: Place) {
        state.withLock { state in
            switch place {
            case .working: state.working -= 1
            case .waiting: state.waiting -= 1
            }
        }
    }

    /// Whether somebody who has failed so often may try again; nothing is counted yet.
    func mayAuthenticate(key: String, from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        let wait = state.withLock { state in
            state.failures.wait(address, at: now)
                ?? state.keyFailures.wait(KeyFrom(address: address, key: key), at: now)
        }
        try refuse("authentication", wait)
    }

    /// Wrong keys; an expired token is none of them, since every device has one four times an hour.
    func noteFailure(key: String, from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in
            _ = state.failures.take(address, at: now)
            _ = state.keyFailures.take(KeyFrom(address: address, key: key), at: now)
        }
    }

    /// Whether credentials from there are looked up at all, whatever their kind and route: also what the guides poll has a
    /// rate where its credentials do not hold.
    func mayBeHeard(from address: IPAddress?, at now: Timestamp) throws(APIFailure) {
        guard let address = address?.subscriber else { return }
        try refuse("address", state.withLock { $0.refusals.wait(address, at: now) })
    }

    /// Credentials that did not hold: a key, a token, or none.
    func noteRefusal(from address: IPAddress?, at now: Timestamp) {
        guard let address = address?.subscriber else { return }
        state.withLock { state in _ = state.refusals.take(address, at: now) }
    }

    /// Once it is known who calls: the rate of their API key.
    func admit(_ kind: Class, of key: APIKeyID, at now: Timestamp) throws(APIFailure) {
        switch kind {
        case .approval, .write: try refuse("writes", state.withLock { $0.writes.take(key, at: now) })
        case .read: try refuse("reads", state.withLock { $0.reads.take(key, at: now) })
        case .polled, .waiting: break
        }
    }

    /// How many requests have a place now.
    var places: (working: Int, waiting: Int) { state.withLock { ($0.working, $0.waiting) } }

    private func takesPlace(_ kind: Class) -> Bool {
        state.withLock { state in
            switch kind {
            case .waiting:
                guard state.waiting < limits.waiting else { return false }
                state.waiting += 1
            case .approval:
                guard state.working < limits.concurrent else { return false }
                state.working += 1
            case .write, .read, .polled:
                guard state.working < limits.concurrent - limits.reserved else { return false }
                state.working += 1
            }
            return true
        }
    }

    private func refuse(_ policy: String, _ wait: Int?) throws(APIFailure) {
        guard let wait else { return }
        onRefusal(policy)
        throw .rateLimited(retryAfter: wait)
    }
}

extension APIFailure {
    static func rateLimited(retryAfter seconds: Int) -> APIFailure {
        APIFailure(
            status: 429,
            items: [.init(code: .rateLimited, message: "Too many requests. Try again after Retry-After seconds.")],
            retryAfterSeconds: seconds
        )
    }

    static let busy = APIFailure(
        status: 503,
        items: [.init(code: .rateLimited, message: "The server has as much work as it takes. Try again in a moment.")],
        retryAfterSeconds: 1
    )
}
