import ChaveBase
import PaymentsModel
import Synchronization

/// The time up to which a sweep looks for work: now, or later when the clock was set back since the last sweep.
///
/// Schedules and holds from before the jump carry times of the old clock. Without this type, no sweep would claim such
/// objects until the new clock has caught up. After a jump of a day, a payment would wait for a day.
final class SweepClock: Sendable {
    /// Leases last 30 s and pauses 60 s: no schedule of current work is farther ahead than their sum.
    private static let longestPlanSeconds: Int64 = 90
    private static let looksEveryMilliseconds: Int64 = 10_000
    /// The clock correction that needs no reaction.
    private static let toleranceSeconds: Int64 = 1

    /// The longest time limit of work under way, which is the holder's at the bank.
    private static let longestLimitSeconds = EnrollmentRules.holderWithinSeconds + longestPlanSeconds

    private static let longestCheckSeconds = EnrollmentRules.checksEverySeconds + longestPlanSeconds

    /// A clock that was set back: the latest time of old schedules, and the next far look, in uptime.
    ///
    /// No caller can set the uptime.
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

    /// The time up to which a sweep that begins now reads schedules; `uptime` is in milliseconds.
    ///
    /// After a jump, the far look repeats while a run may still be active that has read the old time and schedules by
    /// it.
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

    /// The limits beyond which no valid schedule lies; `nil` after the first sweep has found all work.
    ///
    /// Before the first sweep, no earlier time is known. Only the schedules then show a clock that was set back while
    /// the server was down.
    func strandedBeyond(at now: Timestamp) -> PlanHorizon? {
        guard state.withLock({ $0.latest }) == nil else { return nil }
        return PlanHorizon(
            ofWork: now.adding(seconds: SweepClock.longestLimitSeconds),
            ofChecks: now.adding(seconds: SweepClock.longestCheckSeconds)
        )
    }

    /// Whether a check is farther ahead than any valid schedule: the clock was set back after the check was written.
    static func isOfEarlierClock(check: Timestamp, at now: Timestamp) -> Bool {
        check > now.adding(seconds: longestCheckSeconds)
    }

    /// Notes that the sweep that began at that time found all due work.
    func finished(at now: Timestamp, uptime: Int64) {
        state.withLock { state in
            state.latest = now
            guard let jump = state.jump, jump.nextLook <= uptime else { return }
            state.jump?.nextLook = uptime + SweepClock.looksEveryMilliseconds
            if jump.end <= uptime { state.jump = nil }
        }
    }
}
