import ChaveBase
import ChavePixModel
import Synchronization

/// How far the banks' clocks are behind ours, by the `Date` of their answers.
final class BankClocks: Sendable {
    private let behind = Mutex<[InstitutionID: Int64]>([:])
    /// A clock that is farther off is the bank's to mend.
    static let mostSeconds: Int64 = 300

    func note(_ date: Timestamp, of institution: InstitutionID, at now: Timestamp) {
        let seconds = max(0, now.seconds - date.seconds)
        behind.withLock { $0[institution] = seconds == 0 ? nil : min(seconds, BankClocks.mostSeconds) }
    }

    /// Our time, or the bank's where that is earlier.
    func time(at institution: InstitutionID, ours: Timestamp) -> Timestamp {
        ours.adding(seconds: -(behind.withLock { $0[institution] } ?? 0))
    }
}
