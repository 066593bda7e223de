import ChavePixModel
import InstitutionPort
import PaymentsModel
import Synchronization

/// The pauses that banks asked for with `Retry-After`: until their end no call of that kind is sent.
///
/// A pause is at most as long as the longest between two tries, whatever the bank asks for.
final class BankPauses: Sendable {
    struct Place: Hashable {
        var institution: InstitutionID
        var operation: InstitutionOperation
    }
    private let ends = Mutex<[Place: Int64]>([:])

    /// Whether calls to `place` wait at `uptime`, in milliseconds.
    func hold(_ place: Place, at uptime: Int64) -> Bool {
        ends.withLock { ends in
            guard let end = ends[place] else { return false }
            if uptime < end { return true }
            ends[place] = nil
            return false
        }
    }

    func begin(_ place: Place, seconds: Int64, at uptime: Int64) {
        let seconds = min(max(seconds, 0), Retry.longestPauseSeconds)
        ends.withLock { $0[place] = uptime + seconds * 1_000 }
    }
}
