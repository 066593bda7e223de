import ChaveBase
import ChavePixModel
import HTTPKernel
import OpenFinanceCertificates
import Synchronization

/// How often each client may ask (Open Finance Brasil, 429).
final class ClientRates: Sendable {
    private let buckets: Mutex<TokenBuckets<String>>

    init(_ limit: RateLimit) { buckets = Mutex(TokenBuckets(limit, capacity: 10_000)) }

    /// Takes one request of the software of a connection to one institution.
    ///
    /// - Throws: 429 with the time to wait.
    func take(
        _ certificate: TransportCertificate,
        at institution: WireInstitution?,
        _ now: Timestamp
    ) throws(APIFailure) {
        let client = "\(institution?.organisation ?? "") \(certificate.software)"
        guard let seconds = buckets.withLock({ $0.take(client, at: now) }) else { return }
        throw APIFailure(
            status: 429,
            items: [.init(code: .rateLimited, message: "Too many requests. Try again after Retry-After seconds.")],
            retryAfterSeconds: seconds
        )
    }
}
