import ChaveBase
import ChavePixModel
import Synchronization

/// When registering at a bank failed last: neither bank nor directory is asked again for each new object.
final class FailedTries: Sendable {
    static let pauseSeconds: Int64 = 60

    private let moments = Mutex<[InstitutionID: Timestamp]>([:])

    func isRecent(_ bank: InstitutionID, _ now: Timestamp) -> Bool {
        guard let moment = moments.withLock({ $0[bank] }) else { return false }
        return (0..<FailedTries.pauseSeconds * 1_000_000).contains(now.microseconds(since: moment))
    }

    /// Notes a failure, or forgets it.
    func note(_ bank: InstitutionID, _ failedAt: Timestamp?) { moments.withLock { $0[bank] = failedAt } }
}
