import ChaveBase
import ChavePixModel
import Synchronization
import Waiting

/// A cache of the enrollments' access tokens during their lifetime; after a restart the bank gives new ones.
final class BankTokens: Sendable {
    struct Access: Sendable {
        var token: String
        var expiresAt: Timestamp
    }
    private let tokens = Mutex<[EnrollmentID: Access]>([:])
    /// The refreshes that are under way.
    let refreshes = SharedWork<EnrollmentID, Result<String?, RunFailure>>()
    private static let capacity = 10_000

    /// A token that remains valid for at least ten more seconds.
    func access(for enrollment: EnrollmentID, at now: Timestamp) -> String? {
        tokens.withLock { tokens in
            guard let access = tokens[enrollment], now.adding(seconds: 10) < access.expiresAt else { return nil }
            return access.token
        }
    }

    func remember(_ access: Access, for enrollment: EnrollmentID) {
        tokens.withLock { tokens in
            if tokens.count >= BankTokens.capacity { tokens.removeAll(keepingCapacity: true) }
            tokens[enrollment] = access
        }
    }

    func forget(_ enrollment: EnrollmentID) {
        tokens.withLock { _ = $0.removeValue(forKey: enrollment) }
    }
}
