import ChavePixModel
import Synchronization

/// Up to when a sweep looks for work: now, and farther when the clock was put back since the last one.
///
/// What was planned or held before the jump carries times of the old clock. Without this nobody would take it up until
/// the new clock has caught up, which after a jump of a day is a payment that stands still for a day.
final class SweepClock: Sendable {
    /// Leases last 30 s, pauses 60 s: nothing that is under way is planned farther ahead than both together.
    private static let longestPlanSeconds: Int64 = 90
    /// What a clock may be corrected by without anybody noticing.
    private static let toleranceSeconds: Int64 = 1

    private let latest = Mutex<Timestamp?>(nil)

    func horizon(at now: Timestamp) -> Timestamp {
        guard let latest = latest.withLock({ $0 }) else { return now }
        let wentBack = now.adding(seconds: SweepClock.toleranceSeconds) < latest
        return wentBack ? latest.adding(seconds: SweepClock.longestPlanSeconds) : now
    }

    /// A sweep found all there was.
    func finished(at now: Timestamp) { latest.withLock { $0 = now } }
}
