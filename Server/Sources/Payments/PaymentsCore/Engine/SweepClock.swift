import ChaveBase
import Synchronization

/// Up to when a sweep looks for work: now, and farther when the clock was put back since the last one.
///
/// What was planned or held before the jump carries times of the old clock. Without this nobody would take it up until
/// the new clock has caught up, which after a jump of a day is a payment that stands still for a day.
final class SweepClock: Sendable {
    /// Leases last 30 s, pauses 60 s: nothing that is under way is planned farther ahead than both together.
    private static let longestPlanSeconds: Int64 = 90
    private static let looksEveryMilliseconds: Int64 = 10_000
    /// What a clock may be corrected by without anybody noticing.
    private static let toleranceSeconds: Int64 = 1

    /// The longest time limit of what is under way is the holder's at the bank.
    private static let longestLimitSeconds = EnrollmentRules.holderWithinSeconds + longestPlanSeconds

    private static let longestCheckSeconds = EnrollmentRules.checksEverySeconds + longestPlanSeconds

    /// The clock was put back: up to when plans of the old time may lie, and when that is looked at next, by the time
    /// that nobody sets.
    private struct Jump {
        var latest: Timestamp
        var nextLook: Int64
        let end: Int64
    }

    private struct State {
        var latest: Timestamp?
        var jump: Jump?
    }

    private let state = Mutex(State())

    /// Up to when plans are looked at by a sweep that begins now, `uptime` in milliseconds.
    ///
    /// After a jump the far look is repeated for as long as a run may still be under way that has read the old time and
    /// plans by it.
    func horizon(at now: Timestamp, uptime: Int64) -> Timestamp {
        state.withLock { state in
            guard let latest = state.latest else { return now }
            if now.adding(seconds: SweepClock.toleranceSeconds) < latest {
                let end = uptime + SweepClock.longestPlanSeconds * 1_000
                state.jump = Jump(latest: max(latest, state.jump?.latest ?? latest), nextLook: uptime, end: end)
            }
            guard let jump = state.jump, jump.nextLook <= uptime else { return now }
            return max(now, jump.latest.adding(seconds: SweepClock.longestPlanSeconds))
        }
    }

    /// Beyond what nothing is planned, until the first sweep has found all there was: no earlier time is known then, and a
    /// clock that was put back while the server was down shows in the plans alone.
    func strandedBeyond(at now: Timestamp) -> PlanHorizon? {
        guard state.withLock({ $0.latest }) == nil else { return nil }
        return PlanHorizon(
            ofWork: now.adding(seconds: SweepClock.longestLimitSeconds),
            ofChecks: now.adding(seconds: SweepClock.longestCheckSeconds)
        )
    }

    /// A check that lies farther ahead than any is planned: a clock wrote its time that was put back since.
    static func isOfEarlierClock(check: Timestamp, at now: Timestamp) -> Bool {
        check > now.adding(seconds: longestCheckSeconds)
    }

    /// A sweep that began then found all there was.
    func finished(at now: Timestamp, uptime: Int64) {
        state.withLock { state in
            state.latest = now
            guard let jump = state.jump, jump.nextLook <= uptime else { return }
            state.jump?.nextLook = uptime + SweepClock.looksEveryMilliseconds
            if jump.end <= uptime { state.jump = nil }
        }
    }
}
