import ChaveBase
import ChavePixModel
import HTTPKernel
import Synchronization

/// How often each client may ask (Open Finance Brasil, 429).
final class ClientRates: Sendable {
    private let buckets: Mutex<TokenBuckets<String>>

    init(_ limit: RateLimit) { buckets = Mutex(TokenBuckets(limit, capacity: 10_000)) }

    /// Takes one request of a client.
    ///
    /// - Throws: 429 with the time to wait.
    func take(_ client: String, at now: Timestamp) throws(APIFailure) {
        guard let seconds = buckets.withLock({ $0.take(client, at: now) }) else { return }
        throw APIFailure(
            status: 429,
            items: [.init(code: .rateLimited, message: "Too many requests. Try again after Retry-After seconds.")],
            retryAfterSeconds: seconds
        )
    }
}
