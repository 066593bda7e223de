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

    /// The longest time limit of what is under way is the holder's at the bank.
    private static let longestLimitSeconds = EnrollmentRules.holderWithinSeconds + longestPlanSeconds

    private let latest = Mutex<Timestamp?>(nil)

    func horizon(at now: Timestamp) -> Timestamp {
        guard let latest = latest.withLock({ $0 }) else { return now }
        let wentBack = now.adding(seconds: SweepClock.toleranceSeconds) < latest
        return wentBack ? latest.adding(seconds: SweepClock.longestPlanSeconds) : now
    }

    /// Beyond what nothing is planned, until the first sweep has found all there was: no earlier time is known then, and a
    /// clock that was put back while the server was down shows in the plans alone.
    func strandedBeyond(at now: Timestamp) -> PlanHorizon? {
        guard latest.withLock({ $0 }) == nil else { return nil }
        return PlanHorizon(
            ofWork: now.adding(seconds: SweepClock.longestLimitSeconds),
            ofChecks: now.adding(seconds: EnrollmentRules.checksEverySeconds + SweepClock.longestPlanSeconds)
        )
    }

    /// A sweep found all there was.
    func finished(at now: Timestamp) { latest.withLock { $0 = now } }
}
