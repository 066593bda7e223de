public import ChaveBase
import ChavePixModel

/// The schedule of a delivery's retries (Payments API, section 7): the published table, and the step after an attempt.
///
/// Pure: the same attempt, time and chance lead to the same step.
public enum DeliverySchedule {
    /// The seconds between a failed attempt and the next one; after the last of them the delivery is parked.
    ///
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h: ten attempts in 75 h 35 min.
    public static let delays: [Int64] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

    /// The largest relative extension of a delay; a delay is never shortened.
    ///
    /// The extension spreads deliveries that failed together, so that they do not return together.
    public static let jitter = 0.1

    /// The longest delay by `Retry-After`, which never brings an attempt forward.
    public static let longestRetryAfterSeconds: Int64 = 24 * 60 * 60

    /// The number of attempts of one sending: the first, and one after each delay.
    public static var attempts: Int { delays.count + 1 }

    /// The step after an attempt, with `failuresBefore` failed attempts of this sending before it.
    ///
    /// The random number `chance` is from 0 up to but not including 1.
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

    /// The longest rest that an endpoint can ask for; after it, a single delivery tests the endpoint.
    public static let longestRestSeconds: Int64 = 60 * 60

    /// The end of the rest of an endpoint with this result; `nil` when the endpoint asked for none.
    ///
    /// 429 and 503 concern the whole endpoint (RFC 6585, section 4; RFC 9110, section 15.6.4). Other due deliveries
    /// would only get the same response.
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

/// The next step of a delivery after an attempt.
public enum DeliveryStep: Hashable, Sendable {
    case delivered
    case again(at: Timestamp)
    /// Tried often enough: stored, shown, and sent again on request.
    case parked
    /// 410: the endpoint accepts nothing any more; it is disabled and the delivery parked.
    case endpointGone
}
