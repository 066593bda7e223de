public import ChaveBase
import ChavePixModel

/// When a delivery is tried again (Payments API, section 7): the published table, and what follows an attempt.
///
/// Pure: the same attempt, time and chance lead to the same step.
public enum DeliverySchedule {
    /// Seconds between an attempt that failed and the next one; after the last of them the delivery is parked.
    ///
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h: ten attempts in 75 h 35 min.
    public static let delays: [Int64] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

    /// A delay is stretched by up to this part of itself, never shortened, so that what failed together does not come
    /// back together.
    public static let jitter = 0.1

    /// `Retry-After` can put an attempt off, at most this far; it never brings one forward.
    public static let longestRetryAfterSeconds: Int64 = 24 * 60 * 60

    /// Attempts of one sending: the first, and one after each delay.
    public static var attempts: Int { delays.count + 1 }

    /// What follows an attempt before which `failuresBefore` of this sending had failed; `chance` is from 0 up to but
    /// not including 1.
    public static func step(
        after result: AttemptResult,
        failuresBefore: Int,
        at now: Timestamp,
        chance: Double
    ) -> DeliveryStep {
        switch result {
        case .answered(let status, _) where (200...299).contains(status): .delivered
        case .answered(410, _): .endpointGone
        case .answered(_, let retryAfter): later(retryAfter, failuresBefore, now, chance)
        case .failed: later(nil, failuresBefore, now, chance)
        }
    }

    /// So long at most an endpoint is left alone because it asked for it: then one delivery feels for it.
    public static let longestRestSeconds: Int64 = 60 * 60

    /// Until when nothing at all is sent to an endpoint that answered so; `nil` when it asked for nothing.
    ///
    /// 429 and 503 speak of the whole endpoint (RFC 6585, section 4; RFC 9110, section 15.6.4): what else is due for it
    /// would only be told the same.
    static func rest(after result: AttemptResult, at now: Timestamp) -> Timestamp? {
        guard case .answered(let status, let asked?) = result, [429, 503].contains(status) else { return nil }
        let until = min(asked.moment(after: now), now.adding(seconds: longestRestSeconds))
        return until > now ? until : nil
    }

    private static func later(
        _ retryAfter: RetryAfter?,
        _ failuresBefore: Int,
        _ now: Timestamp,
        _ chance: Double
    ) -> DeliveryStep {
        guard delays.indices.contains(failuresBefore) else { return .parked }
        let delay = Double(delays[failuresBefore]) * 1_000_000
        let scheduled = now.adding(microseconds: Int64(delay * (1 + jitter * min(max(chance, 0), 1))))
        guard let asked = retryAfter?.moment(after: now) else { return .again(at: scheduled) }
        return .again(at: max(scheduled, min(asked, now.adding(seconds: longestRetryAfterSeconds))))
    }
}

/// What becomes of a delivery after an attempt.
public enum DeliveryStep: Hashable, Sendable {
    case delivered
    case again(at: Timestamp)
    /// Tried often enough: kept, shown, and sent again when somebody asks.
    case parked
    /// 410: the endpoint wants nothing any more; it is disabled and the delivery parked.
    case endpointGone
}
